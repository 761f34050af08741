import fc from 'fast-check';
import { IntlMessageFormat } from 'intl-messageformat';
import { directionOf } from '../../../../../core/events/translations/direction';
import { decodeText, encodeText } from '../../../../../core/events/translations/encode';
import { formatMessage } from '../../../../../core/events/translations/format-message';
import { readMessage } from '../../../../../core/events/translations/message';
import type { HelperOptions } from '../../../../../core/events/templates/helpers';

const made = (message: string, values: object, language = 'en', plainSigns = false) =>
  formatMessage(encodeText(message), {
    values: values as HelperOptions,
    context: { language, timezone: 'UTC', plainSigns },
    escape: (text) => text,
  });

it.each([
  ['en', 'You have {n, plural, =0 {nothing} one {# letter} other {# letters}}'],
  ['ar', '{n, plural, zero {z} one {o} two {t} few {#f} many {#m} other {#x}}'],
  ['en', '{n, selectordinal, one {#st} two {#nd} few {#rd} other {#th}}'],
  ['de', '{n, plural, offset:1 =1 {du} one {du und #} other {du und # andere}}'],
  ['fr', "{n, number} {n, number, percent} {n, number, ::currency/EUR} l''{who} '{'x}"],
  ['en', '{n, number, ::.00 scale/100} {n, number, ::compact-short} {n, number, integer}'],
  ['en', '{who, select, ada {she} other {they}} <b>{who}</b> {when, date, ::yMMMd}'],
])('a message of %s is formatted as FormatJS formats it: %s', (language, message) => {
  for (const n of [0, 1, 2, 3, 11, 22, 100, 1234.5])
    for (const who of ['ada', 'x'])
      expect(made(message, { n, who, when: '2026-05-01' }, language)).toBe(
        String(
          new IntlMessageFormat(message, language, undefined, { ignoreTag: true }).format({
            ...{ n, who, when: new Date('2026-05-01') },
          }),
        ),
      );
});

it.each([
  [
    'a value that an object has',
    '{x} {x, select, constructor {c} other {o}}',
    { x: 'constructor' },
    'constructor c',
  ],
  ['a name that an object has', '{constructor}{toString}', {}, ''],
  ['a case that only an object has', '{x, select, other {o}}', { x: 'toString' }, 'o'],
  ['a missing number', '{n, plural, one {# day} other {# days}}', {}, ' days'],
])('%s', (_what, message, values, result) => {
  expect(made(message, values)).toBe(result);
});

it('has only signs of a phone in an SMS', () => {
  expect(made('{n, number, ::currency/EUR}', { n: 1234.5 }, 'fr', true)).toBe('1 234,50 €');
});

it.each([
  '{n, plural, one {',
  '{n, foo}',
  '{}',
  `${'{n}'.repeat(101)}`,
  'x'.repeat(5001),
  '{1}',
  '{n, number, ::foo/}',
])('is refused: %.40s', (message) => {
  expect(readMessage(message)).toMatchObject({ ok: false, line: 1 });
});

it('is any text in a tag, which no parser of a template reads', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      const encoded = encodeText(text);
      expect(encoded).not.toMatch(/[{}"'<>&|()\\\n\r[\]#]/);
      expect(decodeText(encoded)).toBe(text);
    }),
  );
});

it('has the direction of its script', () => {
  const of = (...tags: string[]) => tags.map(directionOf).join(' ');
  expect(of('ar', 'he', 'iw', 'fa-IR', 'ur', 'dv', 'uz-AF', 'pa-PK', 'ckb', 'yi')).toBe(
    Array(10).fill('rtl').join(' '),
  );
  expect(of('en', 'de', 'uz', 'pa', 'tr', 'zh-TW', 'x!')).toBe(Array(7).fill('ltr').join(' '));
});
