import { createHmac, timingSafeEqual } from 'node:crypto';
import type { ReceiptReading, ReceiptRequest } from '../../receipts/receipts';

/**
 * Why a call is not Meta's, undefined where it is: `X-Hub-Signature-256` is the HMAC-SHA256 of the body with the app's
 * secret (developers.facebook.com/documentation/business-messaging/whatsapp/webhooks/create-webhook-endpoint).
 */
export function refusalOf(appSecret: string, { headers, body }: ReceiptRequest): string | undefined {
  const [, hex] = /^sha256=([0-9a-f]{64})$/i.exec(headers['x-hub-signature-256'] ?? '') ?? [];
  if (hex === undefined) return 'no X-Hub-Signature-256: Meta did not send this';
  const expected = createHmac('sha256', appSecret).update(body).digest();
  if (timingSafeEqual(Buffer.from(hex, 'hex'), expected)) return undefined;
  return "the signature is not Meta's: is app_secret the secret of the app that has the webhook?";
}

/** The answer to Meta's question, when a webhook is set up, whether the address is ours (the same page, GET requests). */
export function answerChallenge(verifyToken: string, { query }: ReceiptRequest): ReceiptReading {
  if (query.get('hub.mode') !== 'subscribe') {
    return { kind: 'refused', reason: 'a GET that is not the verification of a webhook by Meta' };
  }
  if (!sameText(query.get('hub.verify_token') ?? '', verifyToken)) {
    return { kind: 'refused', reason: 'the verify token of the webhook at Meta is not verify_token' };
  }
  const challenge = query.get('hub.challenge');
  if (challenge === null) return { kind: 'malformed', reason: 'a verification without hub.challenge' };
  return { kind: 'read', receipts: [], answer: { contentType: 'text/plain', body: challenge } };
}

/** Whether two texts are the same, in a time that does not tell how much of them is. */
function sameText(given: string, secret: string): boolean {
  const digest = (text: string) => createHmac('sha256', secret).update(text).digest();
  return timingSafeEqual(digest(given), digest(secret));
}
