import { isUtf8 } from 'node:buffer';
import { Webhook } from 'standardwebhooks';
import { z } from 'zod';
import { jsonObject } from '../../http/json';
import { later, malformed, type ReceiptReader, type ReceiptRequest, refused } from '../../receipts/receipts';
import { resendReceipt } from './event';

/** Setting `webhook_secret`. */
export const webhookSecret = () =>
  z
    .string()
    .max(1000)
    .refine((secret) => signerOf(secret) !== null, 'must be the signing secret of the webhook, whsec_…')
    .optional()
    .describe('Signing secret of the webhook at Resend, which reports deliveries, bounces and complaints.');

/**
 * Reads Resend's webhooks, one event a call. They are Svix's: HMAC-SHA256 over id, timestamp and body, within five
 * minutes of now ("Verify Webhooks Requests"). Standard Webhooks has the same scheme under other header names.
 */
export function resendReceipts({ webhook_secret }: { webhook_secret?: string }): ReceiptReader {
  const signer = webhook_secret === undefined ? null : signerOf(webhook_secret);
  return (request) => {
    if (!signer) return later('set webhook_secret: without it no callback can be verified');
    const refusal = refusalOf(request, signer);
    if (refusal) return refused(refusal);
    const event = jsonObject(request.body.toString('utf8'));
    if (!event) return malformed('the body is not an event in JSON');
    const receipt = resendReceipt(event);
    return { kind: 'read', receipts: receipt ? [receipt] : [] };
  };
}

/** Returns why a call is not Resend's, null if it is. */
function refusalOf({ headers, body }: ReceiptRequest, signer: Webhook): string | null {
  // The signature is over text: bytes that are not UTF-8 would be verified as other bytes.
  if (!isUtf8(body)) return 'the body is not UTF-8, which Resend sends';
  const signature = {
    'webhook-id': headers['svix-id'] ?? '',
    'webhook-timestamp': headers['svix-timestamp'] ?? '',
    'webhook-signature': headers['svix-signature'] ?? '',
  };
  try {
    signer.verify(body.toString('utf8'), signature, { jsonParse: false });
    return null;
  } catch (error) {
    const why = error instanceof Error ? error.message : 'not verified';
    return `${why}: check that webhook_secret is the signing secret of this webhook at Resend, and that the clock is right`;
  }
}

function signerOf(secret: string): Webhook | null {
  if (!secret.startsWith('whsec_')) return null;
  try {
    return new Webhook(secret);
  } catch {
    return null;
  }
}
