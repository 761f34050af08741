import type { StoryEntry, StoryKind } from '../../../core/schemas/explain';
import { attemptMessage } from '../../../core/webhooks/attempt-message';
import type { ReceiptKind } from '../../../core/receipts/receipt';
import { isOpen } from '../../../core/shared/statuses';
import type { Application } from '../../../store/accounts/applications';
import type { Attempt, Message, Note, Notification } from '../../../store/notifications/model';
import type { WebhookDelivery } from '../../../store/webhooks/deliveries';
import type { Progress } from '../../../temporal/progress';

/** What a notification's story is told from. */
export interface StorySources {
  notification: Notification;
  deliveries: WebhookDelivery[];
  /** Null if it is gone. */
  application: Application | null;
  /** Null if the notification is over. */
  progress: Progress | null;
}

type Happened = Pick<StoryEntry, 'kind' | 'code' | 'text'> & { at: Date };
/** The names of an application's integrations by their ids. */
type Names = ReadonlyMap<string, string>;

/** Returns everything that happened to a notification, oldest first. */
export function storyOf(sources: StorySources): StoryEntry[] {
  const { notification, deliveries, application, progress } = sources;
  const names: Names = new Map(application?.integrations?.map(({ id, name }) => [id, name]));
  const happened = [
    ...beginning(notification),
    ...(notification.notes ?? []).map(noted),
    ...notification.messages.flatMap((message) => messageStory(message, names)),
    ...deliveries.flatMap(webhookStory),
    ...ending(notification),
    ...resting(notification, application, names),
    ...now(notification, progress),
  ];
  return happened
    .sort((a, b) => a.at.getTime() - b.at.getTime())
    .map(({ at, ...rest }) => ({
      at: at.toISOString(),
      ...rest,
      notification_id: notification._id,
      event: notification.event,
    }));
}

const entry = (at: Date, kind: StoryKind, code: string, text: string): Happened => ({ at, kind, code, text });

function beginning({
  startedAt,
  sendAt,
  retryOf,
  reopenedAt,
  priority,
  steps,
  code,
}: Notification): Happened[] {
  const what =
    code === undefined ? `${steps.length} ${steps.length === 1 ? 'step' : 'steps'}` : `sequence ${code}`;
  const again = retryOf === undefined ? '' : `, as a retry of ${retryOf}`;
  const urgency = priority === undefined ? '' : `, priority ${priority}`;
  return [
    entry(startedAt, 'done', 'ACCEPTED', `The service accepted the send${again} (${what}${urgency}).`),
    ...(sendAt
      ? [entry(startedAt, 'waiting', 'SCHEDULED', `The send asked to begin at ${sendAt.toISOString()}.`)]
      : []),
    ...(reopenedAt ? [entry(reopenedAt, 'done', 'REOPENED', 'An operator reopened the notification.')] : []),
  ];
}

function noted({ at, code, step, detail }: Note): Happened {
  switch (code) {
    case 'CONDITION_FALSE':
      return entry(
        at,
        'skipped',
        code,
        `A condition of the sequence was false: ${detail}. Its steps were skipped.`,
      );
    case 'QUIET_HOURS':
      return entry(
        at,
        'waiting',
        code,
        `Step ${step} waits for the end of the event's quiet hours, ${detail}.`,
      );
  }
}

function messageStory(message: Message, names: Names): Happened[] {
  const { step, channel, address, createdAt, attempts, error, status, receipts = [], complainedAt } = message;
  const where = address === null ? '' : ` to ${address}`;
  const last = attempts.at(-1);
  return [
    entry(createdAt, 'done', 'STEP', `Step ${step} sends over ${channel}${where}.`),
    ...attempts.map((attempt, index) => attempted(attempt, index + 1, names)),
    ...(status === 'failed' && error
      ? [entry(later(createdAt, last?.at), 'failed', error.code, failed(message, names))]
      : []),
    ...receipts.map(({ at, kind, detail }) =>
      entry(
        at,
        GOOD_RECEIPTS.includes(kind) ? 'done' : 'failed',
        `RECEIPT_${kind.toUpperCase()}`,
        `The provider reported ${kind.replaceAll('_', ' ')}${detail === null ? '' : `: ${quoted(detail)}`}.`,
      ),
    ),
    ...(complainedAt
      ? [entry(complainedAt, 'failed', 'COMPLAINED', 'The recipient called the message spam.')]
      : []),
  ];
}

const GOOD_RECEIPTS: readonly ReceiptKind[] = ['sent', 'delivered'];

