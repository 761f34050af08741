import { language, line, timezone } from '../../../../core/schemas/fields';

test.each([
  ['en', 'en'],
  ['SV', 'sv'],
  ['pt-br', 'pt-BR'],
  ['pt_BR', 'pt-BR'],
  ['es-419', 'es-419'],
])('the language %s is %s', (input, stored) => {
  expect(language.parse(input)).toBe(stored);
});

test.each(['', 'e', 'eng', 'xx', 'en-', 'en-USA', 'en US', 'en-US-x', 'en\n'])(
  '%j is no language',
  (input) => {
    expect(language.safeParse(input).success).toBe(false);
  },
);

test.each(['Europe/Stockholm', 'America/Argentina/Buenos_Aires', 'UTC'])('%s is a time zone', (input) => {
  expect(timezone.parse(input)).toBe(input);
});

test.each(['', 'Mars/Olympus', 'Europe/Stockholm\n', 'x'.repeat(65)])('%j is no time zone', (input) => {
  expect(timezone.safeParse(input).success).toBe(false);
});

test.each(['\u0000', 'a\rb', 'a\nb', '\t', '\u001f', '\u007f'])('a line holds no %j', (input) => {
  expect(line(255).safeParse(input).success).toBe(false);
});

test('a line holds everything else up to its length', () => {
  expect(line(7).parse('Åsa “é”')).toBe('Åsa “é”');
  expect(line(6).safeParse('Åsa “é”').success).toBe(false);
  expect(line(1).parse('')).toBe('');
});
