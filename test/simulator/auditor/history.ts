import type * as seen from '../observation';
import type { Disturbances } from './disturbances';
import { isUnknown, mayBeDone } from './outcomes';

/** An observation with its position in the history. */
export type Seen<T> = T & { at: number; index: number };
type Body = NonNullable<seen.Read['body']>;

/** One message as a response shows it. */
export type View = Body['messages'][number] & { read: Seen<seen.Read> };

/** All that is seen of one message, each list by the time of its request. */
export interface Message {
  id: string;
  notification: Notification;
  calls: Seen<seen.ProviderCall>[];
  webhooks: Seen<seen.WebhookCall>[];
  /** Reports of providers about any attempt, with the call that they are about. */
  reports: (Seen<seen.Receipt> & { call: Seen<seen.ProviderCall> })[];
  views: View[];
}

/** All that is seen of one notification. */
export interface Notification {
  id: string;
  /** The first response that names it; a notification without one is known by its effects only. */
  send?: Seen<seen.Sent>;
  sends: Seen<seen.Sent>[];
  address?: string;
  /** It was not accepted before this moment. */
  acceptedAfter: number;
  /** It was accepted before this moment. */
  acceptedBefore: number;
  reads: Seen<seen.Read>[];
  /** The last read at rest. */
  rest?: Seen<seen.Read>;
  operators: Seen<seen.OperatorActed>[];
  /** The failed notification that an operator retried with this one. */
  retryOf?: string;
  messages: Map<string, Message>;
}

/** A recipient of requests without a known outcome, who may have one notification that no response names. */
export interface Slot {
  address: string;
  send: Seen<seen.Sent>;
  /** An operator's retry, which counts in no quota. */
  isRetry?: true;
}

/** A history by what it is about. */
export interface History {
  notifications: Map<string, Notification>;
  sends: Seen<seen.Sent>[];
  slots: Slot[];
  slotsOf: Map<string, Slot[]>;
  cancels: Map<string, Seen<seen.Cancelled>[]>;
  /** Like the cancels. */
  signals: Map<string, Seen<seen.Signalled>[]>;
  erasures: Map<string, Seen<seen.Erased>[]>;
  suppressions: Map<string, Seen<seen.SuppressionChanged>[]>;
  receipts: Seen<seen.Receipt>[];
  quotas: Seen<seen.QuotaRead>[];
  endpoints: Seen<seen.EndpointChanged>[];
  webhooks: Seen<seen.WebhookCall>[];
  disturbances: Disturbances;
}

/** Returns the list of a key, which it adds if it is missing. */
export function listOf<T>(map: Map<string, T[]>, key: string): T[] {
  let list = map.get(key);
  if (!list) map.set(key, (list = []));
  return list;
}

/** Returns the key under which the cancels of an event for a person are found. */
export const cancelKey = (event: string, address: string): string => `${event}\n${address}`;

/** Returns an erasure that may have removed what a person had after one moment, if it was asked before another. */
export function erasureOf(
  history: History,
  address: string | undefined,
  from: number,
  to = Infinity,
): Seen<seen.Erased> | undefined {
  if (address === undefined) return undefined;
  return history.erasures
    .get(address)
    ?.find(
      (erased) =>
        mayBeDone(erased.status) && erased.askedAt < to && (erased.at > from || isUnknown(erased.status)),
    );
}

/**
 * Returns whether an erasure between two moments may have removed a notification that a repeat of its request made again. An
 * erasure leaves nothing (ERASURE-3), so the repeat is another request, and the ids of an array are the same.
 */
export function isMadeAgain(
  history: History,
  { address, sends }: Notification,
  from: number,
  to: number,
): boolean {
  const erased = erasureOf(history, address, from, to);
  return erased !== undefined && sends.some(({ at }) => at > erased.askedAt);
}

/** Returns whether an operator may have changed the course of a notification. */
export const isReopened = ({ operators }: Notification): boolean =>
  operators.some(({ action, status }) => action === 'reopen' && mayBeDone(status));

/** Returns whether an operator has terminated the workflow of a notification. */
export const isTerminated = ({ operators }: Notification): boolean =>
  operators.some(({ action }) => action === 'terminate');

/** Returns how many SENDs the event of a notification has, if a response tells. */
export const stepsOf = ({ send }: Notification): number | undefined => send && (send.steps ?? 1);
