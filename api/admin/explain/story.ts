import type { StoryEntry, StoryKind } from '../../../core/schemas/explain';
import { attemptMessage } from '../../../core/webhooks/attempt-message';
import type { ReceiptKind } from '../../../core/receipts/receipt';
import { lastFailureOf } from '../../../core/sending/failure-keys';
import { providerName } from '../../../core/sending/provider-name';
import { isOpen } from '../../../core/shared/statuses';
import type { Application } from '../../../store/accounts/applications';
import type { Attempt, Message, Note, Notification } from '../../../store/notifications/model';
import type { WebhookDelivery } from '../../../store/webhooks/deliveries';
import type { Progress } from '../../../temporal/progress';
import { nextStepOf } from '../notifications/next-step';

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
    ...now(notification, application, progress),
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
      ? [
          entry(
            later(createdAt, last?.at),
            isSkip(message) ? 'skipped' : 'failed',
            error.code,
            failed(message, names),
          ),
        ]
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

/** Whether a failed message was not to be sent, because its address is suppressed. */
const isSkip = ({ error, attempts }: Message): boolean =>
  error?.code === 'SUPPRESSED' && attempts.length === 0;

/** Why a message failed. Of one that expired also what it failed with at last, which is the cause. */
function failed(message: Message, names: Names): string {
  const { step, error, attempts, rest } = message;
  const words = error === null ? '' : ` ${error.message}`;
  if (isSkip(message)) return `Step ${step} sent nothing.${words}`;
  const last = lastFailureOf(message);
  if (error?.code !== 'EXPIRED' || !last) return `Step ${step} failed.${words}`;
  const made = attempts.length === 1 ? '1 attempt' : `${attempts.length} attempts`;
  const who = providerOf(last, names);
  const cause =
    last === rest
      ? `${who} rested since ${rest.since.toISOString()}, after it failed with ${rest.code}.`
      : `The last attempt failed with ${last.code ?? 'an unknown failure'} at ${who}.`;
  return `Step ${step} expired after ${made}. ${cause}${last === rest ? '' : words}`;
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
  if (status === 'failed' && messages.length > 0 && messages.every(isSkip))
    return [
      entry(completedAt, 'skipped', 'FAILED', 'The notification ended as failed: it was to send nothing.'),
    ];
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

/** How the details of a workflow begin that say what it does. Others are what an attempt failed with. */
const DOES = /^(?:waits|sends|gathers) /;

/** What it does now and next. */
function now(
  notification: Notification,
  application: Application | null,
  progress: Progress | null,
): Happened[] {
  const { status } = notification;
  if (!isOpen(status) || !progress) return [];
  const at = new Date();
  const { details, taskFailing } = progress;
  const next = nextStepOf({ notification, application, progress, now: at });
  const isResting = next?.state === 'resting';
  const stuck = taskFailing
    ? ` Its workflow task fails: ${taskFailing.error ?? 'the Temporal UI says why'}.`
    : '';
  const then = next && !isResting ? ` ${next.text}` : '';
  const text = `It ${details && DOES.test(details) ? details : `is ${status}${details ? `: ${details}` : ''}`}.${then}${stuck}`;
  return [
    ...(isResting ? [entry(at, 'waiting', 'PROVIDER_RESTING', next.text)] : []),
    entry(at, stuck ? 'failed' : 'waiting', 'NOW', text),
  ];
}

/** Who made an attempt, or rested. */
const providerOf = (
  { provider, providerId: id }: Pick<Attempt, 'provider' | 'providerId'>,
  names: Names,
): string =>
  provider === null ? 'no provider' : (providerName({ provider, id, name: names.get(id ?? '') }) ?? provider);

/** Without line breaks, and no longer than a line of a terminal can show. */
const quoted = (text: string): string => {
  const flat = text.replace(/\s+/g, ' ').trim().replace(/\.$/, '');
  return flat.length > 200 ? `${flat.slice(0, 200)}…` : flat;
};

const later = (a: Date, b: Date | undefined): Date => (b && b > a ? b : a);
