import type { DeliveryError } from '../../core/sending/delivery-error';
import { failureKeysOf, lastFailureOf } from '../../core/sending/failure-keys';
import { type AfterStep, type NotificationStatus, finalStatus } from '../../core/shared/statuses';
import {
  type Attempt,
  type MessageEvent,
  type Note,
  type Notification,
  type Rendered,
  type Rest,
  KEPT_NOTES,
} from './model';

/** The result of an attempt, ready to be recorded. */
export interface Outcome {
  notification: Notification;
  messageId: string;
  /** Token of the claim. */
  token: string;
  /** Null: no provider was called. */
  attempt: Attempt | null;
  /** After `retry` the message stays queued and its SEND is retried. `waits`: the notification is `waiting` until then. */
  result:
    | { kind: 'sent'; providerMessageId: string }
    | { kind: 'failed'; error: DeliveryError }
    | { kind: 'retry'; waits?: boolean };
  /** The rendered content, if this attempt was the first to render it. */
  rendered: Rendered | null;
  event: MessageEvent | null;
  /** Why nothing was sent, if no attempt says so. */
  note?: Note;
  /** The rest of a provider that the message waits for. */
  rest?: Rest;
  after: AfterStep;
  at: Date;
}

/** Returns the status after an outcome. After a cancel has marked the send, only the outcome of the last step counts. */
export function statusAfter(outcome: Outcome, marked: boolean): NotificationStatus {
  const { result, after, notification, messageId } = outcome;
  if (result.kind === 'retry') return marked ? 'stopped' : result.waits ? 'waiting' : 'running';
  if (after !== 'close') return marked ? 'stopped' : after;
  if (result.kind === 'sent') return 'completed';
  const others = notification.messages.filter((message) => message.id !== messageId);
  return others.length === 0 ? 'failed' : finalStatus(others);
}

/**
 * Returns the part of the update that changes the message. `m` is the message, `q` the message while it is queued, `n`
 * while no receipt has proved that it was sent, and `u` without the event, which an earlier try of this write may have
 * stored.
 */
export function messageChange(outcome: Outcome, replaces = false) {
  const { result, attempt, rendered, event, note, rest, messageId, at } = outcome;
  const set: Record<string, unknown> = {};
  const push: Record<string, unknown> = {};
  if (rendered) set['messages.$[m].rendered'] = rendered;
  if (attempt) {
    set['messages.$[m].provider'] = attempt.provider;
    if (replaces) set['messages.$[m].attempts.$[a]'] = attempt;
    else push['messages.$[m].attempts'] = { $each: [attempt], $slice: -KEPT_ATTEMPTS };
  }
  if (attempt?.copiesSent) push['messages.$[m].copiesSent'] = { $each: attempt.copiesSent };
  if (rest) set['messages.$[m].rest'] = rest;
  if (note) push.notes = { $each: [note], $slice: -KEPT_NOTES };
  if (event) {
    push['messages.$[u].events'] = event;
    push.untold = event.id;
    set.untoldSince = at;
  }
  if (result.kind === 'sent') {
    set['messages.$[n].sentAt'] = at;
    set['messages.$[m].providerMessageId'] = result.providerMessageId;
    set['messages.$[q].status'] = 'sent';
  }
  if (result.kind === 'failed') {
    set['messages.$[q].error'] = result.error;
    set['messages.$[q].status'] = 'failed';
  }
  const paths = [...Object.keys(set), ...Object.keys(push)];
  const known: Record<string, Record<string, unknown>> = {
    m: { 'm.id': messageId },
    a: { 'a.id': attempt?.id },
    q: { 'q.id': messageId, 'q.status': 'queued' },
    n: { 'n.id': messageId, 'n.sentAt': null },
    u: { 'u.id': messageId, 'u.events.id': { $ne: event?.id } },
  };
  const used = Object.entries(known).filter(([name]) => paths.some((path) => path.includes(`$[${name}]`)));
  return { set, push, arrayFilters: used.map(([, filter]) => filter) };
}

/** Returns the update that adds the search keys of a failed message; empty if it did not fail. */
export function failuresAdded(outcome: Outcome): Record<string, unknown> {
  const { result, attempt, notification, messageId } = outcome;
  if (result.kind !== 'failed') return {};
  const message = notification.messages.find(({ id }) => id === messageId);
  const keys = failureKeysOf(result.error.code, attempt ?? (message && lastFailureOf(message)));
  return { $addToSet: { failures: { $each: keys } } };
}

/** Attempts kept per message: six hours of retries at two minutes are 180. */
export const KEPT_ATTEMPTS = 200;

/** Characters of a provider's answer that are kept. */
export const KEPT_RESPONSE = 2000;
