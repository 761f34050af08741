import { z } from 'zod';
import { type ApiHandler, type ApiReply, type ApiRequest, startApiServer } from './api-server';

export const TOKEN = 'postmark-server-token-1';
/** Suppressed at the server's default stream. */
export const INACTIVE = 'gone@example.org';

/** Of Postmark's Email API, the fields that a plain e-mail uses, with the limits of its documentation. */
const request = z.strictObject({
  From: z.string().max(255),
  To: z.string(),
  Cc: z.string().optional(),
  Bcc: z.string().optional(),
  ReplyTo: z.string().optional(),
  Subject: z.string().max(2000),
  HtmlBody: z.string().optional(),
  TextBody: z.string().optional(),
  MessageStream: z.string(),
  Headers: z.array(z.strictObject({ Name: z.string(), Value: z.string() })),
  Metadata: z
    .record(z.string().max(20), z.string().max(80))
    .refine((fields) => Object.keys(fields).length <= 10),
  Attachments: z
    .array(
      z.strictObject({
        Name: z.string(),
        Content: z.base64(),
        ContentType: z.string(),
        ContentID: z
          .string()
          .regex(/^cid:./)
          .optional(),
      }),
    )
    .min(1)
    .optional(),
});
export type PostmarkMail = z.infer<typeof request>;

const refuse = (ErrorCode: number, Message: string, status = 422): ApiReply => ({
  status,
  body: { ErrorCode, Message },
});

function handle({ method, path, headers, body }: ApiRequest): ApiReply {
  if (headers['x-postmark-server-token'] !== TOKEN) {
    return refuse(
      10,
      'The Server Token you provided in the X-Postmark-Server-Token request header was invalid.',
      401,
    );
  }
  if (headers.accept !== 'application/json') return { status: 415 };
  if (method === 'GET' && path.startsWith('/message-streams/')) {
    const ID = path.slice('/message-streams/'.length);
    if (ID !== 'outbound') return refuse(1226, 'The message stream for the provided ID was not found.', 404);
    return {
      status: 200,
      body: { ID, Name: 'Transactional', MessageStreamType: 'Transactional', ArchivedAt: null },
    };
  }
  if (method !== 'POST' || !['/email', '/email/batch'].includes(path)) return { status: 404 };
  if (headers['content-type'] !== 'application/json') return { status: 415 };
  return path === '/email' ? send(JSON.parse(body)) : sendAll(JSON.parse(body));
}

/** 200 with the answer to each, whatever it is. Each mail has an id that tells it apart. */
function sendAll(mails: unknown): ApiReply {
  if (!Array.isArray(mails)) return refuse(402, 'Invalid JSON.');
  if (mails.length > 500) return refuse(410, 'Too many batch messages.');
  const answers = mails.map((mail: PostmarkMail) => send(mail, `pm-${mail.Metadata.message_id}`).body);
  return { status: 200, body: answers };
}

function send(body: unknown, MessageID = 'pm-1'): ApiReply {
  const mail = request.safeParse(body);
  if (!mail.success)
    return refuse(403, `Invalid request field(s): '${mail.error.issues[0]?.path.join('.')}'.`);
  const { From, To, Cc, HtmlBody, TextBody, MessageStream } = mail.data;
  if (MessageStream !== 'outbound')
    return refuse(1235, `The stream provided: '${MessageStream}' does not exist on this server.`);
  if (!From.includes('@')) return refuse(300, `Invalid 'From' address: '${From}'.`);
  if (!HtmlBody && !TextBody) return refuse(300, 'Provide either email TextBody or HtmlBody or both.');
  const accepted = {
    To,
    SubmittedAt: '2026-11-21T12:00:00Z',
    MessageID,
    ErrorCode: 0,
    Message: 'OK',
  };
  if (!`${To},${Cc ?? ''}`.toLowerCase().includes(INACTIVE)) return { status: 200, body: accepted };
  if (Cc === undefined) {
    return refuse(
      406,
      `You tried to send to recipient(s) that have been marked as inactive. Found inactive addresses: ${INACTIVE}. Inactive recipients are ones that have generated a hard bounce, a spam complaint, or a manual suppression.`,
    );
  }
  const Message = `Message OK, but will not deliver to these inactive addresses: ${INACTIVE}.`;
  return { status: 200, body: { ...accepted, Message } };
}

/** `around` may put faults before or behind what the server does. */
export const startPostmark = (around: (handle: ApiHandler) => ApiHandler = (same) => same) =>
  startApiServer(around(handle));
