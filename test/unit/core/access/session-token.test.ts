import { csrfTokenOf, hashToken, newToken } from '../../../../core/access/session-token';

test('a token has 256 bits and none is given twice', () => {
  const tokens = Array.from({ length: 100 }, newToken);
  expect(new Set(tokens).size).toBe(100);
  for (const token of tokens) expect(token).toMatch(/^[\w-]{43}$/);
});

test('stored hashes of tokens stay valid (FIPS 180-2, appendix B.1)', () => {
  expect(hashToken('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
});

test('the token of a change is no hash that is stored', () => {
  expect(csrfTokenOf('abc')).toBe('N_ba9HZyO6ambUIkr8fLsWqR7pUHWvVMNz-PUnrS_dk');
  expect(Buffer.from(csrfTokenOf('abc'), 'base64url').toString('hex')).not.toBe(hashToken('abc'));
});
