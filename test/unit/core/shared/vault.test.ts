import { randomBytes } from 'node:crypto';
import { openText, sealedFor, sealText, textAtRest } from '../../../../core/shared/at-rest';
import { createVault, VaultError } from '../../../../core/shared/vault';

const key = randomBytes(32);

describe('the vault of credentials', () => {
  it('opens what it sealed, and seals the same text anew each time', () => {
    const vault = createVault([key]);
    const sealed = vault.seal('{"token":"s3cret"}', 'a');
    expect(vault.open(sealed, 'a')).toBe('{"token":"s3cret"}');
    expect(sealed).not.toContain('s3cret');
    expect(vault.seal('{"token":"s3cret"}', 'a')).not.toBe(sealed);
  });

  it('opens with an older key what was sealed before a rotation', () => {
    const sealed = createVault([key]).seal('text', 'a');
    expect(createVault([randomBytes(32), key]).open(sealed, 'a')).toBe('text');
  });

  it('refuses what was moved to another record', () => {
    const vault = createVault([key]);
    expect(() => vault.open(vault.seal('text', 'a'), 'b')).toThrow(VaultError);
  });

  it('refuses what was altered', () => {
    const vault = createVault([key]);
    const [version, id, text] = vault.seal('text', 'a').split('.');
    const bytes = Buffer.from(text!, 'base64url');
    bytes[14]! ^= 1;
    const altered = `${version}.${id}.${bytes.toString('base64url')}`;
    expect(() => vault.open(altered, 'a')).toThrow('stored credentials were changed');
  });

  it('says which setting is missing', () => {
    const vault = createVault([]);
    expect(() => vault.seal('text', 'a')).toThrow('ENCRYPTION_KEY is not set');
    expect(() => vault.open(createVault([key]).seal('text', 'a'), 'a')).toThrow(
      'ENCRYPTION_KEY does not contain',
    );
    expect(() => vault.open('nonsense', 'a')).toThrow(VaultError);
  });
});

test('a vault says whether it can seal, and whether its first key sealed a text', () => {
  const [older, newer] = [createVault([key]), createVault([randomBytes(32), key])];
  const sealed = older.seal('é 🎈', 'a');
  expect(sealed).toMatch(/^v1\.[0-9a-f]{8}\.[\w-]+$/);
  expect([older, newer, createVault([])].map((vault) => vault.isCurrent(sealed))).toEqual([
    true,
    false,
    false,
  ]);
  expect(older.isCurrent(`x${sealed}`)).toBe(false);
  expect([older, createVault([])].map(({ canSeal }) => canSeal)).toEqual([true, false]);
  expect(newer.open(sealed, 'a')).toBe('é 🎈');
  expect(() => older.open(sealed.replace('v1', 'v2'), 'a')).toThrow('does not contain');
});

describe('a secret text in the database', () => {
  const [vault, keyless] = [createVault([key]), createVault([])];

  it('is sealed for its record', () => {
    for (const stored of [sealText(vault, 'text', 'a'), textAtRest(vault, 'text', 'a')]) {
      expect(stored).toEqual({ sealed: expect.not.stringContaining('text') as string });
      expect(openText(vault, stored, 'a')).toBe('text');
      expect(() => openText(vault, stored, 'b')).toThrow(VaultError);
    }
  });

  it('is in clear without a key, or where it must be sealed, none', () => {
    expect(textAtRest(keyless, 'text', 'a')).toBe('text');
    expect(() => sealText(keyless, 'text', 'a')).toThrow('ENCRYPTION_KEY is not set');
  });

  it('can be read that is in clear, with a key or without', () => {
    expect([vault, keyless].map((one) => openText(one, 'text', 'a'))).toEqual(['text', 'text']);
  });

  it('can be of four kinds, each for records of its own', () => {
    const { webhook, content, captured, suppressionKey } = sealedFor;
    expect([webhook, content, captured, suppressionKey].map((of) => of('a'))).toEqual([
      'webhook:a',
      'content:a',
      'captured:a',
      'suppression:a',
    ]);
  });
});
