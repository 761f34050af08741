import { type ApiRequest, type ScriptedApi, startApi, when, wrongKeys } from './scripted-api';

export const ACCOUNT_SID = `AC${'a1'.repeat(16)}`;
const MESSAGES = `/2010-04-01/Accounts/${ACCOUNT_SID}/Messages.json`;
const ADDRESS = /^(whatsapp:)?\+[1-9]\d{6,14}$/;
const FIELDS = ['From', 'MessagingServiceSid', 'Body', 'ContentSid', 'ContentVariables', 'StatusCallback'];

/** A refusal as Twilio words it (docs: Twilio's response, exceptions). */
export const refusal = (status: number, code: number, message = 'no') => ({
  status,
  body: { code, message, more_info: `https://www.twilio.com/docs/errors/${code}`, status },
});

/** The Message resource as its creation answers (docs: Message resource). */
export const created = (changes: object = {}) => ({
  account_sid: ACCOUNT_SID,
  api_version: '2010-04-01',
  body: '…',
  date_created: 'Thu, 24 Aug 2023 05:01:45 +0000',
  date_sent: null,
  date_updated: 'Thu, 24 Aug 2023 05:01:45 +0000',
  direction: 'outbound-api',
  error_code: null,
  error_message: null,
  num_media: '0',
  num_segments: '1',
  price: null,
  price_unit: null,
  sid: `SM${'0f'.repeat(16)}`,
  status: 'queued',
  ...changes,
});

/** Twilio's messages of one account, for a login of `user:password`. */
export const startTwilio = (login: string): Promise<ScriptedApi> =>
  startApi({
    check: (request) => [
      ...when(
        [request.path !== MESSAGES, `path ${request.path}`],
        [request.headers.accept !== 'application/json', `accept ${request.headers.accept}`],
      ),
      ...(request.method === 'GET' ? checkList(request) : checkMessage(request)),
    ],
    answer: (request) => {
      const expected = `Basic ${Buffer.from(login).toString('base64')}`;
      if (request.headers.authorization !== expected) return refusal(401, 20003, 'Authenticate');
      if (request.method === 'GET') return { status: 200, body: { messages: [created()], page: 0 } };
      const form = new URLSearchParams(request.body);
      const text = form.get('Body');
      if (text === '') return refusal(400, 21602, 'Message body is required.');
      if ((text?.length ?? 0) > 1600) return refusal(400, 21617, 'The concatenated message body is too long');
      const status = form.has('MessagingServiceSid') ? 'accepted' : 'queued';
      return { status: 201, body: created({ status }) };
    },
  });

const checkList = ({ query }: ApiRequest): string[] =>
  when([query.toString() !== 'PageSize=1', `query ${query.toString()}`]);

function checkMessage({ method, query, headers, body }: ApiRequest): string[] {
  const form = new URLSearchParams(body);
  const fields = Object.fromEntries(form);
  const { To = '', From, ContentVariables, StatusCallback } = fields;
  const whatsapp = To.startsWith('whatsapp:');
  return [
    ...wrongKeys(fields, ['To'], FIELDS),
    ...when(
      [method !== 'POST', `method ${method}`],
      [query.size > 0, 'a query'],
      [headers['content-type'] !== 'application/x-www-form-urlencoded', `type ${headers['content-type']}`],
      [form.size !== Object.keys(fields).length, 'a field twice'],
      [!ADDRESS.test(To), `To ${To}`],
      [From !== undefined && !ADDRESS.test(From), `From ${From}`],
      [From !== undefined && From.startsWith('whatsapp:') !== whatsapp, 'To and From of different channels'],
      [From === undefined && fields.MessagingServiceSid === undefined, 'no sender'],
      [form.has('Body') === form.has('ContentSid'), 'not one of Body and ContentSid'],
      [form.has('ContentVariables') && !form.has('ContentSid'), 'variables without content'],
      [StatusCallback !== undefined && !URL.canParse(StatusCallback), 'StatusCallback'],
      [ContentVariables !== undefined && !areVariables(ContentVariables), `variables ${ContentVariables}`],
    ),
  ];
}

function areVariables(json: string): boolean {
  const variables = JSON.parse(json) as Record<string, unknown>;
  return Object.entries(variables).every(([key, value]) => /^\d+$/.test(key) && typeof value === 'string');
}
