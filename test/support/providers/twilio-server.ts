import { z } from 'zod';
import { type ApiReply, type ApiRequest, type ApiServer, must, startApiServer } from './api-server';

export const ACCOUNT_SID = `AC${'a1'.repeat(16)}`;
const MESSAGES = `/2010-04-01/Accounts/${ACCOUNT_SID}/Messages.json`;
const address = z.string().regex(/^(whatsapp:)?\+[1-9]\d{6,14}$/);
/** docs: AlphaSender resource, `AlphaSender`. */
const alphanumeric = z.string().regex(/^(?=.*[A-Za-z])[A-Za-z0-9 +&_-]{1,11}$/);
const variables = z.string().transform((json) => JSON.parse(json) as unknown);
/** Fields of POST …/Messages.json that we use; no others. */
const message = z.strictObject({
  To: address,
  From: z.union([address, alphanumeric]).optional(),
  MessagingServiceSid: z.string().optional(),
  Body: z.string().optional(),
  ContentSid: z.string().optional(),
  ContentVariables: variables.pipe(z.record(z.string().regex(/^\d+$/), z.string())).optional(),
  StatusCallback: z.url().optional(),
});

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
export const startTwilio = (login: string): Promise<ApiServer> =>
  startApiServer(
    (request) => {
      const { pathname, method, headers } = request;
      must(pathname === MESSAGES, `path ${pathname}`);
      must(headers.accept === 'application/json', `accept ${headers.accept}`);
      const answer = method === 'GET' ? list(request) : send(request);
      const known = headers.authorization === `Basic ${Buffer.from(login).toString('base64')}`;
      return known ? answer : refusal(401, 20003, 'Authenticate');
    },
    { strict: true },
  );

function list({ query }: ApiRequest): ApiReply {
  must(query.toString() === 'PageSize=1', `query ${query.toString()}`);
  return { status: 200, body: { messages: [created()], page: 0 } };
}

function send({ method, path, headers, body }: ApiRequest): ApiReply {
  must(method === 'POST' && path === MESSAGES, `${method} ${path}`);
  const type = headers['content-type'];
  must(type === 'application/x-www-form-urlencoded', `type ${type}`);
  const form = new URLSearchParams(body);
  const fields = Object.fromEntries(form);
  must(form.size === Object.keys(fields).length, 'a field twice');
  const { To, From, MessagingServiceSid, Body, ContentSid, ContentVariables } = message.parse(fields);
  const whatsapp = To.startsWith('whatsapp:');
  must(From === undefined || From.startsWith('whatsapp:') === whatsapp, 'To and From of different channels');
  must(From !== undefined || MessagingServiceSid !== undefined, 'no sender');
  must((Body === undefined) !== (ContentSid === undefined), 'not one of Body and ContentSid');
  must(ContentVariables === undefined || ContentSid !== undefined, 'variables without content');
  if (Body === '') return refusal(400, 21602, 'Message body is required.');
  if ((Body ?? '').length > 1600) return refusal(400, 21617, 'The concatenated message body is too long');
  return { status: 201, body: created({ status: MessagingServiceSid ? 'accepted' : 'queued' }) };
}
