import { createECDH, ECDH } from 'node:crypto';
import { z } from 'zod';

/** A browser's subscription, as `JSON.stringify(subscription)` writes it (Push API, PushSubscriptionJSON). */
export interface Subscription {
  endpoint: string;
  keys: { p256dh: string; auth: string };
}

const base64url = (bytes: number) =>
  z
    .string()
    .max(200)
    // Browsers write no padding; some libraries do.
    .transform((text) => text.replace(/=+$/, ''))
    .refine((text) => /^[\w-]+$/.test(text) && Buffer.from(text, 'base64url').length === bytes);

const subscription = z.object({
  endpoint: z
    .url({ protocol: /^https$/ })
    .max(2048)
    .transform((text) => new URL(text).href),
  keys: z.object({ p256dh: base64url(65).refine(isPoint), auth: base64url(16) }),
});

/** The subscription that a token is, null where it is none. */
export function readSubscription(token: string): Subscription | null {
  try {
    return subscription.safeParse(JSON.parse(token)).data ?? null;
  } catch {
    return null;
  }
}

/** Whether it is a point of P-256: with anything else no key can be agreed on (RFC 8291 section 3.1). */
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

/** Whether the two are one pair. */
export function isPair(publicKey: string, privateKey: string): boolean {
  try {
    const ecdh = createECDH('prime256v1');
    ecdh.setPrivateKey(Buffer.from(privateKey, 'base64url'));
    return ecdh.getPublicKey().equals(Buffer.from(publicKey, 'base64url'));
  } catch {
    return false;
  }
}
