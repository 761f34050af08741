import { z } from 'zod';
import { defineProvider } from '../../definition';
import { jsonObject, textOf } from '../../http/json';
import { baseUrl } from '../../http/base-url';
import { credential } from '../../http/credential';
import type { ProviderHttp } from '../../http/provider-http';
import type { OutboundMessage, Provider } from '../../provider';
import { type Email, mailboxText } from '../email-message';
import { postEmail } from '../post-email';
import { classifyPostmark } from './errors';
import { postmarkReceipts } from './receipts';

/** The whole request, files in base64 included (Postmark, "API overview", response code 413). */
const MAX_BYTES = 10 * 1024 * 1024;

/** Postmark, POST /email. */
export const postmark = defineProvider({
  name: 'postmark',
  channels: ['email'],
  settings: z.strictObject({
    server_token: credential().describe('The API token of the Postmark server that sends.'),
    message_stream: z
      .string()
      .regex(/^[a-z0-9_-]{1,30}$/, 'must be the ID of a message stream, for example outbound')
      .default('outbound')
      .describe('ID of the message stream; `outbound` is the one every server has.'),
    webhook_username: z
      .string()
      .regex(/^[\x21-\x39\x3b-\x7e]{1,100}$/, 'must be printable ASCII without spaces and colons, 1 to 100')
      .optional()
      .describe('User name that Postmark shows when it reports what became of a message.'),
    webhook_password: credential(200)
      .min(16, 'must have at least 16 characters')
      .optional()
      .describe('Password beside it, 16 characters or more: you make it up and give it to Postmark.'),
    base_url: baseUrl('https://api.postmarkapp.com'),
  }),
  secrets: ['server_token', 'webhook_password'],
  open: ({ server_token, message_stream, base_url }, { http }) =>
    createPostmarkProvider({ token: server_token, stream: message_stream, url: base_url }, http),
  receipts: ({ webhook_username, webhook_password }) => postmarkReceipts(webhook_username, webhook_password),
  // With "Include bounce content" the mail that came back is in it.
  largestCallback: 1024 * 1024,
});

interface Account {
  token: string;
  stream: string;
  url: string;
}

function createPostmarkProvider({ token, stream, url }: Account, http: ProviderHttp): Provider {
  const headers = { 'x-postmark-server-token': token, accept: 'application/json' };
  const secrets = [token];
  return {
    name: 'postmark',
    send: (message, signal) =>
      postEmail(http, {
        message,
        signal,
        url: `${url}/email`,
        headers,
        maxBytes: MAX_BYTES,
        toRequest: (email) => toRequest(email, message, stream),
        secrets,
        classify: classifyPostmark,
      }),
    // Tries the token and the stream in one.
    async check(signal) {
      const call = await http.request({
        method: 'GET',
        url: `${url}/message-streams/${stream}`,
        headers,
        signal,
      });
      if (!call.ok) return { ok: false, reason: call.reason };
      const { status, body } = call.answer;
      const { ID, Name, ArchivedAt } = jsonObject(body) ?? {};
      if (status !== 200 || !textOf(ID)) {
        const { response } = classifyPostmark(call.answer, { to: '', secrets });
        return { ok: false, reason: `Postmark answered ${response} for the message stream ${stream}` };
      }
      if (textOf(ArchivedAt)) return { ok: false, reason: `the message stream ${stream} is archived` };
      return { ok: true, detail: `the message stream ${stream} (${textOf(Name) ?? 'no name'}) is there` };
    },
    close: () => Promise.resolve(),
  };
}

function toRequest(email: Email, { id, notificationId }: OutboundMessage, stream: string) {
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
    Metadata: { notification_id: notificationId, message_id: id },
    ...(files.length > 0 && {
      Attachments: files.map(({ filename, contentType, content }) => ({
        Name: filename,
        Content: content,
        ContentType: contentType,
      })),
    }),
  };
}
