import type { Candidate } from '../../core/sending/candidates';
import type { Hold } from '../../core/sending/pauses';
import type { DeliveryError } from '../../core/sending/delivery-error';
import { failureKeysOf, lastFailureOf } from '../../core/sending/failure-keys';
import { type AfterStep, type NotificationStatus, finalStatus } from '../../core/shared/statuses';
import {
  type Attempt,
  type Held,
  type HoldRecord,
  type Message,
  type MessageEvent,
  type Note,
  type Notification,
  type Rendered,
  type Rest,
  type WarmUpTurn,
  KEPT_HOLDS,
  KEPT_NOTES,
} from './model';

/**
 * What one attempt at a claimed SEND came to:
 * - `sent`: the provider accepted the message.
 * - `failed`: the message will never be sent.
 * - `retry`: the message stays queued and is attempted again, after a delay. If `next` is set, that provider takes over at
 *   once. If `rest` is set, no provider was called, and that rest ends first, at `until`.
 * - `released`: nothing was attempted. The message waits in the queue of an integration (null: the main queue), or `until` a
 *   time in milliseconds since 1970, or it is `held` until something is resumed; then the notification is `waiting`.
 */
export type Settlement = {
  /** Null or absent: no provider was called. */
  attempt?: Attempt | null;
  /** The rendered content, if this attempt was the first to render it. */
  rendered?: Rendered | null;
} & (
  | { kind: 'sent'; providerMessageId: string }
  | ({ kind: 'failed' } & DeliveryError)
  | {
      kind: 'retry';
      code?: DeliveryError['code'];
      retryAfterMs?: number;
      next?: Candidate;
      rest?: Rest & { until: Date };
    }
  | { kind: 'released'; queue: string | null }
  | { kind: 'released'; until: number; folded?: Folded; isWarmingUp?: boolean }
  | { kind: 'released'; held: Hold }
);

/** A message that is over a limit, and waits for the digest of what is over it. */
export interface Folded {
  /** Id of the digest. */
  id: string;
  /** The limit, in words. Absent: the message waits already. */
  limit?: string;
}

/** The claimed SEND that a settlement is written for. */
export interface Claimed {
  notification: Notification;
  message: Message;
  /** Token of the claim. */
  token: string;
  /** The webhook event of the settlement; null if no endpoint wants it. */
  event: MessageEvent | null;
  after: AfterStep;
  at: Date;
  /** What the message has of warm-ups after the attempt. Absent: what it had before. */
  warmUp?: WarmUpTurn;
}

/** Returns the status after a settlement. After a cancel has marked the send, only the outcome of the last step counts. */
export function statusAfter(
  { after, notification, message }: Claimed,
  settlement: Settlement,
  marked: boolean,
): NotificationStatus {
  if (settlement.kind === 'retry' || settlement.kind === 'released')
    return marked ? 'stopped' : 'until' in settlement || 'held' in settlement ? 'waiting' : 'running';
  if (after !== 'close') return marked ? 'stopped' : after;
  if (settlement.kind === 'sent') return 'completed';
  const others = notification.messages.filter(({ id }) => id !== message.id);
  return others.length === 0 ? 'failed' : finalStatus(others);
}

/**
 * Returns the part of the update that changes the message. `m` is the message, `q` the message while it is queued, `n`
 * while no receipt has proved that it was sent, and `u` without the event, which an earlier try of this write may have
 * stored.
 */
