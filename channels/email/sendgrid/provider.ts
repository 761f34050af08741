import { z } from 'zod';
import type { Mailbox } from '../../../core/contacts/email-address';
import { defineProvider } from '../../definition';
import { jsonObject } from '../../http/json';
import { baseUrl } from '../../http/base-url';
import { credential } from '../../http/credential';
import type { ProviderHttp } from '../../http/provider-http';
import type { OutboundMessage, Provider } from '../../provider';
import type { Email } from '../email-message';
import { postEmail } from '../post-email';
import { classifySendgrid } from './errors';
import { sendgridReceipts, webhookPublicKey } from './receipts';

/** The whole e-mail (SendGrid, "v3 Mail Send: Limitations"). */
const MAX_BYTES = 30 * 1024 * 1024;

/** Twilio SendGrid, v3 Mail Send. */
export const sendgrid = defineProvider({
  name: 'sendgrid',
  channels: ['email'],
  settings: z.strictObject({
    api_key: credential().describe('An API key with the permission "Mail Send".'),
    webhook_public_key: webhookPublicKey(),
    base_url: baseUrl('https://api.sendgrid.com'),
  }),
  secrets: ['api_key'],
  open: ({ api_key, base_url }, { http }) => createSendgridProvider({ apiKey: api_key, url: base_url }, http),
  receipts: ({ webhook_public_key }) => sendgridReceipts(webhook_public_key),
  // Batches end at about 768 kB (Event Webhook overview).
  largestCallback: 1024 * 1024,
});

function createSendgridProvider(account: { apiKey: string; url: string }, http: ProviderHttp): Provider {
  const headers = { authorization: `Bearer ${account.apiKey}`, accept: 'application/json' };
  const secrets = [account.apiKey];
  return {
    name: 'sendgrid',
    send: (message, signal) =>
      postEmail(http, {
        message,
        signal,
        url: `${account.url}/v3/mail/send`,
        headers,
        maxBytes: MAX_BYTES,
        toRequest: (email) => toRequest(email, message),
        secrets,
        classify: classifySendgrid,
      }),
    async check(signal) {
      const call = await http.request({ method: 'GET', url: `${account.url}/v3/scopes`, headers, signal });
      if (!call.ok) return { ok: false, reason: call.reason };
      const { status, body } = call.answer;
      const { scopes } = jsonObject(body) ?? {};
      if (status !== 200 || !Array.isArray(scopes)) {
        return {
          ok: false,
          reason: `SendGrid answered ${classifySendgrid(call.answer, { to: '', secrets }).response}`,
        };
      }
      return scopes.includes('mail.send')
        ? { ok: true, detail: 'the API key may send mail' }
        : { ok: false, reason: 'the API key has not the permission mail.send' };
    },
    close: () => Promise.resolve(),
  };
}

function toRequest(email: Email, { id, notificationId }: OutboundMessage) {
  const { replyTo, subject, text, html, headers, files } = email;
  const content = [
    { type: 'text/plain', value: text },
    { type: 'text/html', value: html },
  ].filter(({ value }) => value !== undefined && value !== '');
  return {
    personalizations: [recipients(email)],
    from: { email: email.from.address, name: email.from.name },
    ...(replyTo.length > 0 && { reply_to_list: replyTo.map(asRecipient) }),
    subject,
    content,
    headers,
    custom_args: { notification_id: notificationId, message_id: id },
    ...(files.length > 0 && {
      attachments: files.map(({ filename, contentType, content }) => ({
        content,
        filename,
        type: contentType,
        disposition: 'attachment',
      })),
    }),
  };
}

/** SendGrid refuses an e-mail that names one address twice ("Personalizations"). */
function recipients({ to, cc, bcc }: Email) {
  const seen = new Set([to.address]);
  const once = ({ address }: Mailbox) => !seen.has(address) && seen.add(address);
  const copies = cc.filter(once).map(asRecipient);
  const blindCopies = bcc.filter(once).map(asRecipient);
  return {
    to: [asRecipient(to)],
    ...(copies.length > 0 && { cc: copies }),
    ...(blindCopies.length > 0 && { bcc: blindCopies }),
  };
}

/** Names of recipients may have neither comma nor semicolon ("v3 Mail Send: Limitations"). */
const asRecipient = ({ name, address }: Mailbox) => ({
  email: address,
  name: name?.replace(/[,;]+/g, ' '),
});
