import { digestKeyOf } from '../../../core/sequences/digest-key';
import type { DigestStep, Step } from '../../../core/sequences/steps';
import { warningText } from '../../../core/sending/recipient-warnings';
import { attemptMessage } from '../../../core/webhooks/attempt-message';
import { isOpen } from '../../../core/shared/statuses';
import type { Application } from '../../../store/accounts/applications';
import type { Broadcast } from '../../../store/broadcasts/broadcasts';
import type { Note, Notification } from '../../../store/notifications/model';
import type { WebhookDelivery } from '../../../store/webhooks/deliveries';
import type { Progress } from '../../../temporal/progress';
import type { StoryEntry } from '../explain/entry';
import type { AudienceFacts } from './audience-facts';
import { delayed, entry, type Happened, isSkip, messageStory, type Names } from './message-story';
import type { NextStep } from './next-step';

/** What a notification's story is told from. */
export interface StorySources {
  notification: Notification;
  deliveries: WebhookDelivery[];
  /** Null if it is gone. */
  application: Application | null;
  /** That it is a recipient of. Null: of none, or it is gone. */
  broadcast: Broadcast | null;
  /** Null if the notification is over. */
  progress: Progress | null;
  /** Null if the notification is over, or if that is unknown. */
  next: NextStep | null;
  /** Why a broadcast has reached the contact. Null: it is of none, or that is unknown. */
  audience: AudienceFacts | null;
}

