import type { Channel } from '../core/channels';
import type { InboxStore } from '../store/inbox';
import type { Provider } from './provider';

/**
 * Stands before every provider in sandbox: keeps what would have been sent and reaches nobody (decisions:
 * Environments). The message id is the entry's, so a repeat is the same entry.
 */
export function createSandboxProvider(inbox: InboxStore, applicationId: string, channel: Channel): Provider {
  return {
    name: 'sandbox',
    send: (message) => {
      const { id, notificationId, contactId, to, from } = message;
      const { subject, text, html, ...rich } = message.content;
      const headers: Record<string, string> = {
        'x-heliograph-notification': notificationId,
        'x-heliograph-message': id,
      };
      if (message.replyTo) headers['reply-to'] = message.replyTo.join(', ');
      if (message.cc) headers['cc'] = message.cc.join(', ');
      if (message.bcc) headers['bcc'] = message.bcc.join(', ');
      const captured = inbox.capture({
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
      });
      return captured.then(
        () => ({ outcome: 'sent', providerMessageId: id, response: 'captured in the sandbox inbox' }),
        (error: unknown) => ({
          outcome: 'transient',
          code: 'PROVIDER_ERROR',
          response: `inbox: ${String(error)}`,
        }),
      );
    },
    close: () => Promise.resolve(),
  };
}
