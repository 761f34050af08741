import { jsonObject } from '../../http/json';
import { type ReceiptRequest, refused, type Unread } from '../../receipts/receipts';

interface Signer {
  auth_token: string;
  callback_url?: string;
}

/** Maximum number of bytes, several times those of a message of 1,600 characters with media: a body is hashed for each address. */
const LARGEST_BODY = 64 * 1024;

const JSON_BODY = /^application\/json\b/i;

/**
 * Returns the fields of a call with Twilio's signature, undefined if its body is no object, or why it is refused. Checks
 * `X-Twilio-Signature` (twilio.com/docs/usage/webhooks/webhooks-security) with Twilio's own package, which tries each
 * address with and without the port and is loaded with the first call, because it costs 25 MB. The signature is over the
 * address and the fields of a form. With a JSON body it is over the address, which has the body's hash in `bodySHA256`.
 */
export async function readSignedCall(
  signer: Signer,
  request: ReceiptRequest,
): Promise<{ fields: Record<string, unknown> | undefined } | Unread> {
  const { method, headers, body } = request;
  if (method !== 'POST') return refused('set the method of the webhook to HTTP POST at Twilio');
  const signature = headers['x-twilio-signature'] ?? '';
  if (signature === '') return refused('no X-Twilio-Signature: Twilio did not send this');
  if (body.length > LARGEST_BODY) return refused('the body is larger than any of Twilio');
  // Node finds no named exports in this package.
  const { validateRequest, validateRequestWithBody } = (await import('twilio')).default;
  const text = body.toString('utf8');
  const json = JSON_BODY.test(headers['content-type'] ?? '');
  const fields = json ? {} : formFields(text);
  const holds = (address: string) =>
    json
      ? validateRequestWithBody(signer.auth_token, signature, address, text)
      : validateRequest(signer.auth_token, signature, address, fields);
  if (!addressesOf(signer.callback_url, request).some(holds)) return refused(NO_MATCH);
  return { fields: json ? jsonObject(text) : fields };
}

const NO_MATCH =
  "the signature is not Twilio's for this address: auth_token must be the account's primary auth token, and " +
  'callback_url the address that Twilio calls, if a proxy changes it';

/** Returns the addresses that Twilio may have called, with the query as received. */
function addressesOf(callbackUrl: string | undefined, { origins, path }: ReceiptRequest): string[] {
  const called = origins.map((origin) => origin + path);
  const query = path.includes('?') ? path.slice(path.indexOf('?')) : '';
  if (callbackUrl !== undefined) {
    const { origin, pathname } = new URL(callbackUrl);
    called.unshift(origin + pathname + query);
  }
  return called.filter((address) => URL.canParse(address));
}

/** Returns the fields of a form. A repeated one is an array of all its values. */
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
