import { jsonObject } from '../../http/json';
import type { ReceiptRequest } from '../../receipts/receipts';

interface Signer {
  auth_token: string;
  callback_url?: string;
}

/** A call with Twilio's signature; `fields` is undefined where its body is no object. */
export type SignedCall =
  { ok: true; fields: Record<string, unknown> | undefined } | { ok: false; reason: string };

/** Bytes, several times what a message of 1,600 characters with media takes: a body is hashed for each address. */
const LARGEST_BODY = 64 * 1024;

const JSON_BODY = /^application\/json\b/i;

/**
 * Checks `X-Twilio-Signature` (twilio.com/docs/usage/webhooks/webhooks-security) with Twilio's own package, which tries
 * each address with and without the port and is loaded with the first call, for it costs 25 MB. The signature is over
 * the address and the fields of a form; of a JSON body over the address, which has the body's hash in `bodySHA256`.
 */
export async function readSignedCall(signer: Signer, request: ReceiptRequest): Promise<SignedCall> {
  const { method, headers, body } = request;
  if (method !== 'POST') return { ok: false, reason: 'set the method of the webhook to HTTP POST at Twilio' };
  const signature = headers['x-twilio-signature'] ?? '';
  if (signature === '') return { ok: false, reason: 'no X-Twilio-Signature: Twilio did not send this' };
  if (body.length > LARGEST_BODY) return { ok: false, reason: 'the body is larger than any of Twilio' };
  // Node finds no named exports in this package.
  const { validateRequest, validateRequestWithBody } = (await import('twilio')).default;
  const text = body.toString('utf8');
  const json = JSON_BODY.test(headers['content-type'] ?? '');
  const fields = json ? {} : formFields(text);
  const holds = (address: string) =>
    json
      ? validateRequestWithBody(signer.auth_token, signature, address, text)
      : validateRequest(signer.auth_token, signature, address, fields);
  if (!addressesOf(signer.callback_url, request).some(holds)) return { ok: false, reason: NO_MATCH };
  return { ok: true, fields: json ? jsonObject(text) : fields };
}

const NO_MATCH =
  "the signature is not Twilio's for this address: auth_token must be the account's primary auth token, and " +
  'callback_url the address that Twilio calls, where a proxy changes it';

/** Where Twilio may have been told to call, with the query as it came. */
function addressesOf(callbackUrl: string | undefined, { origins, path }: ReceiptRequest): string[] {
  const called = origins.map((origin) => origin + path);
  const query = path.includes('?') ? path.slice(path.indexOf('?')) : '';
  if (callbackUrl !== undefined) {
    const { origin, pathname } = new URL(callbackUrl);
    called.unshift(origin + pathname + query);
  }
  return called.filter((address) => URL.canParse(address));
}

/** The fields of a form; one that is repeated is an array of all its values. */
function formFields(text: string): Record<string, string | string[]> {
  const fields = new Map<string, string[]>();
  for (const [name, value] of new URLSearchParams(text)) {
    const values = fields.get(name);
    if (values) values.push(value);
    else fields.set(name, [value]);
  }
  return Object.fromEntries(
    [...fields].map(([name, values]) => [name, values.length > 1 ? values : (values[0] ?? '')]),
  );
}