/** Returns everything that happened to a notification, oldest first. If it is open, its last entry says what it does now. */
export function storyOf({
  notification,
  deliveries,
  application,
  broadcast,
  progress,
  next,
  audience,
}: StorySources): StoryEntry[] {
  const names: Names = new Map(application?.integrations?.map(({ id, name }) => [id, name]));
  const happened = [
    ...beginning(notification, broadcast, audience),
    ...(notification.notes ?? []).map(noted),
    ...notification.messages.flatMap((message) => messageStory(message, names, notification.notes ?? [])),
    ...deliveries.flatMap(webhookStory),
    ...ending(notification),
    ...now(notification, progress, next),
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

function beginning(
  notification: Notification,
  broadcast: Broadcast | null,
  audience: AudienceFacts | null,
): Happened[] {
  const { startedAt, sendAt, retryOf, reopenedAt, priority, steps, code, reference, tenant } = notification;
  const { ofBroadcast, batchId } = notification;
  const what =
    code === undefined ? `${steps.length} ${steps.length === 1 ? 'step' : 'steps'}` : `sequence ${code}`;
  const called = broadcast?.name ? ` "${broadcast.name}"` : '';
  const by = ofBroadcast
    ? `, of the broadcast ${batchId}${called}${audience ? ` to ${audience.name}` : ''}`
    : '';
  const again = retryOf === undefined ? '' : `, as a retry of ${retryOf}`;
  const named = tenant === undefined ? '' : `, tenant ${tenant}`;
  const about = `${named}${reference === undefined ? '' : `, reference ${reference}`}`;
  const urgency = priority === undefined ? '' : `, priority ${priority}`;
  return [
    entry(
      startedAt,
      'done',
      'ACCEPTED',
      `The service accepted the send${again}${by} (${what}${urgency}${about}).${metadataText(notification)}`,
    ),
    ...joined(audience),
    ...(sendAt
      ? [entry(startedAt, 'waiting', 'SCHEDULED', `The send asked to begin at ${sendAt.toISOString()}.`)]
      : []),
    ...firstTurn(notification),
    ...digestKey(notification),
    ...(reopenedAt ? [entry(reopenedAt, 'done', 'REOPENED', 'An operator reopened the notification.')] : []),
  ];
}

/** Says since when the contact is in the topic of a broadcast. */
function joined(audience: AudienceFacts | null): Happened[] {
  if (!audience?.subscription) return [];
  const { at, importId } = audience.subscription;
  const by = importId === null ? '' : `, by the import ${importId}`;
  return [entry(at, 'done', 'SUBSCRIBED', `The contact joined ${audience.name}${by}.`)];
}

/** Says that the first step waited long after the acceptance, if it was due at once. */
function firstTurn({ startedAt, sendAt, steps: [first], messages }: Notification): Happened[] {
  const message = messages.find(({ step }) => first?.type === 'send' && step === first.name);
  return sendAt || !message ? [] : delayed(startedAt, message.createdAt);
}

/** Says which sends the digest of a notification collects, if it has a key. An array and a sensitive event hide the value. */
function digestKey({ startedAt, steps, payload }: Notification): Happened[] {
  const key = digestIn(steps)?.window.key;
  if (key === undefined) return [];
  const value = typeof payload === 'string' ? digestKeyOf(key, payload) : null;
  const is = value === null ? '' : `: ${value}`;
  return [entry(startedAt, 'done', 'DIGEST_KEY', `Its digest collects sends with the same ${key}${is}.`)];
}

function digestIn(steps: readonly Step[]): DigestStep | undefined {
  for (const step of steps) {
    if (step.type === 'digest') return step;
    const inner = step.type === 'condition' ? digestIn([...step.then, ...step.else]) : undefined;
    if (inner) return inner;
  }
  return undefined;
}

/** Maximum number of characters of metadata in a story. The notification itself has all of it. */
const MOST_METADATA = 500;

function metadataText({ metadata }: Notification): string {
  if (!metadata) return '';
  const all = metadata.join(', ');
  return ` Metadata: ${all.length > MOST_METADATA ? `${all.slice(0, MOST_METADATA)}…` : all}.`;
}

function noted({ at, code, step, detail, meant, limit }: Note): Happened {
  switch (code) {
    case 'CONDITION_FALSE': {
      const text = `A condition of the sequence was false: ${detail}. Its steps were skipped.`;
      return entry(at, 'skipped', code, text);
    }
    case 'QUIET_HOURS': {
      const text = `Step ${step} waits for the end of the event's quiet hours, ${detail}.`;
      return entry(at, 'waiting', code, text);
    }
    case 'WARM_UP': {
      const text = `Step ${step} waits for the next day of the warm-up of its integration, ${detail}.`;
      return entry(at, 'waiting', code, text);
    }
    case 'CAPPED': {
      const text = `Step ${step} is over the ${limit}. It waits for the digest of what is over it, ${detail}.`;
      return entry(at, 'waiting', code, text);
    }
    case 'FIELD_UNKNOWN':
    case 'PHONE_LENGTH':
      return entry(at, 'done', code, warningText({ code, field: detail, meant }));
  }
}

/** Maximum characters of an endpoint's answer in a story. The attempt itself has all that is kept. */
const MOST_QUOTED = 500;

function webhookStory({ type, attempts, createdAt, status }: WebhookDelivery): Happened[] {
  if (attempts.length === 0) return [entry(createdAt, 'waiting', 'WEBHOOK', `Webhook ${type} is ${status}.`)];
  return attempts.map((attempt, index) => {
    const why = attemptMessage(attempt);
    if (why === null)
      return entry(
        attempt.at,
        'done',
        'WEBHOOK',
        `Webhook ${type}: the endpoint answered ${attempt.status}.`,
      );
    const isLast = status === 'failed' && index === attempts.length - 1;
    const text = `Webhook ${type} failed. ${why}${isLast ? ' It was the last attempt.' : ''}`;
    const quote = (attempt.answer || attempt.error)?.slice(0, MOST_QUOTED) ?? null;
    return entry(attempt.at, 'failed', 'WEBHOOK_FAILED', text, quote);
  });
}

function ending(notification: Notification): Happened[] {
  const { status, completedAt, digestedInto, cancelledBy, failure, messages } = notification;
  if (!completedAt) return [];
  const end = (...how: [StoryEntry['kind'], string, string, string?]): Happened[] => [
    entry(completedAt, ...how),
  ];
  if (digestedInto !== undefined)
    return end('skipped', 'DIGESTED', `Its content is in the digest of the notification ${digestedInto}.`);
  if (status === 'stopped') {
    const who = cancelledBy === undefined ? '' : ` by ${cancelledBy}`;
    return end('skipped', 'CANCELLED', `The notification was cancelled${who}.`);
  }
  if (status === 'failed' && messages.length > 0 && messages.every(isSkip))
    return end('skipped', 'FAILED', 'The notification failed. No message was due.');
  if (status === 'failed') return end('failed', 'FAILED', 'The notification failed.', failure);
  return messages.length === 0
    ? end('skipped', 'COMPLETED', 'The notification is complete. No message was due.')
    : end('done', 'COMPLETED', 'The notification is complete.');
}

/** Returns what the notification does now and next. */
function now({ status }: Notification, progress: Progress | null, next: NextStep | null): Happened[] {
  if (!isOpen(status) || !progress) return [];
  const at = new Date();
  const { details, taskFailing } = progress;
  const isResting = next?.state === 'resting';
  const stuck = taskFailing
    ? ` Its workflow task fails: ${taskFailing.error ?? 'the Temporal UI says why'}.`
    : '';
  const then = next && !isResting ? ` ${next.text}` : '';
  // The words about a pause say what the workflow's own details say.
  const what = details === null || next?.state === 'held' ? '' : `: ${details}`;
  const text = `It is ${status}${what}.${then}${stuck}`;
  return [
    ...(isResting ? [entry(at, 'waiting', 'PROVIDER_RESTING', next.text)] : []),
    entry(at, stuck ? 'failed' : 'waiting', 'NOW', text),
  ];
}
