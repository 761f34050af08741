import { z } from 'zod';
import { type ApiReply, type ApiRequest, type ApiServer, must, startApiServer } from './api-server';

export const PHONE_NUMBER_ID = '106540352242922';
const NUMBER = `/v25.0/${PHONE_NUMBER_ID}`;

const parameter = z.strictObject({ type: z.literal('text'), text: z.string().min(1) });
const link = z.url({ protocol: /^https?$/ });
const buttonIndex = z.number().int().min(0).max(9);
const button = <Type extends string, Parameter extends z.ZodType>(type: Type, value: Parameter) =>
  z.strictObject({
    ...{ type: z.literal('button'), sub_type: z.literal(type), index: buttonIndex },
    parameters: z.tuple([value]),
  });
/** Components of a template, each as the page that describes it sends it; no others. */
const component = z.union([
  z.strictObject({
    type: z.literal('header'),
    parameters: z.tuple([
      z.discriminatedUnion('type', [
        parameter.extend({ text: z.string().min(1).max(60) }),
        z.strictObject({ type: z.literal('image'), image: z.strictObject({ link }) }),
        z.strictObject({ type: z.literal('video'), video: z.strictObject({ link }) }),
        z.strictObject({
          type: z.literal('document'),
          document: z.strictObject({ link, filename: z.string().min(1).optional() }),
        }),
      ]),
    ]),
  }),
  z.strictObject({ type: z.literal('body'), parameters: z.array(parameter).min(1) }),
  button('url', parameter.extend({ text: z.string().min(1).max(2000) })),
  button('quick_reply', z.strictObject({ type: z.literal('payload'), payload: z.string().min(1) })),
  button(
    'copy_code',
    z.strictObject({ type: z.literal('coupon_code'), coupon_code: z.string().min(1).max(15) }),
  ),
]);
const components = z
  .array(component)
  .min(1)
  .refine((list) => ['header', 'body'].every((name) => list.filter(({ type }) => type === name).length < 2))
  .refine((list) => {
    const places = list.flatMap((one) => ('index' in one ? one.index : []));
    return new Set(places).size === places.length;
  });
const envelope = {
  messaging_product: z.literal('whatsapp'),
  recipient_type: z.literal('individual'),
  to: z.string().regex(/^\+[1-9]\d{6,14}$/),
  biz_opaque_callback_data: z.string().max(512),
};
/** Fields of POST /{phone number id}/messages that we use; no others. */
const message = z.discriminatedUnion('type', [
  z.strictObject({
    ...envelope,
    type: z.literal('text'),
    text: z.strictObject({ body: z.string(), preview_url: z.boolean().optional() }),
  }),
  z.strictObject({
    ...envelope,
    type: z.literal('template'),
    template: z.strictObject({
      name: z.string(),
      language: z.looseObject({ code: z.string().regex(/^[a-z]{2,3}(_[A-Z]{2})?$/) }),
      components: components.optional(),
    }),
  }),
]);

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
export const startMeta = (token: string): Promise<ApiServer> =>
  startApiServer(
    (request) => {
      const answer = request.method === 'GET' ? number(request) : send(request);
      if (request.headers.authorization === `Bearer ${token}`) return answer;
      return refusal(401, 190, { message: 'Invalid OAuth access token', error_data: undefined });
    },
    { strict: true },
  );

function number({ path, body }: ApiRequest): ApiReply {
  must(path === `${NUMBER}?fields=display_phone_number,verified_name`, `path ${path}`);
  must(body === '', 'a body');
  const shown = { display_phone_number: '+1 500-555-0006', verified_name: 'Demo' };
  return { status: 200, body: { ...shown, id: PHONE_NUMBER_ID } };
}

function send({ method, path, headers, json }: ApiRequest): ApiReply {
  must(method === 'POST' && path === `${NUMBER}/messages`, `${method} ${path}`);
  must(headers['content-type'] === 'application/json', `type ${headers['content-type']}`);
  const sent = message.parse(json);
  if (sent.type === 'template') return created({ message_status: 'accepted' });
  return sent.text.body === '' ? refusal(400, 100) : created();
}
