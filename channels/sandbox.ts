import { type CapturedMessage, type SandboxReport, sandboxEndingOf } from '../core/sending/sandbox-ending';
import type { Channel } from '../core/shared/channels';
import type { Vault } from '../core/shared/vault';
import { type InboxEntry, type InboxStore, sealEntry } from '../store/sending/inbox';
import { headersOf } from './email/email-message';
import { failure } from './http/verdict';
import type { Provider } from './provider';

export interface SandboxOptions {
  inbox: InboxStore;
  vault: Vault;
  /** Begins the reports about a message. A repeat changes nothing. */
  startReports: (of: CapturedMessage & { reports: SandboxReport[] }) => Promise<void>;
}

/**
 * Returns the provider of sandbox, which keeps what would have been sent and reaches nobody (KEY-10). The message id
 * is the entry's, so a repeat is the same entry. The entry of a sensitive event is encrypted. Some addresses have an
 * ending of their own (RECEIPT-6).
 */
export function createSandboxProvider(
  { inbox, vault, startReports }: SandboxOptions,
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
      const ending = sandboxEndingOf(channel, to);
      if (ending?.refusal !== undefined) return failure('message', ending.refusal);
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
        // Before the answer, so that a worker that dies here leaves the message without an outcome and not without reports.
        const { attemptId } = message;
        if (ending) await startReports({ notificationId, messageId: id, attemptId, reports: ending.reports });
        return { outcome: 'sent', providerMessageId: id, response: 'captured in the sandbox inbox' };
      } catch (error) {
        return failure('outage', `sandbox: ${String(error)}`);
      }
    },
    close: () => Promise.resolve(),
  };
}
