import { createCipheriv, createDecipheriv, createHash } from 'node:crypto';
import { randomBytes } from './random';

/** Encrypts credentials before they are stored. */
export interface Vault {
  /** Whether there is a key to seal with. */
  readonly canSeal: boolean;
  /** Whether the value was sealed with the first key. */
  isCurrent(sealed: string): boolean;
  /** Encrypts with the first key. Throws VaultError if no key is set. */
  seal(plain: string, context: string): string;
  /** Decrypts what any of the keys sealed for this `context`. Throws VaultError if none fits. */
  open(sealed: string, context: string): string;
}

/** Thrown if credentials cannot be sealed or opened. The message names the setting to correct. */
export class VaultError extends Error {
  override name = 'VaultError';
}

const VERSION = 'v1';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/**
 * Returns a vault: AES-256-GCM (NIST SP 800-38D) with a new nonce for each value. `context`, for example the record's id,
 * is authenticated, so a sealed value cannot be moved to another record. Each of `keys` has 32 bytes. The first seals and
 * all open, so a key is rotated by placing a new one before it.
 */
export function createVault(keys: readonly Buffer[]): Vault {
  const named = keys.map((key) => ({ key, id: createHash('sha256').update(key).digest('hex').slice(0, 8) }));
  return {
    canSeal: named.length > 0,
    isCurrent: (sealed) => sealed.startsWith(`${VERSION}.${named[0]?.id}.`),
    seal(plain, context) {
      const first = named[0];
      if (!first) throw new VaultError('ENCRYPTION_KEY is not set, so credentials cannot be stored');
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv('aes-256-gcm', first.key, nonce).setAAD(Buffer.from(context));
      const sealed = Buffer.concat([
        nonce,
        cipher.update(plain, 'utf8'),
        cipher.final(),
        cipher.getAuthTag(),
      ]);
      return `${VERSION}.${first.id}.${sealed.toString('base64url')}`;
    },
    open(sealed, context) {
      const [version, id, text = ''] = sealed.split('.');
      const found = version === VERSION ? named.find((one) => one.id === id) : undefined;
      if (!found)
        throw new VaultError('ENCRYPTION_KEY does not contain the key that encrypted these credentials');
      const bytes = Buffer.from(text, 'base64url');
      const decipher = createDecipheriv('aes-256-gcm', found.key, bytes.subarray(0, NONCE_BYTES))
        .setAAD(Buffer.from(context))
        .setAuthTag(bytes.subarray(-TAG_BYTES));
      try {
        const body = bytes.subarray(NONCE_BYTES, -TAG_BYTES);
        return decipher.update(body, undefined, 'utf8') + decipher.final('utf8');
      } catch (error) {
        throw new VaultError('stored credentials were changed and cannot be decrypted', { cause: error });
      }
    },
  };
}
