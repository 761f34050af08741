import type { Command } from 'commander';
import type { AttemptDetails, MessageDetails, NotificationDetails } from '../answers';
import { contextOf } from '../context';
import { fields, table } from '../output';
import { madeByText } from './made-by-text';
import { renderedText } from './rendered-text';

export function addNotificationShow(notifications: Command): void {
  notifications
    .command('show <id>')
    .description('Show a notification with its messages, attempts and rendered content.')
    .action(async (id: string, _options: unknown, command: Command) => {
      const { admin, output } = contextOf(command);
      const { notification } = await admin.get(
        `show the notification ${id}`,
        '/admin/v1/notifications/{id}',
        { id },
      );
      output.result(notification, () => describe(notification));
    });
}

function describe(notification: NotificationDetails): string {
  const { contact } = notification;
  const head = fields({
    notification: notification.id,
    application: notification.application ?? notification.application_id,
    environment: notification.environment,
    event: notification.event,
    contact: [contact.name, contact.email].filter((part) => part).join(', ') || notification.contact_id,
    status: notification.status,
    started: notification.started_at,
    completed: notification.completed_at,
    because: notification.failure ?? undefined,
    'send at': notification.send_at,
    reference: notification.reference,
    tenant: notification.tenant,
    metadata: metadataText(notification.metadata),
    now: nowOf(notification),
    next: notification.next?.text,
    stuck: stuckOf(notification),
    'digested into': notification.digested_into,
    'retry of': notification.retry_of ?? undefined,
    'retried as': notification.retried_as ?? undefined,
  });
  const messages = notification.messages.map(describeMessage);
  const parts = [head, ...(messages.length > 0 ? messages : [withoutMessage(notification)])];
  if (notification.webhooks.length > 0)
    parts.push(indented('Webhooks:', table(notification.webhooks.map(webhookRow), '')));
  return parts.join('\n\n');
}

const metadataText = (metadata: NotificationDetails['metadata']): string | undefined =>
  metadata &&
  Object.entries(metadata)
    .map(([name, value]) => `${name}=${value}`)
    .join(', ');

/** Returns what an open notification waits for. */
function nowOf({ completed_at: ended, details }: NotificationDetails): string | undefined {
  if (ended !== null) return undefined;
  return details ?? 'unknown: Temporal or a worker did not answer within a second';
}

function stuckOf({ task_failing: failing }: NotificationDetails): string | undefined {
  if (!failing) return undefined;
  const { since, attempt, error } = failing;
  const start = since === null ? '' : ` since ${since}`;
  return `its workflow task fails${start}, attempt ${attempt}: ${error ?? 'see the Temporal UI'}`;
}

function withoutMessage({ digested_into: carrier, completed_at: ended }: NotificationDetails): string {
  if (carrier !== undefined) return `It has no message. Its content is in the digest ${carrier}.`;
  return ended === null ? 'No message yet.' : 'No message. It ended before one was due.';
}

function describeMessage(message: MessageDetails, index: number): string {
  const { rendered, attempts, receipts, copies_left_out: leftOut } = message;
  const parts = [
    `Message ${index + 1}: ${message.channel}, step ${message.step}, ${message.status}`,
    fields(
      {
        id: message.id,
        to: message.address,
        from: rendered?.from ?? undefined,
        provider: message.provider,
        'provider id': message.provider_message_id,
        sent: message.sent_at,
        delivered: message.delivered_at,
        error: message.error,
        rested: message.rest ? restText(message.rest) : undefined,
        'left out': leftOut?.map(({ kind, address, reason }) => `${kind} ${address} (${reason})`).join(', '),
      },
      '  ',
    ),
  ];
  if (attempts.length > 0) parts.push(indented('Attempts:', table(attempts.map(attemptRow), '')));
  if (receipts.length > 0) parts.push(indented('Receipts:', table(receipts, '')));
  if (rendered) parts.push(indented(`Rendered (${rendered.language}):`, renderedText(rendered)));
  return parts.join('\n');
}

const restText = ({ since, code, ...made }: NonNullable<MessageDetails['rest']>): string =>
  `${madeByText(made)} since ${since}, after it failed with ${code}`;

const attemptRow = (attempt: AttemptDetails) => ({
  at: attempt.at,
  provider: madeByText(attempt),
  ms: attempt.duration_ms,
  outcome: attempt.outcome,
  code: attempt.code,
  response: attempt.response,
});

const webhookRow = ({ attempts, ...event }: NotificationDetails['webhooks'][number]) => ({
  ...event,
  attempts: attempts.length,
});

const indented = (title: string, text: string): string => `  ${title}\n${text.replace(/^(?=.)/gm, '    ')}`;
