import { generateKeyPair } from 'node:crypto';
import { promisify } from 'node:util';
import type { DkimKey } from '../../../../core/sending/dkim/key';
import { sealedFor } from '../../../../core/shared/at-rest';
import { type Vault, VaultError } from '../../../../core/shared/vault';
import { ApiError } from '../../../http/api-error';

const generate = promisify(generateKeyPair);

/** Bits of a key. RFC 8301 section 3.2 wants 2048, and not every receiver verifies larger keys. */
const BITS = 2048;

/**
 * Makes a pending key, in a thread of Node's pool. It is RSA: Gmail, Outlook and Yahoo do not verify Ed25519 (RFC 8463), and a
 * message with that signature only is unsigned for them.
 */
export async function makeKey(
  named: Pick<DkimKey, 'domain' | 'selector'>,
  { applicationId, vault, now }: { applicationId: string; vault: Vault; now: Date },
): Promise<DkimKey> {
  const { publicKey, privateKey } = await generate('rsa', {
    modulusLength: BITS,
    publicKeyEncoding: { type: 'spki', format: 'der' },
    privateKeyEncoding: { type: 'pkcs8', format: 'der' },
  });
  try {
    return {
      ...{ domain: named.domain, selector: named.selector, state: 'pending' },
      publicKey: publicKey.toString('base64'),
      sealed: vault.seal(privateKey.toString('base64'), sealedFor.dkim(applicationId, named)),
      ...{ createdAt: now, activeSince: null, retiringSince: null },
    };
  } catch (error) {
    if (!(error instanceof VaultError)) throw error;
    const message = `${error.message}. Set it for API and worker (docs/reference/settings.md).`;
    throw new ApiError('VALIDATION_ERROR', message);
  }
}
