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
  | { kind: 'wait'; id: string; untilMs: number };

export interface ChoiceFrom {
  /** In the order in which they are tried; never empty. */
  candidates: readonly string[];
  /** The message's own, oldest first. */
  attempts: readonly AttemptAt[];
  health: Readonly<Record<string, ProviderHealth>>;
  delivery: DeliveryGuarantee;
  nowMs: number;
}

/**
 * Returns who makes the next attempt at a message: the provider of the last attempt, or if that one moves on the next in
 * order (the first follows the last). Disabled providers are skipped, unless the message may have been sent there and
 * must not be sent twice.
 */
export function chooseProvider({ candidates, attempts, health, delivery, nowMs }: ChoiceFrom): Choice {
  const last = attempts.findLast(({ providerId }) => candidates.includes(providerId ?? ''));
  const at = last ? candidates.indexOf(last.providerId ?? '') : -1;
  const first = last?.movesOn ? at + 1 : Math.max(0, at);
  const order = [...candidates.slice(first), ...candidates.slice(0, first)];
  const [stayed = ''] = order;
  const mustStay = last?.mayHaveSent === true && !last.movesOn && delivery === 'at_most_once';
  const allowed = mustStay ? [stayed] : order;
  let [soonest, earliest] = [stayed, Infinity];
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
  retryAfterMs?: number;
  /** Consecutive attempts at this provider, including this one. */
  inARow: number;
  delivery: DeliveryGuarantee;
}

/** Consecutive failures after which the next provider takes over. */
const STAYS_DOWN_AFTER = 2;
/** The same if the message may have been sent. A repeat is safe at most providers, which know it by its idempotency key. */
const MAY_HAVE_SENT_AFTER = 3;
/** Longest wait after a rate limit before another provider takes over, milliseconds. */
const SHORT_WAIT_MS = 30_000;

/** Returns whether the next provider takes over after a failed attempt. */
export function movesOn(attempt: FailedAttempt): boolean {
  const { outcome, refusedAccount, mayHaveSent, retryAfterMs, inARow, delivery } = attempt;
  if (outcome === 'rate_limited') {
    return retryAfterMs === undefined ? inARow >= STAYS_DOWN_AFTER : retryAfterMs > SHORT_WAIT_MS;
  }
  if (outcome === 'unknown' || mayHaveSent) {
    return delivery === 'at_least_once' && inARow >= MAY_HAVE_SENT_AFTER;
  }
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
