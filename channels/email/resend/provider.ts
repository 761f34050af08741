import { z } from 'zod';
import { defineProvider } from '../../definition';
import { jsonObject } from '../../http/json';
import { baseUrl } from '../../http/base-url';
import { credential } from '../../http/credential';
import type { ProviderHttp } from '../../http/provider-http';
import type { OutboundMessage, Provider } from '../../provider';
import { type Email, mailboxText } from '../email-message';
import { postEmail } from '../post-email';
import { classifyResend, failedResendCall } from './errors';
import { resendReceipts, webhookSecret } from './receipts';

/** Per e-mail, its files in base64 (Resend, "Send Email"). */
const MAX_BYTES = 40 * 1024 * 1024;

/** Resend, POST /emails. */
export const resend = defineProvider({
  name: 'resend',
  channels: ['email'],
  settings: z.strictObject({
    api_key: credential().describe('An API key; one with sending access is enough.'),
    webhook_secret: webhookSecret(),
    base_url: baseUrl('https://api.resend.com'),
  }),
  secrets: ['api_key', 'webhook_secret'],
  open: ({ api_key, base_url }, { http }) => createResendProvider({ apiKey: api_key, url: base_url }, http),
  receipts: ({ webhook_secret }) => resendReceipts(webhook_secret),
});

function createResendProvider(account: { apiKey: string; url: string }, http: ProviderHttp): Provider {
  const headers = { authorization: `Bearer ${account.apiKey}`, accept: 'application/json' };
  const secrets = [account.apiKey];
  return {
    name: 'resend',
    send: (message, signal) =>
      postEmail(http, {
        message,
        signal,
        url: `${account.url}/emails`,
        headers: { ...headers, 'idempotency-key': message.id },
        maxBytes: MAX_BYTES,
        toRequest: (email) => toRequest(email, message),
        secrets,
        classify: classifyResend,
        failed: failedResendCall,
      }),
    async check(signal) {
      const call = await http.request({ method: 'GET', url: `${account.url}/domains`, headers, signal });
      if (!call.ok) return { ok: false, reason: call.reason };
      const { status, body } = call.answer;
      const { name, data } = jsonObject(body) ?? {};
      if (status === 200 && Array.isArray(data)) return { ok: true, detail: 'the API key is accepted' };
      // A key that may only send is refused here, in these words and not in those for a key that is not known.
      if (status === 401 && name === 'restricted_api_key') {
        return { ok: true, detail: 'the API key is accepted, for sending only' };
      }
      return {
        ok: false,
        reason: `Resend answered ${classifyResend(call.answer, { to: '', secrets }).response}`,
      };
    },
    close: () => Promise.resolve(),
  };
}

function toRequest(email: Email, { id, notificationId }: OutboundMessage) {
  const { from, to, cc, bcc, replyTo, subject, html, text, headers, files } = email;
  return {
    from: mailboxText(from),
    to: [mailboxText(to)],
    ...(cc.length > 0 && { cc: cc.map(mailboxText) }),
    ...(bcc.length > 0 && { bcc: bcc.map(mailboxText) }),
    ...(replyTo.length > 0 && { reply_to: replyTo.map(mailboxText) }),
    subject,
    html,
    text,
    headers,
    tags: [
      { name: 'notification_id', value: notificationId },
      { name: 'message_id', value: id },
    ],
    ...(files.length > 0 && {
      attachments: files.map(({ filename, contentType, content }) => ({
        filename,
        content,
        content_type: contentType,
      })),
    }),
  };
}
