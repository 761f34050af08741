import type { DeliveryGuarantee } from '../events/definition';

/** The health of an account at a provider, stored with its application, so that all workers share it. */
export interface ProviderHealth {
  /** Consecutive attempts that failed because of the provider. */
  failures: number;
  /** How often it was disabled in a row. */
  rests: number;
  /** Set while it is disabled. After this time one attempt at a time probes it. */
  restUntil: Date | null;
  /** When it was first disabled since its last success. Absent in documents of older versions, and before. */
  restingSince?: Date;
  /** Code of the last failure. */
  why: string;
  /** Time of the last failure. */
  at: Date;
}

/** The part of an attempt that decides the next provider. */
export interface AttemptAt {
  id?: string;
  /** Absent in documents of older versions. */
  providerId?: string | null;
  /** The next attempt goes to the next provider. */
  movesOn?: boolean;
  /** It may have been sent, so that an attempt at another provider may send it twice. */
  mayHaveSent?: boolean;
}

export type Choice =
  /** `probe`: it is disabled, and this attempt probes it; reserve the probe first. */
  | { kind: 'use'; id: string; probe: boolean }
  /** All are disabled. This one is enabled first. */
  | { kind: 'wait'; id: string; untilMs: number }
  /** All that may send it are paused. It waits for the first that is resumed. */
  | { kind: 'held'; ids: string[] }
  /** The only one that may send it is no candidate any more. */
  | { kind: 'lost' };

/** What became of a message. */
interface Sent {
  /** The message's own, oldest first. */
  attempts: readonly AttemptAt[];
  delivery: DeliveryGuarantee;
  /** Id of the last attempt before an operator requested a repeat. */
  repeatOf?: string | null;
}

export interface ChoiceFrom extends Sent {
  /** In the order in which they are tried; never empty. */
  candidates: readonly string[];
  health: Readonly<Record<string, ProviderHealth>>;
  /** Those that an operator has paused. */
  paused?: Pick<ReadonlyMap<string, unknown>, 'has'>;
  nowMs: number;
}

/**
 * Returns the last attempt that may have sent a message which must not be sent twice, since an operator last requested a
 * repeat. Only its provider may repeat it, because it recognizes the repeat, whatever became of the attempts since. Returns
 * undefined if any provider may send it.
 */
export function holderOf({ attempts, delivery, repeatOf }: Sent): AttemptAt | undefined {
  if (delivery !== 'at_most_once') return undefined;
  const requested = repeatOf ? attempts.findIndex(({ id }) => id === repeatOf) : -1;
  return attempts
    .slice(requested + 1)
    .findLast(({ mayHaveSent, movesOn: moved }) => mayHaveSent === true && !moved);
}

/**
 * Returns who makes the next attempt at a message: the provider of the last attempt, or if that one moves on the next in
 * order (the first follows the last). Disabled providers are skipped, unless the message may have been sent there and
 * must not be sent twice. Paused ones are skipped too; if all that may send it are paused, it is held (PAUSE-3).
 */
export function chooseProvider(from: ChoiceFrom): Choice {
  const { candidates, attempts, health, paused, nowMs } = from;
  const last = attempts.findLast(({ providerId }) => candidates.includes(providerId ?? ''));
  const at = last ? candidates.indexOf(last.providerId ?? '') : -1;
  const first = last?.movesOn ? at + 1 : Math.max(0, at);
  const order = [...candidates.slice(first), ...candidates.slice(0, first)];
  const holder = holderOf(from);
  const held = candidates.filter((id) => id === holder?.providerId);
  if (holder && held.length === 0) return { kind: 'lost' };
  const able = held.length > 0 ? held : order;
  const allowed = able.filter((id) => !paused?.has(id));
  if (allowed.length === 0 && able.length > 0) return { kind: 'held', ids: able };
  let [soonest, earliest] = [allowed[0] ?? '', Infinity];
  for (const id of allowed) {
    const restUntil = health[id]?.restUntil?.getTime();
    if (restUntil === undefined) return { kind: 'use', id, probe: false };
    if (restUntil <= nowMs) return { kind: 'use', id, probe: true };
    if (restUntil < earliest) [soonest, earliest] = [id, restUntil];
  }
  return { kind: 'wait', id: soonest, untilMs: earliest };
}

/** The part of a failed attempt that decides whether the next provider takes over. */
export interface FailedAttempt {
  outcome: 'transient' | 'rate_limited' | 'unknown';
  /** The provider refuses the account: credentials, account, quota. */
  refusedAccount: boolean;
  mayHaveSent: boolean;
  /** No other provider may send the message. */
  isHeld: boolean;
  retryAfterMs?: number;
  /** Consecutive attempts at this provider, including this one. */
  inARow: number;
}

/** Consecutive failures after which the next provider takes over. */
const STAYS_DOWN_AFTER = 2;
/** The same if the message may have been sent. A repeat is safe at most providers, which know it by its idempotency key. */
const MAY_HAVE_SENT_AFTER = 3;
/** Longest wait after a rate limit before another provider takes over, milliseconds. */
const SHORT_WAIT_MS = 30_000;

/** Returns whether the next provider takes over after a failed attempt. */
export function movesOn(attempt: FailedAttempt): boolean {
  const { outcome, refusedAccount, mayHaveSent, isHeld, retryAfterMs, inARow } = attempt;
  if (isHeld) return false;
  if (outcome === 'rate_limited') {
    return retryAfterMs === undefined ? inARow >= STAYS_DOWN_AFTER : retryAfterMs > SHORT_WAIT_MS;
  }
  if (outcome === 'unknown' || mayHaveSent) return inARow >= MAY_HAVE_SENT_AFTER;
  return refusedAccount || inARow >= STAYS_DOWN_AFTER;
}

/** Consecutive failures after which a provider is disabled for a while. */
export const REST_AFTER = 5;
const FIRST_REST_MS = 10_000;
const LONGEST_REST_MS = 120_000;

/** Returns how long a provider is disabled after it was disabled `rests` times in a row, milliseconds. */
export const restMs = (rests: number): number =>
  Math.min(FIRST_REST_MS * 2 ** Math.min(rests, 10), LONGEST_REST_MS);

/** How long one attempt reserves the probe of a disabled provider, milliseconds. */
export const PROBE_MS = 10_000;
