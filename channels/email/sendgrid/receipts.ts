import { createPublicKey, type KeyObject, verify } from 'node:crypto';
import { z } from 'zod';
import { readJson } from '../../http/json';
import { later, malformed, type ReceiptReader, type ReceiptRequest, refused } from '../../receipts/receipts';
import { sendgridChange, sendgridReceipt } from './event';

/** SendGrid names no tolerance, and repeats a call that failed for 24 hours; an older one is a replay. */
const OLDEST_MS = 25 * 3_600_000;

const SIGNATURE = 'x-twilio-email-event-webhook-signature';
const TIMESTAMP = 'x-twilio-email-event-webhook-timestamp';

/** Setting `webhook_public_key`. */
export const webhookPublicKey = () =>
  z
    .string()
    .max(1000)
    .refine(
      (key) => readKey(key) !== null,
      'must be the verification key as SendGrid shows it: a P-256 public key in base64',
    )
    .optional()
    .describe('Verification key of the signed Event Webhook, which reports deliveries.');

/**
 * Reads SendGrid's Event Webhook, a batch of events a call. Signed Event Webhook: ECDSA with SHA-256 over the
 * timestamp header and the bytes of the body, the signature in base64 DER ("Getting Started with the Event Webhook
 * Security Features").
 */
export function sendgridReceipts({ webhook_public_key }: { webhook_public_key?: string }): ReceiptReader {
  const key = webhook_public_key === undefined ? null : readKey(webhook_public_key);
  return (request) => {
    if (!key) return later('set webhook_public_key: without it no callback can be verified');
    const refusal = refusalOf(request, key);
    if (refusal) return refused(refusal);
    const events = readJson(z.array(z.unknown()), request.body.toString('utf8'));
    if (!events) return malformed('the body is not a list of events in JSON');
    const optChanges = events.flatMap((event) => sendgridChange(event) ?? []);
    return {
      kind: 'read',
      receipts: events.flatMap((event) => sendgridReceipt(event) ?? []),
      ...(optChanges.length > 0 && { optChanges }),
    };
  };
}

/** Returns why a call is not SendGrid's, null if it is. */
function refusalOf({ headers, body }: ReceiptRequest, key: KeyObject): string | null {
  const signature = headers[SIGNATURE];
  const timestamp = headers[TIMESTAMP];
  if (!signature || !timestamp) return 'not signed: switch on the signature of this webhook at SendGrid';
  const signed = Buffer.concat([Buffer.from(timestamp), body]);
  if (!verify('sha256', signed, key, Buffer.from(signature, 'base64')))
    return 'the signature is wrong: webhook_public_key must be the verification key of this webhook at SendGrid';
  return Date.now() - Number(timestamp) * 1000 <= OLDEST_MS
    ? null
    : 'signed more than a day ago: a replay, or the clock of this machine is wrong';
}

function readKey(base64: string): KeyObject | null {
  try {
    const key = createPublicKey({ key: Buffer.from(base64, 'base64'), format: 'der', type: 'spki' });
    return key.asymmetricKeyDetails?.namedCurve === 'prime256v1' ? key : null;
  } catch {
    return null;
  }
}