function attempted(attempt: Attempt, number: number, names: Names): Happened {
  const { at, outcome, code, response, durationMs, leftOut = [] } = attempt;
  const who = providerOf(attempt, names);
  const said = response === null ? '' : `: ${quoted(response)}`;
  if (outcome === 'sent') {
    const without = leftOut.length === 0 ? '' : ` It left out ${leftOut.length} of its copies.`;
    return entry(
      at,
      'done',
      'SENT',
      `Attempt ${number}: ${who} accepted the message in ${durationMs} ms${said}.${without}`,
    );
  }
  const ends = outcome === 'permanent' ? 'failed' : 'waiting';
  return entry(
    at,
    ends,
    code ?? 'PROVIDER_ERROR',
    `Attempt ${number} at ${who} failed with ${code ?? outcome}${said}.`,
  );
}

/** Why a message failed. Of one that expired also what its last attempt failed with, which is the cause. */
function failed({ step, error, attempts }: Message, names: Names): string {
  const last = attempts.at(-1);
  const words = error === null ? '' : ` ${error.message}`;
  if (error?.code !== 'EXPIRED' || !last) return `Step ${step} failed.${words}`;
  return `Step ${step} expired after ${attempts.length} attempts.${words} The last attempt failed with ${last.code ?? last.outcome} at ${providerOf(last, names)}.`;
}

function webhookStory({ type, attempts, createdAt, status }: WebhookDelivery): Happened[] {
  if (attempts.length === 0) return [entry(createdAt, 'waiting', 'WEBHOOK', `Webhook ${type} is ${status}.`)];
  return attempts.map((attempt) => {
    const why = attemptMessage(attempt);
    return why === null
      ? entry(attempt.at, 'done', 'WEBHOOK', `Webhook ${type}: the endpoint answered ${attempt.status}.`)
      : entry(attempt.at, 'failed', 'WEBHOOK_FAILED', `Webhook ${type} failed. ${why}`);
  });
}

function ending(notification: Notification): Happened[] {
  const { status, completedAt, digestedInto, cancelledBy, failure, messages } = notification;
  if (!completedAt) return [];
  if (digestedInto !== undefined)
    return [
      entry(completedAt, 'skipped', 'DIGESTED', `The notification ${digestedInto} carries it in its digest.`),
    ];
  if (status === 'stopped') {
    const who = cancelledBy === undefined ? '' : ` by ${cancelledBy}`;
    return [entry(completedAt, 'skipped', 'CANCELLED', `The notification was cancelled${who}.`)];
  }
  if (status === 'failed')
    return [
      entry(
        completedAt,
        'failed',
        'FAILED',
        `The notification failed${failure ? `: ${quoted(failure)}` : ''}.`,
      ),
    ];
  const nothing = messages.length === 0 ? ' No message was due' : '';
  return [
    entry(
      completedAt,
      nothing ? 'skipped' : 'done',
      'COMPLETED',
      `The notification is complete.${nothing && `${nothing}.`}`,
    ),
  ];
}

/** The provider that a queued message waits for, if it is resting after failures. */
function resting(
  { messages, status }: Notification,
  application: Application | null,
  names: Names,
): Happened[] {
  const queued = messages.find((message) => message.status === 'queued');
  const id = queued?.attempts.at(-1)?.providerId;
  const health = id ? application?.health?.[id] : undefined;
  if (!id || !isOpen(status) || !health?.restUntil) return [];
  const who = names.get(id) ?? id;
  const text = `${who} rests since ${health.at.toISOString()} until ${health.restUntil.toISOString()}, after ${health.failures} failures in a row: ${quoted(health.why)}.`;
  return [entry(new Date(), 'waiting', 'PROVIDER_RESTING', text)];
}

function now({ status }: Notification, progress: Progress | null): Happened[] {
  if (!isOpen(status) || !progress) return [];
  const { details, taskFailing } = progress;
  const stuck = taskFailing
    ? ` Its workflow task fails: ${taskFailing.error ?? 'the Temporal UI says why'}.`
    : '';
  return [
    entry(
      new Date(),
      stuck ? 'failed' : 'waiting',
      'NOW',
      `It is ${status}${details ? `: ${details}` : ''}.${stuck}`,
    ),
  ];
}

function providerOf({ provider, providerId }: Attempt, names: Names): string {
  if (provider === null) return 'no provider';
  const name = names.get(providerId ?? '');
  return name === undefined || name === provider ? provider : `${provider} (${name})`;
}

/** Without line breaks, and no longer than a line of a terminal can show. */
const quoted = (text: string): string => {
  const flat = text.replace(/\s+/g, ' ').trim().replace(/\.$/, '');
  return flat.length > 200 ? `${flat.slice(0, 200)}…` : flat;
};

const later = (a: Date, b: Date | undefined): Date => (b && b > a ? b : a);
