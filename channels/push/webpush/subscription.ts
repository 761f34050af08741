import { createECDH, ECDH } from 'node:crypto';
import { z } from 'zod';

const base64url = (bytes: number) =>
  z
    .string()
    .max(200)
    // Browsers write no padding; some libraries do.
    .transform((text) => text.replace(/=+$/, ''))
    .refine((text) => /^[\w-]+$/.test(text) && Buffer.from(text, 'base64url').length === bytes);

/** A browser's subscription, as `JSON.stringify(subscription)` writes it (Push API, PushSubscriptionJSON). */
const subscription = z.object({
  endpoint: z
    .url({ protocol: /^https$/ })
    .max(2048)
    .transform((text) => new URL(text).href),
  keys: z.object({ p256dh: base64url(65).refine(isPoint), auth: base64url(16) }),
});

/** Returns the subscription that a token is, null if it is none. */
export function readSubscription(token: string) {
  try {
    return subscription.safeParse(JSON.parse(token)).data ?? null;
  } catch {
    return null;
  }
}

/** Returns whether a text is a point of P-256, which the key agreement needs (RFC 8291 section 3.1). */
function isPoint(text: string): boolean {
  try {
    ECDH.convertKey(Buffer.from(text, 'base64url'), 'prime256v1');
    return true;
  } catch {
    return false;
  }
}

const vapidKey = (bytes: number) =>
  z
    .string()
    .refine(
      (text) => /^[\w-]+$/.test(text) && Buffer.from(text, 'base64url').length === bytes,
      `must be a key of ${bytes} bytes in base64url, as npx web-push generate-vapid-keys prints it`,
    );

export const vapidPublicKey = vapidKey(65);
export const vapidPrivateKey = vapidKey(32);

/** Returns whether the two keys are one pair. */
export function isPair(publicKey: string, privateKey: string): boolean {
  try {
    const ecdh = createECDH('prime256v1');
    ecdh.setPrivateKey(Buffer.from(privateKey, 'base64url'));
    return ecdh.getPublicKey().equals(Buffer.from(publicKey, 'base64url'));
  } catch {
    return false;
  }
}
