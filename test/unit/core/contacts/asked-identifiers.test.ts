import {
  askedForm,
  identifierHash,
  identifiersWithin,
  maskedIdentifier,
} from '../../../../core/contacts/asked-identifiers';

it.each([
  [' Ada@Example.COM ', 'ada@example.com'],
  ['ADA@', 'ada@'],
  ['+49 30 1234567', '+49301234567'],
  ['+1', '+1'],
  ['User-7', 'user-7'],
])('%s is compared as %s', (text, form) => {
  expect(askedForm(text)).toBe(form);
});

it('any text of an unchecked recipient may identify it, as long as there are few and they are short', () => {
  expect(identifiersWithin('Ada@example.com')).toEqual(['ada@example.com']);
  expect(identifiersWithin({ email: 'a@example.com', phones: ['+49301234567', 7], id: ' ' })).toEqual([
    'a@example.com',
    '+49301234567',
  ]);
  expect(identifiersWithin({ id: 'x'.repeat(256), of: { deep: 'no' } })).toEqual([]);
  expect(identifiersWithin({ id: 'x'.repeat(255) })).toEqual(['x'.repeat(255)]);
  expect(
    identifiersWithin(Object.fromEntries(Array.from({ length: 50 }, (_, n) => [n, `id${n}`]))),
  ).toHaveLength(20);
  expect([null, undefined, 7, []].flatMap(identifiersWithin)).toEqual([]);
});

it.each([
  ['ada@example.com', 'a***@example.com'],
  ['+49301234567', '+49***67'],
  ['user-7', 'us***'],
  ['@', '@***'],
])('%s is shown as %s', (text, masked) => {
  expect(maskedIdentifier(text)).toBe(masked);
});

it('the hash of an identifier depends on the key of its application', () => {
  const [one, other] = ['a', 'b'].map((key) => identifierHash(key.repeat(44), 'ada@example.com'));
  expect(one).not.toBe(other);
  expect(one).not.toContain('ada');
  // It is stored: every release has to compute the same.
  expect(identifierHash('a2V5IG9mIHRoZSBhcHBsaWNhdGlvbg==', 'ada@example.com')).toBe(
    'j-jJfcqLNNaEJNAB2WewUY7_rNJucxWpHUHzsjR46zE',
  );
});
