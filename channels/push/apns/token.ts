import { createPrivateKey } from 'node:crypto';
import { sign } from 'jsonwebtoken';

export interface ApnsKey {
  keyId: string;
  teamId: string;
  /** PEM of the `.p8` file. */
  privateKey: string;
}

export interface ApnsTokens {
  get(): string;
  /** Apple calls this one expired: true where the next `get` makes another. */
  expire(token: string): boolean;
}

/** Apple wants a token changed no more than every 20 minutes and takes none that is older than an hour. */
const LEAST_AGE_MS = 20 * 60_000;
const MOST_AGE_MS = 50 * 60_000;

/**
 * Provider tokens (ES256) of one key, as developer.apple.com/documentation/usernotifications/
 * establishing-a-token-based-connection-to-apns has them. `now` is for tests.
 */
export function createApnsTokens(key: ApnsKey, now: () => number = Date.now): ApnsTokens {
  let kept: { token: string; at: number } | null = null;
  return {
    get() {
      const at = now();
      if (!kept || at - kept.at > MOST_AGE_MS) {
        const claims = { iss: key.teamId, iat: Math.floor(at / 1000) };
        kept = { token: sign(claims, key.privateKey, { algorithm: 'ES256', keyid: key.keyId }), at };
      }
      return kept.token;
    },
    expire(token) {
      // Another send has changed it already.
      if (kept?.token !== token) return true;
      if (now() - kept.at < LEAST_AGE_MS) return false;
      kept = null;
      return true;
    },
  };
}

/** A `.p8` key as it is pasted, with `\n` for line ends too; null where it is no P-256 private key. */
export function readApnsKey(text: string): string | null {
  const pem = text.trim().replaceAll('\\n', '\n');
  try {
    return createPrivateKey(pem).asymmetricKeyDetails?.namedCurve === 'prime256v1' ? pem : null;
  } catch {
    return null;
  }
}
