import { createHmac, timingSafeEqual } from 'node:crypto';
import type { WebhookEvent } from './types';

/** Why a webhook is refused. */
export type WebhookVerificationReason =
  | 'missing_secret'
  | 'missing_header'
  | 'malformed_header'
  | 'timestamp_outside_tolerance'
  | 'signature_mismatch'
  | 'malformed_body';

/** Thrown by `verifyWebhook`. Answer 400 and ignore the request. */
export class WebhookVerificationError extends Error {
  override readonly name = 'WebhookVerificationError';

  constructor(
    readonly reason: WebhookVerificationReason,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

export interface VerifyWebhookOptions {
  /** Maximum difference between the signature's time and now, seconds. @default 300 */
  toleranceSeconds?: number;
  /** Time to compare with. @default now */
  now?: Date;
  /** `WEBHOOK_BRAND` of the service, which is part of the header's name. @default 'Service' */
  brand?: string;
}

/** Headers of Node's `http`, of Express or of `fetch`. */
export type WebhookHeaders =
  { get(name: string): string | null } | { [name: string]: string | string[] | undefined };

/**
 * Verifies a webhook and returns its event. `rawBody` is the body before any parsing, `secret` the whole `whsec_…` of the
 * endpoint.
 * @throws WebhookVerificationError if the webhook is refused.
 */
export function verifyWebhook(
  rawBody: string | Uint8Array,
  headers: WebhookHeaders,
  secret: string,
  { toleranceSeconds = 300, now = new Date(), brand = 'Service' }: VerifyWebhookOptions = {},
): WebhookEvent {
  if (!secret) throw new WebhookVerificationError('missing_secret', 'the signing secret is missing');
  const name = `X-${brand}-Signature`;
  const header = headerOf(headers, name);
  if (header === undefined) {
    throw new WebhookVerificationError('missing_header', `the request has no header ${name}`);
  }
  const { timestamp, signatures } = readSignature(name, header);
  const age = Math.abs(now.getTime() / 1000 - Number(timestamp));
  if (!(age <= toleranceSeconds)) {
    const message = `the signature's time is ${Math.round(age)} s from now; at most ${toleranceSeconds} s are accepted`;
    throw new WebhookVerificationError('timestamp_outside_tolerance', message);
  }
  const expected = createHmac('sha256', secret).update(`${timestamp}.`).update(rawBody).digest();
  // All signatures are compared, so that the time does not show which one matches.
  const matches = signatures.map((hex) => timingSafeEqual(Buffer.from(hex, 'hex'), expected));
  if (!matches.includes(true)) {
    const message = 'the signature does not match: the secret is wrong, or the body was changed';
    throw new WebhookVerificationError('signature_mismatch', message);
  }
  return readEvent(rawBody);
}

function headerOf(headers: WebhookHeaders, name: string): string | undefined {
  if (typeof headers.get === 'function') return headers.get(name) ?? undefined;
  const wanted = name.toLowerCase();
  const found = Object.entries(headers).find(([key]) => key.toLowerCase() === wanted)?.[1] as
    string | string[] | undefined;
  return Array.isArray(found) ? found[0] : found;
}

/** Reads `t=<seconds>,v1=<hex>`. There is a second `v1` while the secret is rotated. Other parts are skipped. */
function readSignature(name: string, header: string): { timestamp: string; signatures: string[] } {
  const parts = header.split(',').map((part) => part.trim());
  const of = (key: string): string[] =>
    parts.filter((part) => part.startsWith(`${key}=`)).map((part) => part.slice(key.length + 1));
  const [timestamp = '', ...more] = of('t');
  const signatures = of('v1').filter((value) => /^[0-9a-f]{64}$/.test(value));
  if (!/^\d{1,12}$/.test(timestamp) || more.length > 0 || signatures.length === 0) {
    const message = `the header ${name} is not of the form t=<seconds>,v1=<signature>`;
    throw new WebhookVerificationError('malformed_header', message);
  }
  return { timestamp, signatures };
}

function readEvent(rawBody: string | Uint8Array): WebhookEvent {
  try {
    return JSON.parse(
      typeof rawBody === 'string' ? rawBody : Buffer.from(rawBody).toString(),
    ) as WebhookEvent;
  } catch (error) {
    throw new WebhookVerificationError('malformed_body', 'the body is signed but is not JSON', {
      cause: error,
    });
  }
}