export function messageChange(claimed: Claimed, settlement: Settlement, replaces = false) {
  const { message, event, at } = claimed;
  const { attempt, rendered } = settlement;
  const set: Record<string, unknown> = {};
  const push: Record<string, unknown> = {};
  if (rendered) set['messages.$[m].rendered'] = rendered;
  if (claimed.warmUp) set['messages.$[m].warmUp'] = claimed.warmUp;
  if (attempt) {
    set['messages.$[m].provider'] = attempt.provider;
    if (replaces) set['messages.$[m].attempts.$[a]'] = attempt;
    else push['messages.$[m].attempts'] = { $each: [attempt], $slice: -KEPT_ATTEMPTS };
  }
  if (attempt?.copiesSent) push['messages.$[m].copiesSent'] = { $each: attempt.copiesSent };
  if (settlement.kind === 'retry' && settlement.rest) {
    const { until: _until, ...rest } = settlement.rest;
    set['messages.$[m].rest'] = rest;
  }
  if (settlement.kind === 'released' && 'until' in settlement) {
    const detail = new Date(settlement.until).toISOString();
    const { folded, isWarmingUp } = settlement;
    if (folded) set['messages.$[m].fold'] = folded.id;
    const note: Note = folded
      ? { at, step: message.step, code: 'CAPPED', detail, limit: folded.limit ?? '' }
      : { at, step: message.step, code: isWarmingUp ? 'WARM_UP' : 'QUIET_HOURS', detail };
    if (!folded || folded.limit !== undefined) push.notes = { $each: [note], $slice: -KEPT_NOTES };
  }
  if (settlement.kind === 'released' && 'held' in settlement && !heldSince(claimed, settlement.held)) {
    const record: HoldRecord = { at, pauses: settlement.held.pauses };
    push['messages.$[m].holds'] = { $each: [record], $slice: -KEPT_HOLDS };
  }
  if (event) {
    push['messages.$[u].events'] = event;
    push.untold = event.id;
    set.untoldSince = at;
  }
  if (settlement.kind === 'sent') {
    set['messages.$[n].sentAt'] = at;
    set['messages.$[m].providerMessageId'] = settlement.providerMessageId;
    set['messages.$[q].status'] = 'sent';
  }
  if (settlement.kind === 'failed') {
    set['messages.$[q].error'] = errorOf(settlement);
    set['messages.$[q].status'] = 'failed';
  }
  const paths = [...Object.keys(set), ...Object.keys(push)];
  const known: Record<string, Record<string, unknown>> = {
    m: { 'm.id': message.id },
    a: { 'a.id': attempt?.id },
    q: { 'q.id': message.id, 'q.status': 'queued' },
    n: { 'n.id': message.id, 'n.sentAt': null },
    u: { 'u.id': message.id, 'u.events.id': { $ne: event?.id } },
  };
  const used = Object.entries(known).filter(([name]) => paths.some((path) => path.includes(`$[${name}]`)));
  return { set, push, arrayFilters: used.map(([, filter]) => filter) };
}

const errorOf = ({ code, message }: DeliveryError): DeliveryError => ({
  code,
  message: message.slice(0, KEPT_RESPONSE),
});

/** Returns a message as its webhook shows it after a settlement with this event. A receipt since the claim changes only its times. */
export function messageAfter(message: Message, settlement: Settlement, event: MessageEvent): Message {
  return {
    ...message,
    events: [...message.events, event],
    ...(settlement.kind === 'sent' && {
      sentAt: message.sentAt ?? event.at,
      providerMessageId: settlement.providerMessageId,
    }),
    ...(settlement.kind === 'failed' && { error: errorOf(settlement) }),
  };
}

/**
 * Returns the update of the provider that the notification waits for. Each outcome that counts has one, so that what waits
 * for a provider is counted as long as it does. What is held waits for none.
 */
export function failingAtChange(settlement: Settlement): { set?: { failingAt: string }; unset?: object } {
  if (settlement.kind === 'released') return 'held' in settlement ? { unset: { failingAt: 1 } } : {};
  const { attempt } = settlement;
  const at =
    settlement.kind === 'retry' && !settlement.next
      ? (settlement.rest?.providerId ?? attempt?.providerId)
      : null;
  return at ? { set: { failingAt: at } } : { unset: { failingAt: 1 } };
}

/** Returns the mark of a notification that is held; empty if it is not. */
export function heldBy(claimed: Claimed, settlement: Settlement): { held?: Held } {
  if (settlement.kind !== 'released' || !('held' in settlement)) return {};
  const { pauses, dueAt, from } = settlement.held;
  const at = heldSince(claimed, settlement.held) ?? claimed.at;
  return { held: { by: pauses.map(({ of }) => of), messageId: claimed.message.id, dueAt, at, from } };
}

/** Returns since when the same pauses have held a message, if its attempt was woken for nothing. */
function heldSince({ message }: Claimed, { pauses }: Hold): Date | undefined {
  const last: HoldRecord | undefined = message.holds?.at(-1);
  const isSame =
    last?.pauses.length === pauses.length && last.pauses.every(({ id }, at) => id === pauses[at]?.id);
  return isSame && !last.until ? last.at : undefined;
}

/** Returns the update that adds the search keys of a failed message; empty if it did not fail. */
export function failuresAdded({ message }: Claimed, settlement: Settlement): Record<string, unknown> {
  if (settlement.kind !== 'failed') return {};
  const keys = failureKeysOf(settlement.code, settlement.attempt ?? lastFailureOf(message));
  return { $addToSet: { failures: { $each: keys } } };
}

/** Attempts kept per message: six hours of retries at two minutes are 180. */
export const KEPT_ATTEMPTS = 200;

/** Characters of a provider's answer that are kept. */
export const KEPT_RESPONSE = 2000;
