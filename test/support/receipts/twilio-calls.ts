import { createHmac } from 'node:crypto';
import type { ReceiptRequest } from '../../../channels/receipts/receipts';
import { ACCOUNT_SID } from '../providers/twilio-server';
import { callOf, OUR_QUERY, PHONE, queryOf } from './call';
import type { Signing } from './refuses-calls';

export const TOKEN = 'tw-auth-token-0123456789abcdef';
export const account = { account_sid: ACCOUNT_SID, auth_token: TOKEN };
export const ORIGIN = 'https://notify.example.com';
export const PATH = '/receipts/twilio/0d6f6a52-4f3e-4a55-9a63-0a3f6c1c1111';
export const OUR_PATH = `${PATH}?${OUR_QUERY}`;
export const FORM = { 'content-type': 'application/x-www-form-urlencoded; charset=UTF-8' };
export const SID = `SM${'0f'.repeat(16)}`;

/** The signature by the scheme as Twilio documents it: the address, then name and value of each field in the order of the names. */
export function signatureOf(address: string, fields: URLSearchParams, token = TOKEN): string {
  const names = [...new Set(fields.keys())].sort();
  const values = (name: string) => [...new Set(fields.getAll(name))].sort();
  const signed = names.flatMap((name) => values(name).map((value) => name + value)).join('');
  return createHmac('sha1', token)
    .update(address + signed, 'utf8')
    .digest('base64');
}

/** A call of Twilio, signed; `address` is what it was told to call. */
export function call(
  body: string | Buffer,
  { path = OUR_PATH, address = ORIGIN + path, stranger = false }: Signing & { address?: string } = {},
): ReceiptRequest {
  const fields = new URLSearchParams(String(body));
  const signature = signatureOf(address, fields, stranger ? 'another' : TOKEN);
  return callOf(body, { ...FORM, 'x-twilio-signature': signature }, path);
}

const COMMON = { AccountSid: ACCOUNT_SID, ApiVersion: '2010-04-01', MessageSid: SID, SmsSid: SID };

/** What Twilio says, as a form. */
export interface Said {
  body: string;
  /** With its query. */
  path?: string;
}
export type Fields = Record<string, unknown>;
const form = (fields: Fields): Said => ({ body: queryOf(fields) });

/** A status callback (docs: Track the message status of outbound messages). */
export const status = (value: string, more: Fields = {}) =>
  form({ ...COMMON, From: '+15005550006', MessageStatus: value, SmsStatus: value, To: PHONE, ...more });

/** A message to us (docs: Twilio's request to your incoming message webhook URL). */
export const inbound = (Body: string, more: Fields = {}) =>
  form({
    ...{ ...COMMON, Body, From: PHONE, NumMedia: '0', NumSegments: '1' },
    ...{ SmsMessageSid: SID, SmsStatus: 'received', To: '+15005550006', ...more },
  });

/** A status callback of this many bytes. */
export const ofLength = (bytes: number): Said => {
  const { body } = status('delivered', { Note: '' });
  return { body: body + 'x'.repeat(bytes - body.length) };
};
