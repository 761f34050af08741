import { smsSegments } from '../../../core/sms-segments';
import { type ApiRequest, type ScriptedApi, startApi, when, wrongKeys } from './scripted-api';

export const PROFILE_ID = '4000eba1-a0c0-4563-9925-b25e842a7cb6';
const E164 = /^\+[1-9]\d{6,14}$/;

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
export const startTelnyx = (key: string): Promise<ScriptedApi> =>
  startApi({
    check: (request) => (request.path === '/v2/messages' ? checkMessage(request) : checkProfiles(request)),
    answer: (request) => {
      if (request.headers.authorization !== `Bearer ${key}`) {
        return refusal(401, '10009', 'Authentication failed');
      }
      if (request.path === '/v2/messages') {
        const { text } = JSON.parse(request.body) as { text: string };
        const { count, encoding } = smsSegments(text);
        if (text === '') return refusal(400, '40316', 'No content provided');
        if (count > 10) return refusal(400, '40302', 'Message too large');
        return created({}, { parts: count, encoding });
      }
      const profile = { record_type: 'messaging_profile', id: PROFILE_ID, name: 'main', enabled: true };
      const single = request.path !== '/v2/messaging_profiles';
      return { status: 200, body: { data: single ? profile : [profile] } };
    },
  });

function checkProfiles({ method, path, query, body }: ApiRequest): string[] {
  const single = path === `/v2/messaging_profiles/${PROFILE_ID}`;
  return when(
    [method !== 'GET', `method ${method}`],
    [body !== '', 'a body'],
    [!single && path !== '/v2/messaging_profiles', `path ${path}`],
    [!single && query.get('page[size]') !== '1', 'page[size]'],
    [query.size !== (single ? 0 : 1), `query ${query.toString()}`],
  );
}

function checkMessage({ method, query, headers, body }: ApiRequest): string[] {
  const message = JSON.parse(body) as Partial<Record<string, string>>;
  const { from, to, text, type, messaging_profile_id, webhook_url } = message;
  return [
    ...wrongKeys(message, ['to', 'text', 'type'], ['from', 'messaging_profile_id', 'webhook_url']),
    ...when(
      [method !== 'POST', `method ${method}`],
      [query.size > 0, 'a query'],
      [headers['content-type'] !== 'application/json', `type ${headers['content-type']}`],
      [!E164.test(String(to)), 'to'],
      [from !== undefined && !E164.test(String(from)), 'from'],
      [from === undefined && messaging_profile_id === undefined, 'no sender'],
      [typeof text !== 'string', 'text'],
      [type !== 'SMS', 'type'],
      [webhook_url !== undefined && !URL.canParse(String(webhook_url)), 'webhook_url'],
    ),
  ];
}
