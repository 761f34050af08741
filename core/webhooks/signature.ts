import { createHmac } from 'node:crypto';
import { randomBytes } from '../shared/random';

const SECRET_PREFIX = 'whsec_';

/** How long a rotated secret signs beside the new one, milliseconds. */
export const SECRET_OVERLAP_MS = 24 * 3_600_000;

export interface WebhookToSign {
  /** The endpoint's signing secret, `whsec_…`. */
  secret: string;
  /** After a rotation, the secrets before it. Their signatures follow the first. */
  previousSecrets?: string[];
  /** The body as sent. */
  body: string;
  /** Seconds since 1970, fresh at each attempt. */
  timestamp: number;
  /** One per event, the same in every attempt (`webhook-id`). */
  eventId: string;
  /** Unique to this attempt (`X-<Brand>-Webhook-Id`). */
  attemptId: string;
  /** The word in header names and `User-Agent` (setting `WEBHOOK_BRAND`). */
  brand: string;
}

/** A new signing secret: `whsec_` and base64 of 32 random bytes (SIGNATURE-4). */
export function newSigningSecret(): string {
  return SECRET_PREFIX + randomBytes(32).toString('base64');
}

/**
 * The headers of one webhook attempt: the signature of SIGNATURE-3, keyed on the whole secret string, and
 * beside it the one of Standard Webhooks (standardwebhooks.com, "Signature scheme"), keyed on the bytes
 * that the secret encodes, so that the libraries of either verify the same request as they are.
 */
export function signWebhook(webhook: WebhookToSign): Record<string, string> {
  const { body, timestamp, eventId, attemptId, brand, secret, previousSecrets = [] } = webhook;
  const secrets = [secret, ...previousSecrets];
  const own = secrets.map((key) => `v1=${hmac(key, `${timestamp}.${body}`).toString('hex')}`);
  const standard = secrets.map(
    (key) => `v1,${hmac(secretBytes(key), `${eventId}.${timestamp}.${body}`).toString('base64')}`,
  );
  return {
    'Content-Type': 'application/json',
    'User-Agent': `${brand}-Webhook/1.0`,
    [`X-${brand}-Signature`]: `t=${timestamp},${own.join(',')}`,
    [`X-${brand}-Webhook-Id`]: attemptId,
    'webhook-id': eventId,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': standard.join(' '),
  };
}

function hmac(key: string | Buffer, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest();
}

function secretBytes(secret: string): Buffer {
  const encoded = secret.startsWith(SECRET_PREFIX) ? secret.slice(SECRET_PREFIX.length) : secret;
  return Buffer.from(encoded, 'base64');
}
