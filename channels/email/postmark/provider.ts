import { z } from 'zod';
import { defineProvider, type ProviderCalls, type ProviderTools } from '../../definition';
import { baseUrl } from '../../http/base-url';
import { credential } from '../../http/credential';
import { jsonObject, textOf } from '../../http/json';
import { createVendorApi } from '../../http/vendor-api';
import type { OutboundMessage, Provider } from '../../provider';
import { referenceOf } from '../../receipts/reference';
import { type Email, mailboxText, readEmail } from '../email-message';
import { classifyPostmark, postmarkAnswers } from './errors';
import { postmarkReceipts } from './receipts';
import { postmarkRecords } from './records';

/** Bytes of the whole request, files in base64 included (Postmark, "API overview", response code 413). */
const MAX_BYTES = 10 * 1024 * 1024;

const settings = z.strictObject({
  server_token: credential().describe('The API token of the Postmark server that sends.'),
  message_stream: z
    .string()
    .regex(/^[a-z0-9_-]{1,30}$/, 'must be the ID of a message stream, for example outbound')
    .default('outbound')
    .describe('ID of the message stream. Every server has `outbound`.'),
  webhook_username: z
    .string()
    .regex(/^[\x21-\x39\x3b-\x7e]{1,100}$/, 'must be 1 to 100 characters of ASCII without spaces and colons')
    .optional()
    .describe('User name of the webhook at Postmark, which reports deliveries. You choose it.'),
  webhook_password: credential(200)
    .min(16, 'must have at least 16 characters')
    .optional()
    .describe('Password of the webhook at Postmark, at least 16 characters. You choose it.'),
  base_url: baseUrl('https://api.postmarkapp.com'),
});

/** Messages and bytes of one call ("Send batch emails", postmarkapp.com/developer/user-guide/send-email-with-api/batch-emails). */
const BATCH = { most: 500, maxBytes: 50 * 1024 * 1024 };

/** Postmark, POST /email and POST /email/batch. */
export const postmark = defineProvider({
  name: 'postmark',
  channels: ['email'],
  settings,
  secrets: ['server_token', 'webhook_password'],
  open: createPostmarkProvider,
  records: postmarkRecords,
  receipts: postmarkReceipts,
  // With "Include bounce content" it has the mail that came back.
  largestCallback: 1024 * 1024,
});

function createPostmarkProvider(account: z.output<typeof settings>, { http }: ProviderTools): ProviderCalls {
  const { server_token, message_stream: stream, base_url } = account;
  const api = createVendorApi(http, {
    base: base_url,
    headers: { 'x-postmark-server-token': server_token },
    secrets: [server_token],
    classify: classifyPostmark,
    maxBytes: MAX_BYTES,
  });
  const part = (message: OutboundMessage) => {
    const email = readEmail(message);
    if ('outcome' in email) return email;
    return { to: email.to.address, body: toRequest(email, message, stream) };
  };
  const send: Provider['send'] = async (message, signal) => {
    const one = part(message);
    return 'outcome' in one ? one : api.send(one.to, { path: '/email', body: one.body, signal });
  };
  return {
    send,
    batch: api.batch({ ...BATCH, path: '/email/batch', part, read: postmarkAnswers }),
    // Tries the token and the stream in one call.
    check: (signal) =>
      api.check({ path: `/message-streams/${stream}`, signal }, ({ status, body }) => {
        const { ErrorCode, ID, Name, ArchivedAt } = jsonObject(body) ?? {};
        if (ErrorCode === NO_STREAM) return { ok: false, reason: `Postmark has no message stream ${stream}` };
        if (status !== 200 || !textOf(ID)) return null;
        if (textOf(ArchivedAt)) return { ok: false, reason: `the message stream ${stream} is archived` };
        return { ok: true, detail: `the message stream ${stream} (${textOf(Name) ?? 'no name'}) exists` };
      }),
  };
}

/** "The message stream for the provided ID was not found." */
const NO_STREAM = 1226;

function toRequest(email: Email, message: OutboundMessage, stream: string) {
  const { from, to, cc, bcc, replyTo, subject, html, text, headers, files } = email;
  const listOf = (mailboxes: typeof cc) =>
    mailboxes.length > 0 ? mailboxes.map(mailboxText).join(', ') : undefined;
  return {
    From: mailboxText(from),
    To: mailboxText(to),
    Cc: listOf(cc),
    Bcc: listOf(bcc),
    ReplyTo: listOf(replyTo),
    Subject: subject,
    HtmlBody: html,
    TextBody: text,
    MessageStream: stream,
    Headers: Object.entries(headers).map(([Name, Value]) => ({ Name, Value })),
    // Names of at most 20 characters, values of at most 80 ("Custom metadata FAQ"). Comes back in every webhook.
    Metadata: referenceOf(message),
    ...(files.length > 0 && {
      Attachments: files.map(({ filename, contentType, content, contentId }) => ({
        Name: filename,
        Content: content,
        ContentType: contentType,
        ...(contentId !== undefined && { ContentID: `cid:${contentId}` }),
      })),
    }),
  };
}
