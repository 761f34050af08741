import { z } from 'zod';
import { type ApiHandler, type ApiReply, type ApiRequest, startApiServer } from './api-server';

export const API_KEY = 're_very_secret_key';
/** A key with sending access only. */
export const SENDING_KEY = 're_sending_key';

const tagText = z.string().regex(/^[A-Za-z0-9_-]{1,256}$/);
/** Of Resend's OpenAPI description of POST /emails, the fields that a plain e-mail uses. */
const request = z.strictObject({
  from: z.string(),
  to: z.array(z.string()).min(1).max(50),
  cc: z.array(z.string()).optional(),
  bcc: z.array(z.string()).optional(),
  reply_to: z.array(z.string()).optional(),
  subject: z.string(),
  html: z.string().optional(),
  text: z.string().optional(),
  headers: z.record(z.string(), z.string()),
  tags: z.array(z.strictObject({ name: tagText, value: tagText })),
  attachments: z
    .array(
      z.strictObject({
        filename: z.string(),
        content: z.base64(),
        content_type: z.string(),
        content_id: z.string().max(127).optional(),
      }),
    )
    .optional(),
});
export type ResendMail = z.infer<typeof request>;

export const resendError = (
  statusCode: number,
  name: string,
  message: string,
  headers?: Record<string, string>,
): ApiReply => ({
  status: statusCode,
  headers,
  body: { statusCode, name, message },
});

/**
 * A server that keeps idempotency keys as Resend does; `mails` has each e-mail that would have gone out. `around` may
 * put faults before or behind what it does.
 */
export async function startResend(around: (handle: ApiHandler) => ApiHandler = (same) => same) {
  const mails: { id: string; key: string; body: string }[] = [];
  const handle = ({ method, path, headers, body }: ApiRequest): ApiReply => {
    if (headers['user-agent'] === undefined)
      return { status: 403, headers: { 'content-type': 'text/plain' }, body: 'error code: 1010' };
    const key = headers.authorization?.replace(/^Bearer /, '');
    if (key !== API_KEY && key !== SENDING_KEY)
      return resendError(401, 'validation_error', 'API key is invalid');
    if (method === 'GET' && path === '/domains') {
      return key === API_KEY
        ? { status: 200, body: { data: [] } }
        : resendError(401, 'restricted_api_key', 'This API key is restricted to only send emails');
    }
    if (path === '/emails/batch' && method === 'POST') return sendAll(headers, body);
    if (path !== '/emails') return resendError(404, 'not_found', 'The requested endpoint does not exist.');
    if (method !== 'POST') return resendError(405, 'method_not_allowed', 'Method is not allowed.');
    return send(headers, body);
  };
  const server = await startApiServer(around(handle));

  function send(headers: ApiRequest['headers'], body: string): ApiReply {
    const idempotencyKey = headers['idempotency-key'];
    if (headers['content-type'] !== 'application/json' || typeof idempotencyKey !== 'string') {
      return resendError(
        400,
        'invalid_idempotency_key',
        'Idempotency keys must have between 1 and 256 characters.',
      );
    }
    const mail = request.safeParse(JSON.parse(body));
    if (!mail.success) {
      const field = mail.error.issues[0]?.path.join('.') ?? '';
      return resendError(422, 'validation_error', `Invalid \`${field}\` field.`);
    }
    const known = mails.find(({ key }) => key === idempotencyKey);
    if (known && known.body !== body) {
      return resendError(409, 'invalid_idempotent_request', 'This key has been used with another body.');
    }
    const id = known?.id ?? `re-${mails.length + 1}`;
    if (!known) mails.push({ id, key: idempotencyKey, body });
    return { status: 200, body: { id } };
  }
  /** With permissive validation; a call with a known key answers as the first did. */
  function sendAll(headers: ApiRequest['headers'], body: string): ApiReply {
    const key = headers['idempotency-key'];
    const all = JSON.parse(body) as unknown[];
    if (typeof key !== 'string' || headers['x-batch-validation'] !== 'permissive' || all.length > 100)
      return resendError(422, 'validation_error', 'Not a batch as documented.');
    const data: { id: string }[] = [];
    const errors: { index: number; message: string }[] = [];
    for (const [index, one] of all.entries()) {
      const mail = request.omit({ attachments: true }).safeParse(one);
      const itsKey = `${key}-${index}`;
      const known = mails.find((other) => other.key === itsKey);
      const id = known?.id ?? `re-${mails.length + 1}`;
      if (!mail.success) {
        const field = mail.error.issues[0]?.path.join('.') ?? '';
        errors.push({ index, message: `The \`${field}\` field is invalid.` });
      } else data.push({ id });
      if (mail.success && !known) mails.push({ id, key: itsKey, body: JSON.stringify(one) });
    }
    return { status: 200, body: { data, ...(errors.length > 0 && { errors }) } };
  }
  return { ...server, mails };
}
