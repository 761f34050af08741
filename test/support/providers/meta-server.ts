import { type ApiRequest, type ScriptedApi, startApi, when, wrongKeys } from './scripted-api';

export const PHONE_NUMBER_ID = '106540352242922';
const NUMBER = `/v25.0/${PHONE_NUMBER_ID}`;

/** A refusal as the Graph API words it (docs: Error codes, response syntax). */
export const refusal = (status: number, code: number, more: object = {}) => ({
  status,
  body: {
    error: {
      message: `(#${code}) Words of Meta`,
      type: 'OAuthException',
      code,
      error_data: { messaging_product: 'whatsapp', details: 'Details' },
      fbtrace_id: 'Az8or2yhqkZfEZ-_4Qn_Bam',
      ...more,
    },
  },
});

/** The answer to a message (docs: Messages). */
export const created = (message: object = {}) => ({
  status: 200,
  body: {
    messaging_product: 'whatsapp',
    contacts: [{ input: '+15005550009', wa_id: '15005550009' }],
    messages: [{ id: 'wamid.HBgLMTUwMDU1NTAwMDk', ...message }],
  },
});

/** The Cloud API for one number and token. */
export const startMeta = (token: string): Promise<ScriptedApi> =>
  startApi({
    check: (request) => (request.method === 'GET' ? checkNumber(request) : checkMessage(request)),
    answer: (request) => {
      if (request.headers.authorization !== `Bearer ${token}`) {
        return refusal(401, 190, { message: 'Invalid OAuth access token', error_data: undefined });
      }
      if (request.method === 'GET') {
        const number = { display_phone_number: '+1 500-555-0006', verified_name: 'Demo' };
        return { status: 200, body: { ...number, id: PHONE_NUMBER_ID } };
      }
      const { type, text } = JSON.parse(request.body) as { type: string; text?: { body: string } };
      if (text?.body === '') return refusal(400, 100);
      return created(type === 'template' ? { message_status: 'accepted' } : {});
    },
  });

const checkNumber = ({ path, query, body }: ApiRequest): string[] =>
  when(
    [path !== NUMBER, `path ${path}`],
    [query.size !== 1 || query.get('fields') !== 'display_phone_number,verified_name', 'fields'],
    [body !== '', 'a body'],
  );

interface Message {
  messaging_product: unknown;
  recipient_type: unknown;
  to: unknown;
  type: unknown;
  text?: object;
  template?: Template;
  biz_opaque_callback_data: unknown;
}
interface Template {
  name?: unknown;
  language?: { code?: unknown };
  components?: { type: unknown; parameters: { type: unknown; text: unknown }[] }[];
}

function checkMessage({ method, path, query, headers, body }: ApiRequest): string[] {
  const message = JSON.parse(body) as Message;
  const { type, text, template, biz_opaque_callback_data: data } = message;
  return [
    ...wrongKeys(
      message,
      ['messaging_product', 'recipient_type', 'to', 'type', String(type)],
      ['biz_opaque_callback_data'],
    ),
    ...when(
      [method !== 'POST', `method ${method}`],
      [path !== `${NUMBER}/messages`, `path ${path}`],
      [query.size > 0, 'a query'],
      [headers['content-type'] !== 'application/json', `type ${headers['content-type']}`],
      [message.messaging_product !== 'whatsapp', 'messaging_product'],
      [message.recipient_type !== 'individual', 'recipient_type'],
      [!/^\+[1-9]\d{6,14}$/.test(String(message.to)), 'to'],
      [type !== 'text' && type !== 'template', 'type'],
      [typeof data !== 'string' || data.length > 512, 'biz_opaque_callback_data'],
    ),
    ...(text ? wrongKeys(text, ['body'], ['preview_url']) : []),
    ...(template ? checkTemplate(template) : []),
  ];
}

const checkTemplate = (template: Template): string[] => [
  ...wrongKeys(template, ['name', 'language'], ['components']),
  ...when(
    [typeof template.name !== 'string', 'name'],
    [!/^[a-z]{2,3}(_[A-Z]{2})?$/.test(String(template.language?.code)), 'language'],
  ),
  ...(template.components ?? []).flatMap((component) => [
    ...wrongKeys(component, ['type', 'parameters'], []),
    ...when([component.type !== 'body', 'type of a component']),
    ...component.parameters.flatMap((one) => [
      ...wrongKeys(one, ['type', 'text'], []),
      ...when([one.type !== 'text' || typeof one.text !== 'string', 'a parameter']),
    ]),
  ]),
];
