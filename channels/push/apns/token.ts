import { createPrivateKey } from 'node:crypto';
import { sign } from 'jsonwebtoken';

interface ApnsKey {
  key_id: string;
  team_id: string;
  /** Text of the `.p8` file. */
  private_key: string;
}

/** Apple wants a token changed no more than every 20 minutes and takes none that is older than an hour. */
const LEAST_AGE_MS = 20 * 60_000;
const MOST_AGE_MS = 50 * 60_000;

/**
 * Makes provider tokens (ES256) of one key (developer.apple.com/documentation/usernotifications/
 * establishing-a-token-based-connection-to-apns). `now` is for tests.
 */
export function createApnsTokens(key: ApnsKey, now: () => number = Date.now) {
  const privateKey = readApnsKey(key.private_key) ?? '';
  let kept: { token: string; at: number } | null = null;
  return {
    get(): string {
      const at = now();
      if (!kept || at - kept.at > MOST_AGE_MS) {
        const claims = { iss: key.team_id, iat: Math.floor(at / 1000) };
        kept = { token: sign(claims, privateKey, { algorithm: 'ES256', keyid: key.key_id }), at };
      }
      return kept.token;
    },
    /** Apple says that this one expired. Returns true if the next `get` makes another. */
    expire(token: string): boolean {
      // Another send has already changed it.
      if (kept?.token !== token) return true;
      if (now() - kept.at < LEAST_AGE_MS) return false;
      kept = null;
      return true;
    },
  };
}

/** Returns the PEM of a pasted `.p8` key, which may have `\n` for line ends. Null if it is no P-256 private key. */
export function readApnsKey(text: string): string | null {
  const pem = text.trim().replaceAll('\\n', '\n');
  try {
    return createPrivateKey(pem).asymmetricKeyDetails?.namedCurve === 'prime256v1' ? pem : null;
  } catch {
    return null;
  }
}
