import { createPublicKey, type KeyObject, verify } from 'node:crypto';
import type { ReceiptRequest } from '../../receipts/receipts';

/** Maximum number of seconds between the signed time and now, as in Telnyx's own packages. */
const TOLERANCE_S = 300;

/** Returns Telnyx's public key from base64 of the 32 bytes of an Ed25519 key. */
export const telnyxKey = (base64: string): KeyObject =>
  createPublicKey({
    key: { kty: 'OKP', crv: 'Ed25519', x: Buffer.from(base64, 'base64').toString('base64url') },
    format: 'jwk',
  });

/**
 * Returns why a call is not Telnyx's, undefined if it is: `telnyx-signature-ed25519` is over `telnyx-timestamp`, a bar and
 * the body (developers.telnyx.com/docs/messaging/messages/receiving-webhooks).
 */
export function refusalOf(key: KeyObject, { headers, body }: ReceiptRequest): string | undefined {
  const signature = headers['telnyx-signature-ed25519'];
  const timestamp = headers['telnyx-timestamp'];
  if (!signature || !timestamp)
    return 'no telnyx-signature-ed25519 and telnyx-timestamp: Telnyx did not send this';
  const signed = Buffer.concat([Buffer.from(`${timestamp}|`), body]);
  if (!verify(null, signed, key, Buffer.from(signature, 'base64'))) {
    return "the signature is not Telnyx's: check that public_key is the one that the portal shows for this account";
  }
  const age = Math.abs(Date.now() / 1000 - Number(timestamp));
  // False if the time is no number.
  if (!(age <= TOLERANCE_S))
    return 'signed more than 5 minutes from now: a repeated call, or a clock is wrong';
  return undefined;
}
