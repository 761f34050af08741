import { generateKeyPairSync, sign } from 'node:crypto';
import { callOf, OUR_QUERY, PHONE } from './call';
import { NOW_S } from './clock';
import type { Signing } from './refuses-calls';

export const PATH = '/receipts/telnyx/0d6f6a52-4f3e-4a55-9a63-0a3f6c1c1111';
export const ID = '40385f64-5717-4562-b3fc-2c963f66afa6';
export const OTHER = '11111111-1111-4111-8111-111111111111';

export const keys = generateKeyPairSync('ed25519');
const stranger = generateKeyPairSync('ed25519');
export const public_key = Buffer.from(keys.publicKey.export({ format: 'jwk' }).x!, 'base64url').toString(
  'base64',
);
export const API_KEY = 'KEY0123456789ABCDEF_secret';
export const account = { api_key: API_KEY, public_key };

export const SIGNATURE = 'telnyx-signature-ed25519';
export const TIMESTAMP = 'telnyx-timestamp';
type Timed = Omit<Signing, 'at'> & { at?: number | string };

/** The scheme as Telnyx documents it: Ed25519 over time, bar and body. */
export function call(body: string | Buffer, { at = NOW_S, stranger: forged = false, path }: Timed = {}) {
  const signed = Buffer.concat([Buffer.from(`${at}|`), Buffer.from(body)]);
  const signature = sign(null, signed, (forged ? stranger : keys).privateKey).toString('base64');
  return callOf(body, { [SIGNATURE]: signature, [TIMESTAMP]: String(at) }, path ?? `${PATH}?${OUR_QUERY}`);
}

/** What Telnyx says. */
export interface Said {
  event_type: string;
  payload: unknown;
  occurred_at?: unknown;
  /** With its query. */
  path?: string;
}

/** An event (docs: Receiving Webhooks for Messaging). */
export const bodyOf = ({ event_type, payload, ...said }: Said): string => {
  const occurred_at = 'occurred_at' in said ? said.occurred_at : '2026-11-20T08:30:15.000+00:00';
  return JSON.stringify({
    data: { record_type: 'event', id: OTHER, event_type, occurred_at, payload },
    meta: { attempt: 1, delivered_to: `https://notify.example.com${PATH}` },
  });
};

export const outbound = (status: unknown, changes: object = {}) => ({
  record_type: 'message',
  direction: 'outbound',
  id: ID,
  type: 'SMS',
  messaging_profile_id: '4000eba1-a0c0-4563-9925-b25e842a7cb6',
  from: { phone_number: '+15005550006', carrier: 'TELNYX LLC', line_type: 'VoIP' },
  to: [{ phone_number: PHONE, status, carrier: 'T-MOBILE USA, INC.', line_type: 'Wireless' }],
  cc: [],
  text: 'Hello',
  webhook_url: `https://notify.example.com${PATH}?${OUR_QUERY}`,
  encoding: 'GSM-7',
  parts: 1,
  tags: [],
  cost: { amount: '0.0051', currency: 'USD' },
  sent_at: '2026-02-03T18:10:01.000+00:00',
  completed_at: null,
  errors: [],
  ...changes,
});
export const finalized = (status: string, changes: object = {}, more: object = {}): Said => ({
  ...{ event_type: 'message.finalized', payload: outbound(status, changes) },
  ...more,
});

export const inbound = (text: string, changes: object = {}) => ({
  record_type: 'message',
  direction: 'inbound',
  id: ID,
  type: 'SMS',
  from: { phone_number: PHONE, carrier: 'T-MOBILE USA, INC.', line_type: 'Wireless' },
  to: [
    { phone_number: '+15005550006', status: 'webhook_delivered', carrier: 'TELNYX LLC', line_type: 'VoIP' },
  ],
  text,
  autoresponse_type: null,
  errors: [],
  ...changes,
});
