import { createHmac, timingSafeEqual } from 'node:crypto';
import { malformed, type ReceiptReading, type ReceiptRequest, refused } from '../../receipts/receipts';

/**
 * Returns why a call is not Meta's, undefined if it is: `X-Hub-Signature-256` is the HMAC-SHA256 of the body with the app's
 * secret (developers.facebook.com/documentation/business-messaging/whatsapp/webhooks/create-webhook-endpoint).
 */
export function refusalOf(appSecret: string, { headers, body }: ReceiptRequest): string | undefined {
  const [, hex] = /^sha256=([0-9a-f]{64})$/i.exec(headers['x-hub-signature-256'] ?? '') ?? [];
  if (hex === undefined) return 'no X-Hub-Signature-256: Meta did not send this';
  const expected = createHmac('sha256', appSecret).update(body).digest();
  if (timingSafeEqual(Buffer.from(hex, 'hex'), expected)) return undefined;
  return "the signature is not Meta's: check that app_secret is the secret of the app that has the webhook";
}

/** Answers Meta, which asks whether the address is ours when a webhook is set up (the same page, GET requests). */
export function answerChallenge(verifyToken: string, { query }: ReceiptRequest): ReceiptReading {
  if (query.get('hub.mode') !== 'subscribe') {
    return refused('a GET that is not the verification of a webhook by Meta');
  }
  if (!sameText(query.get('hub.verify_token') ?? '', verifyToken)) {
    return refused('the verify token of the webhook at Meta is not verify_token');
  }
  const challenge = query.get('hub.challenge');
  if (challenge === null) return malformed('a verification without hub.challenge');
  return { kind: 'read', receipts: [], answer: { contentType: 'text/plain', body: challenge } };
}

/** Returns whether two texts are the same, in a time that does not depend on how much of them is. */
function sameText(given: string, secret: string): boolean {
  const digest = (text: string) => createHmac('sha256', secret).update(text).digest();
  return timingSafeEqual(digest(given), digest(secret));
}
