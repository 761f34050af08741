import { z } from 'zod';
import { defineProvider, type ProviderCalls, type ProviderTools } from '../../definition';
import { baseUrl } from '../../http/base-url';
import { credential } from '../../http/credential';
import { jsonObject } from '../../http/json';
import { createVendorApi } from '../../http/vendor-api';
import type { OutboundMessage, Provider } from '../../provider';
import { type Email, mailboxText, readEmail } from '../email-message';
import { classifyResend, failedResendCall, resendAnswers } from './errors';
import { resendReceipts, webhookSecret } from './receipts';
import { resendRecords } from './records';

/** Bytes of an e-mail with its files in base64 (Resend, "Send Email"). */
const MAX_BYTES = 40 * 1024 * 1024;

const settings = z.strictObject({
  api_key: credential().describe('API key. Sending access is enough.'),
  webhook_secret: webhookSecret(),
  base_url: baseUrl('https://api.resend.com'),
});

/** E-mails of one call ("Send Batch Emails", resend.com/docs/api-reference/emails/send-batch-emails). They have no attachments. */
const MOST = 100;

/** Resend, POST /emails and POST /emails/batch. */
export const resend = defineProvider({
  name: 'resend',
  channels: ['email'],
  settings,
  secrets: ['api_key', 'webhook_secret'],
  open: createResendProvider,
  records: resendRecords,
  receipts: resendReceipts,
});

function createResendProvider(account: z.output<typeof settings>, { http }: ProviderTools): ProviderCalls {
  const { api_key, base_url } = account;
  const api = createVendorApi(http, {
    base: base_url,
    headers: { authorization: `Bearer ${api_key}` },
    secrets: [api_key],
    classify: classifyResend,
    failed: failedResendCall,
    maxBytes: MAX_BYTES,
  });
  const part = (message: OutboundMessage) => {
    const email = readEmail(message);
    return 'outcome' in email ? email : { to: email.to.address, body: toRequest(email, message) };
  };
  const send: Provider['send'] = async (message, signal) => {
    const one = part(message);
    if ('outcome' in one) return one;
    const headers = { 'idempotency-key': message.id };
    return api.send(one.to, { path: '/emails', headers, body: one.body, signal });
  };
  return {
    send,
    batch: api.batch({
      ...{ most: MOST, maxBytes: MAX_BYTES, path: '/emails/batch', part, read: resendAnswers },
      headers: { 'x-batch-validation': 'permissive' },
      idempotent: true,
    }),
    check: (signal) =>
      api.check({ path: '/domains', signal }, ({ status, body }) => {
        const { name, data } = jsonObject(body) ?? {};
        if (status === 200 && Array.isArray(data)) return { ok: true, detail: 'the API key is accepted' };
        // The refusal of a key that may only send has a name of its own, which an unknown key does not get.
        const sendsOnly = status === 401 && name === 'restricted_api_key';
        return sendsOnly ? { ok: true, detail: 'the API key is accepted, for sending only' } : null;
      }),
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
    // Without the attempt: a repeat with the same idempotency key must be the same request.
    tags: [
      { name: 'notification_id', value: notificationId },
      { name: 'message_id', value: id },
    ],
    ...(files.length > 0 && {
      attachments: files.map(({ filename, contentType, content, contentId }) => ({
        filename,
        content,
        content_type: contentType,
        ...(contentId !== undefined && { content_id: contentId }),
      })),
    }),
  };
}
