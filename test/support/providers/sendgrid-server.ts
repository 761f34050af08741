import { z } from 'zod';
import { type ApiReply, type ApiRequest, startApiServer } from './api-server';

export const API_KEY = 'SG.very-secret-key';

const person = z.strictObject({ email: z.email(), name: z.string().optional() });
const recipient = z.strictObject({
  email: z.email(),
  name: z
    .string()
    .regex(/^[^,;]*$/)
    .optional(),
});
/** Of SendGrid's OpenAPI description of POST /v3/mail/send, the fields that a plain e-mail uses. */
const request = z.strictObject({
  personalizations: z
    .array(
      z.strictObject({
        to: z.array(recipient).min(1),
        cc: z.array(recipient).min(1).optional(),
        bcc: z.array(recipient).min(1).optional(),
      }),
    )
    .length(1),
  from: person,
  reply_to_list: z.array(person).min(1).max(1000).optional(),
  subject: z.string().min(1),
  content: z
    .array(z.strictObject({ type: z.enum(['text/plain', 'text/html']), value: z.string().min(1) }))
    .min(1),
  attachments: z
    .array(
      z.strictObject({
        content: z.base64().min(1),
        type: z.string().min(1),
        filename: z.string(),
        disposition: z.enum(['inline', 'attachment']),
        content_id: z.string().min(1).optional(),
      }),
    )
    .min(1)
    .optional(),
  headers: z.record(z.string(), z.string()),
  custom_args: z.record(z.string(), z.string()),
});
export type SendgridMail = z.infer<typeof request>;

const refuse = (status: number, message: string, field: string | null = null): ApiReply => ({
  status,
  body: { errors: [{ message, field, help: null }] },
});

function handle({ method, path, headers, body }: ApiRequest): ApiReply {
  if (headers.authorization !== `Bearer ${API_KEY}`) {
    return refuse(401, 'The provided authorization grant is invalid, expired, or revoked');
  }
  if (path === '/v3/scopes' && method === 'GET')
    return { status: 200, body: { scopes: ['mail.send', 'alerts.read'] } };
  if (path !== '/v3/mail/send') return refuse(404, 'not found');
  if (method !== 'POST') return refuse(405, 'method not allowed');
  if (headers['content-type'] !== 'application/json')
    return refuse(415, 'Content-Type should be application/json.');
  const mail = request.safeParse(JSON.parse(body));
  if (!mail.success) {
    const [issue] = mail.error.issues;
    return refuse(400, issue?.message ?? '', issue?.path.join('.') ?? null);
  }
  const [{ to, cc = [], bcc = [] } = { to: [] }] = mail.data.personalizations;
  const addresses = [...to, ...cc, ...bcc].map(({ email }) => email);
  if (new Set(addresses).size < addresses.length) {
    return refuse(
      400,
      'Each email address in the personalization block should be unique',
      'personalizations',
    );
  }
  return { status: 202, headers: { 'x-message-id': 'sg-message-1' } };
}

export const startSendgrid = () => startApiServer(handle);
