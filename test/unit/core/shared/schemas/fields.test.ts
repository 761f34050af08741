import { language, line, timezone } from '../../../../../core/shared/schemas/fields';
import { TIME_ZONES } from '../../../../../core/shared/schemas/time-zones';
import { zonedTime } from '../../../../../core/sequences/clock';

test.each([
  ['en', 'en'],
  ['SV', 'sv'],
  ['pt-br', 'pt-BR'],
  ['pt_BR', 'pt-BR'],
  ['es-419', 'es-419'],
  ['zh-hant-tw', 'zh-Hant-TW'],
])('the language %s is %s', (input, stored) => {
  expect(language.parse(input)).toBe(stored);
});

test.each(['', 'e', 'en-', 'en-USA', 'en US', 'en-US-x', 'en\n', `en-x-${'a-'.repeat(30)}a`])(
  '%j is no language',
  (input) => {
    expect(language.safeParse(input).success).toBe(false);
  },
);

test.each(['Europe/Stockholm', 'America/Argentina/Buenos_Aires', 'UTC'])('%s is a time zone', (input) => {
  expect(timezone.parse(input)).toBe(input);
});

test.each(['', 'Mars/Olympus', 'Europe/Stockholm\n', 'x'.repeat(65), '2020-01-01T00:00Z[Europe/Paris]'])(
  '%j is no time zone',
  (input) => {
    expect(timezone.safeParse(input).success).toBe(false);
  },
);

test.each([
  ['PST', 'America/Los_Angeles'],
  ['pst', 'America/Los_Angeles'],
  ['IST', 'Asia/Kolkata'],
  ['JST', 'Asia/Tokyo'],
  ['BST', 'Europe/London'],
  ['NET', 'Asia/Yerevan'],
])('METADATA-5: %s is no time zone, and the error names %s', (input, meant) => {
  const { error } = timezone.safeParse(input);
  expect(error?.issues[0]?.message).toContain(`. Instead of ${input}, send ${meant}`);
});

test.each(['+05:30', '-0800', 'CET-1CEST', 'Sommerzeit'])('METADATA-5: %s is no time zone', (input) => {
  const { error } = timezone.safeParse(input);
  expect(error?.issues[0]?.message).toBe('must be an IANA time zone, such as Europe/Stockholm');
});

test('METADATA-5: every zone that is accepted has a clock', () => {
  const names = Object.entries(TIME_ZONES).flatMap(([area, zones]) =>
    zones
      .trim()
      .split(/\s+/)
      .map((zone) => (area === '' ? zone : `${area}/${zone}`)),
  );
  for (const name of [...names, ...Intl.supportedValuesOf('timeZone')]) {
    expect(timezone.parse(name)).toBe(name);
    expect(zonedTime([name], 0).timeZoneId).toBe(name);
  }
});

test.each(['\u0000', 'a\rb', 'a\nb', '\t', '\u001f', '\u007f'])('a line holds no %j', (input) => {
  expect(line(255).safeParse(input).success).toBe(false);
});

test('a line holds everything else up to its length', () => {
  expect(line(7).parse('Åsa “é”')).toBe('Åsa “é”');
  expect(line(6).safeParse('Åsa “é”').success).toBe(false);
  expect(line(1).parse('')).toBe('');
});
