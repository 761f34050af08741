import { z } from 'zod';
import type { Mailbox } from '../../../core/contacts/email-address';
import { defineProvider, type ProviderCalls, type ProviderTools } from '../../definition';
import { baseUrl } from '../../http/base-url';
import { credential } from '../../http/credential';
import { jsonObject } from '../../http/json';
import { createVendorApi } from '../../http/vendor-api';
import type { OutboundMessage } from '../../provider';
import { referenceOf } from '../../receipts/reference';
import { type Email, readEmail } from '../email-message';
import { classifySendgrid } from './errors';
import { sendgridReceipts, webhookPublicKey } from './receipts';
import { sendgridRecords } from './records';

/** Bytes of the whole e-mail (SendGrid, "v3 Mail Send: Limitations"). */
const MAX_BYTES = 30 * 1024 * 1024;

const settings = z.strictObject({
  api_key: credential().describe('API key with the permission "Mail Send".'),
  webhook_public_key: webhookPublicKey(),
  base_url: baseUrl('https://api.sendgrid.com'),
});

/** Twilio SendGrid, v3 Mail Send. */
export const sendgrid = defineProvider({
  name: 'sendgrid',
  channels: ['email'],
  settings,
  secrets: ['api_key'],
  open: createSendgridProvider,
  records: sendgridRecords,
  receipts: sendgridReceipts,
  // Batches end at about 768 kB (Event Webhook overview).
  largestCallback: 1024 * 1024,
});

function createSendgridProvider(account: z.output<typeof settings>, { http }: ProviderTools): ProviderCalls {
  const { api_key, base_url } = account;
  const api = createVendorApi(http, {
    base: base_url,
    headers: { authorization: `Bearer ${api_key}` },
    secrets: [api_key],
    classify: classifySendgrid,
    maxBytes: MAX_BYTES,
  });
  return {
    async send(message, signal) {
      const email = readEmail(message);
      if ('outcome' in email) return email;
      return api.send(email.to.address, { path: '/v3/mail/send', body: toRequest(email, message), signal });
    },
    check: (signal) =>
      api.check({ path: '/v3/scopes', signal }, ({ status, body }) => {
        const { scopes } = jsonObject(body) ?? {};
        if (status !== 200 || !Array.isArray(scopes)) return null;
        return scopes.includes('mail.send')
          ? { ok: true, detail: 'the API key may send mail' }
          : { ok: false, reason: 'the API key does not have the permission mail.send' };
      }),
  };
}

function toRequest(email: Email, message: OutboundMessage) {
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
    custom_args: referenceOf(message),
    ...(files.length > 0 && {
      attachments: files.map(({ filename, contentType, content, contentId }) => ({
        content,
        filename,
        type: contentType,
        ...(contentId === undefined
          ? { disposition: 'attachment' }
          : { disposition: 'inline', content_id: contentId }),
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
