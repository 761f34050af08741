import { notedName, notedText } from '../../../../core/shared/noted-text';

test.each([
  ['hello', 'hello'],
  ['2026-offer.v1_b', '2026-offer.v1_b'],
  ['ada@example.com', 'a***@example.com'],
  ['+4915112345678', '+49***78'],
  ['4915112345678', '49***'],
  ['Ada Lovelace', 'Ad***'],
  [`${'x'.repeat(15_000)}`, 'xx***'],
  [`a@${'x'.repeat(15_000)}`, `a***@${'x'.repeat(58)}…`],
  ['\u001b[2J', ' [***'],
  ['', '***'],
])('a name of an event is kept so, %#', (name, kept) => {
  expect(notedName(name)).toBe(kept);
  expect(notedName(name).length).toBeLessThanOrEqual(64);
});

test.each([
  ['to must be an e-mail address.', 'to must be an e-mail address.'],
  ['to.ada@example.com is not known', 't***@example.com is not known'],
  ['12025550123 is not a known field.', '12*** is not a known field.'],
  ['a\u001bb\nc', 'a b c'],
  ['x'.repeat(100), 'x'.repeat(100)],
  ['x'.repeat(101), `${'x'.repeat(99)}…`],
  ['1'.repeat(1_000_000), '11***'],
])('a text is kept so, %#', (text, kept) => expect(notedText(text, 100)).toBe(kept));
