// eslint-disable-next-line no-restricted-imports -- A new id is chance, and no rule depends on its value.
import { v4, v5 } from 'uuid';

/** Namespace of the derived ids below; changing it would make every message a new one. */
const NAMESPACE = '6f1d2a52-6f0c-5c0e-9f64-0b0f5a2f8a1c';

/** A fresh id for a notification, contact or other resource. */
export const newId = (): string => v4();

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** Returns whether a text is a whole id. */
export const isUuid = (text: string): boolean => UUID.test(text);

/** Returns whether a text is an id, or enough of its beginning to mean one: eight characters. */
export const isIdStart = (text: string): boolean => /^[0-9a-f]{8}[0-9a-f-]{0,28}$/i.test(text);

/**
 * Id of a message: the same for every attempt at one step over one channel, so that a retry or a
 * crash meets the same message and the same idempotency key at the provider.
 */
export const messageIdOf = (notificationId: string, step: string, channel: string): string =>
  v5(`message:${notificationId}:${step}:${channel}`, NAMESPACE);

/** Id of a webhook event: at most one exists per message and type. */
export const eventIdOf = (messageId: string, type: string): string =>
  v5(`event:${messageId}:${type}`, NAMESPACE);

/**
 * Returns the id of a retry of a failed notification, the same for every repeat of one retry. `before` is the id of
 * the last retry.
 */
export const retryIdOf = (notificationId: string, before: string | undefined): string =>
  v5(`retry:${notificationId}:${before ?? ''}`, NAMESPACE);

/** Returns the id at an index of an array, the same for a repeat of the request. */
export const derivedId = (seed: string, index: number): string => v5(`recipient:${seed}:${index}`, NAMESPACE);

/** Maximum number of recipients of one array (ARRAY-4). */
export const MAX_RECIPIENTS = 1000;

/** Returns the ids that the notifications of a request may have, for one recipient or for an array. */
export const possibleIds = (seed: string): string[] => [
  seed,
  ...Array.from({ length: MAX_RECIPIENTS }, (_, index) => derivedId(seed, index)),
];

/** Returns the id of the e-mail about a disabled endpoint, the same for every repeat. */
export const noticeIdOf = (endpointId: string, at: Date): string =>
  v5(`notice:${endpointId}:${at.getTime()}`, NAMESPACE);

/** Returns the id of a schedule, under which its runs and its Temporal Schedule are. */
export const scheduleIdOf = (applicationId: string, environment: string, name: string): string =>
  v5(`schedule:${applicationId}:${environment}:${name}`, NAMESPACE);

/** Returns the id of a run of a schedule, the same for every attempt at it. `manual` is the id of one that somebody asked for. */
export const runIdOf = (scheduleId: string, plannedAt: number, manual: string | undefined): string =>
  v5(`run:${scheduleId}:${manual ?? plannedAt}`, NAMESPACE);

/** Returns the id of a job that was asked for with a key, the same for every repeat. */
export const jobIdOf = (applicationId: string, key: string): string =>
  v5(`job:${applicationId}:${key}`, NAMESPACE);

/** Returns the id of a broadcast that an operator has made with a key, the same for every repeat. */
export const broadcastIdOf = (applicationId: string, key: string): string =>
  v5(`broadcast-key:${applicationId}:${key}`, NAMESPACE);

/** Returns the id of the notification of a recipient of a broadcast: one contact has at most one. */
export const broadcastRecipientIdOf = (broadcastId: string, contactId: string): string =>
  v5(`broadcast:${broadcastId}:${contactId}`, NAMESPACE);
