import { z } from 'zod';
import { smsSegments } from '../../../core/sending/sms-segments';
import { type ApiReply, type ApiRequest, type ApiServer, must, startApiServer } from './api-server';

export const PROFILE_ID = '4000eba1-a0c0-4563-9925-b25e842a7cb6';
const e164 = z.string().regex(/^\+[1-9]\d{6,14}$/);
/** docs: Alphanumeric Sender ID, "Format requirements". */
const alphanumeric = z.string().regex(/^(?=.*[A-Za-z])[A-Za-z0-9 ]{1,11}$/);
/** Fields of POST /v2/messages that we use; no others. */
const message = z.strictObject({
  to: e164,
  from: z.union([e164, alphanumeric]).optional(),
  text: z.string(),
  type: z.literal('SMS'),
  messaging_profile_id: z.string().optional(),
  webhook_url: z.url().optional(),
});

/** A refusal as Telnyx words it (docs: API errors). */
export const refusal = (status: number, code: string, title = 'No', more: object = {}) => ({
  status,
  body: {
    errors: [
      { code, title, detail: 'Details', meta: { url: `https://developers.telnyx.com/${code}` }, ...more },
    ],
  },
});

/** The message as its creation answers (docs: Send a message). */
export const created = (to: object = {}, changes: object = {}) => ({
  status: 200,
  body: {
    data: {
      record_type: 'message',
      direction: 'outbound',
      id: '40385f64-5717-4562-b3fc-2c963f66afa6',
      type: 'SMS',
      to: [{ phone_number: '+15005550009', status: 'queued', carrier: '', line_type: 'Wireless', ...to }],
      encoding: 'GSM-7',
      parts: 1,
      errors: [],
      ...changes,
    },
  },
});

/** Telnyx for one API key. */
export const startTelnyx = (key: string): Promise<ApiServer> =>
  startApiServer(
    (request) => {
      const answer = request.path === '/v2/messages' ? send(request) : profiles(request);
      const known = request.headers.authorization === `Bearer ${key}`;
      return known ? answer : refusal(401, '10009', 'Authentication failed');
    },
    { strict: true },
  );

function profiles({ method, pathname, query, body }: ApiRequest): ApiReply {
  const single = pathname === `/v2/messaging_profiles/${PROFILE_ID}`;
  must(method === 'GET' && body === '', `${method} with "${body}"`);
  must(single || pathname === '/v2/messaging_profiles', `path ${pathname}`);
  must(query.toString() === (single ? '' : 'page%5Bsize%5D=1'), `query ${query.toString()}`);
  const profile = { record_type: 'messaging_profile', id: PROFILE_ID, name: 'main', enabled: true };
  return { status: 200, body: { data: single ? profile : [profile] } };
}

function send({ method, headers, json }: ApiRequest): ApiReply {
  must(method === 'POST', `method ${method}`);
  must(headers['content-type'] === 'application/json', `type ${headers['content-type']}`);
  const { from, text, messaging_profile_id: profile } = message.parse(json);
  must(from?.startsWith('+') || profile !== undefined, 'no sender, or an alphanumeric one without a profile');
  const { count, encoding } = smsSegments(text);
  if (text === '') return refusal(400, '40316', 'No content provided');
  if (count > 10) return refusal(400, '40302', 'Message too large');
  return created({}, { parts: count, encoding });
}
