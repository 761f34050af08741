import { readTogether } from '../../../../support/parts';
import { pseudoMessage, withPseudoLocale } from '../../../../../core/events/translations/pseudo';

it.each([
  ['Hi {name}', '[Ĥî {name} ~]', '\u202eHi\u202c {name}'],
  [
    "{n, plural, one {a '{'b'}'} other {# c}} it''s",
    "[{n, plural, one {å '{'ƀ'}'} other {# ç}} îţ''š ~ ~ ~]",
    "{n, plural, one {\u202ea\u202c '{'\u202eb\u202c'}'} other {# \u202ec\u202c}} \u202eit\u202c''\u202es\u202c",
  ],
  [
    '<b>x</b> &amp; https://a.example/b',
    '[<b>ẋ</b> &amp; https://a.example/b ~ ~ ~ ~ ~ ~]',
    '<b>\u202ex\u202c</b> &amp; https://a.example/b',
  ],
])('a pseudo-locale changes the letters of %s, and nothing that it fills in', (text, accented, reversed) => {
  expect(pseudoMessage(text, 'en-XA')).toBe(accented);
  expect(pseudoMessage(text, 'ar-XB')).toBe(reversed);
});

it('is a variant of each template in the default language, also of lists', () => {
  const { event } = readTogether({
    'e.yaml': `templates: { slack: { en: { text: 'Hi {{t "a"}}', blocks: [{ type: section, text: { type: mrkdwn, text: '{{t "a"}}' } }] } } }`,
    'translations/en.yaml': 'a: A',
  });
  const { templates } = withPseudoLocale(event!, 'en-XA');
  expect(Object.keys(templates.slack!)).toEqual(['en', 'en-XA']);
  expect(JSON.stringify(templates.slack!['en-XA']).match(/Å/g)).toHaveLength(2);
  expect(templates.slack!['en']).toBe(event!.templates.slack!['en']);
});
