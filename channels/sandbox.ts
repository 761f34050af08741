import type { Channel } from '../core/shared/channels';
import type { Vault } from '../core/shared/vault';
import { type InboxEntry, type InboxStore, sealEntry } from '../store/sending/inbox';
import { headersOf } from './email/email-message';
import { failure } from './http/verdict';
import type { Provider } from './provider';

/**
 * Returns the provider of sandbox, which keeps what would have been sent and reaches nobody (KEY-10). The message id
 * is the entry's, so a repeat is the same entry. The entry of a sensitive event is encrypted.
 */
export function createSandboxProvider(
  { inbox, vault }: { inbox: InboxStore; vault: Vault },
  applicationId: string,
  channel: Channel,
): Provider {
  return {
    name: 'sandbox',
    send: async (message) => {
      const { id, notificationId, contactId, to, from } = message;
      const { subject, text, html, ...rich } = message.content;
      const headers: Record<string, string> = {
        'x-heliograph-notification': notificationId,
        'x-heliograph-message': id,
      };
      if (channel === 'email') {
        const own = headersOf(message);
        if ('outcome' in own) return own;
        for (const [name, value] of Object.entries(own.headers)) headers[name.toLowerCase()] = value;
      }
      if (message.replyTo) headers['reply-to'] = message.replyTo.join(', ');
      if (message.cc) headers['cc'] = message.cc.join(', ');
      if (message.bcc) headers['bcc'] = message.bcc.join(', ');
      const entry: InboxEntry = {
        id,
        environment: 'sandbox',
        channel,
        to,
        from: from ?? '',
        subject: subject ?? null,
        text: text ?? null,
        html: html ?? null,
        rich: Object.keys(rich).length > 0 ? rich : null,
        headers,
        receivedAt: new Date(),
        notificationId,
        contactId,
        applicationId,
      };
      try {
        await inbox.capture(message.sensitive ? sealEntry(vault, entry) : entry);
        return { outcome: 'sent', providerMessageId: id, response: 'captured in the sandbox inbox' };
      } catch (error) {
        return failure('outage', `inbox: ${String(error)}`);
      }
    },
    close: () => Promise.resolve(),
  };
}
