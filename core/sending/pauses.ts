import type { Scope } from '../shared/scope';

/** What was paused, since when and by whom. */
export interface Pause {
  /** Of this one pause. A later pause of the same has another. */
  id: string;
  /** What is paused: `eventPause`, `integrationPause`, `broadcastPause`, `prefixPause` or `notificationPause`. */
  of: string;
  since: Date;
  /** Name of the admin key or operator. */
  by: string;
  reason: string | null;
}

/** A pause of an event, an integration, a broadcast or a prefix, stored with its application, which every send reads. */
export interface ApplicationPause extends Pause {
  /** Set when it was resumed. It still holds what was not held by it, so that the older messages go first. */
  resumedAt?: Date;
  /** Set when the messages held before `resumedAt` are released. It holds nothing more. */
  opened?: true;
  /** When the sweep resumes it. Absent: an operator does. */
  endsAt?: Date;
  /** Of a prefix what the SMS guard counted. */
  counts?: { sent: number; followed: number };
}

export const eventPause = ({ applicationId, environment }: Scope, event: string): string =>
  `event:${applicationId}:${environment}:${event}`;
export const integrationPause = (id: string): string => `integration:${id}`;
export const broadcastPause = (id: string): string => `broadcast:${id}`;
/** Of the SMS of guarded events to numbers that begin with `prefix`, such as `+44`. */
export const prefixPause = ({ applicationId, environment }: Scope, prefix: string): string =>
  `prefix:${applicationId}:${environment}:${prefix}`;
export const notificationPause = (id: string): string => `notification:${id}`;

/** What a pause is about, as a reader knows it. Names of events have no colon. */
export function pausedThing(of: string): { kind: PausedKind; name: string } {
  const [kind = '', ...rest] = of.split(':');
  const name = rest.at(-1) ?? '';
  return { kind: KINDS.find((one) => one === kind) ?? 'notification', name };
}

const KINDS = ['event', 'integration', 'broadcast', 'prefix'] as const;
export type PausedKind = (typeof KINDS)[number] | 'notification';

/** Returns the pause of something; undefined if it is not paused. One that was resumed counts until it is over. */
export const pauseOf = (
  pauses: readonly ApplicationPause[] | undefined,
  of: string,
): ApplicationPause | undefined => pauses?.find((one) => one.of === of);

/**
 * Returns the pause that holds a message whose SEND is due; undefined if none does. `released` has the ids of the pauses
 * that have held and released it (PAUSE-5).
 */
export function holderIn(
  pauses: readonly ApplicationPause[] | undefined,
  of: string,
  released: readonly string[] = [],
): ApplicationPause | undefined {
  const pause = pauseOf(pauses, of);
  if (!pause || pause.opened || (pause.resumedAt && released.includes(pause.id))) return undefined;
  return pause;
}

/** Why a message is held. */
export interface Hold {
  /** Never empty. The end of one of them lets the message be attempted. */
  pauses: Pause[];
  /** When its SEND fell due. */
  dueAt: Date;
  /** From when the time counts that `retry_for` leaves out (PAUSE-6). */
  from: Date;
}

/** Returns the hold by some pauses of a SEND that was due at `dueAt`, milliseconds since 1970. */
export const holdBy = (pauses: readonly Pause[], dueAt: number): Hold => ({
  pauses: pauses.map(({ id, of, since, by, reason }) => ({ id, of, since, by, reason })),
  dueAt: new Date(dueAt),
  from: new Date(Math.max(dueAt, Math.min(...pauses.map(({ since }) => since.getTime())))),
});
