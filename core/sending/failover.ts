import type { DeliveryGuarantee } from '../events/definition';

/** How an account at a provider has done lately; kept with its application, so that all workers see one truth. */
export interface ProviderHealth {
  /** Attempts in a row that failed for its own reasons. */
  failures: number;
  /** How often it was rested in a row. */
  rests: number;
  /** Set while it is rested; once that time is over one attempt at a time tries it. */
  restUntil: Date | null;
  /** The last failure's code and words. */
  why: string;
  /** When that was. */
  at: Date;
}

/** The part of an attempt that decides who is next. */
export interface AttemptAt {
  /** Absent in what older versions stored. */
  providerId?: string | null;
  /** The next attempt goes to the next provider. */
  movesOn?: boolean;
  /** It may have been sent there, so that a repeat elsewhere may be a second one. */
  mayHaveSent?: boolean;
}

export type Choice =
  /** `probe`: it is rested, and this is the try whether it is well again; take the lease first. */
  | { kind: 'use'; id: string; probe: boolean }
  /** All are rested. */
  | { kind: 'wait'; untilMs: number };

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
 * Who makes the next attempt at a message: the one that made the last, or where that one moves on the next in order (the
 * first follows the last). Who is rested is passed over, unless the message may already have gone out there and must not
 * go twice.
 */
export function chooseProvider({ candidates, attempts, health, delivery, nowMs }: ChoiceFrom): Choice {
  const last = attempts.findLast(({ providerId }) => candidates.includes(providerId ?? ''));
  const at = last ? candidates.indexOf(last.providerId ?? '') : -1;
  const first = last?.movesOn ? at + 1 : Math.max(0, at);
  const order = [...candidates.slice(first), ...candidates.slice(0, first)];
  const [stayed = ''] = order;
  const mustStay = last?.mayHaveSent === true && !last.movesOn && delivery === 'at_most_once';
  const allowed = mustStay ? [stayed] : order;
  let earliest = Infinity;
  for (const id of allowed) {
    const restUntil = health[id]?.restUntil?.getTime();
    if (restUntil === undefined) return { kind: 'use', id, probe: false };
    if (restUntil <= nowMs) return { kind: 'use', id, probe: true };
    earliest = Math.min(earliest, restUntil);
  }
  return { kind: 'wait', untilMs: earliest };
}

/** A failed attempt, as far as it says whether the next provider takes over. */
export interface FailedAttempt {
  outcome: 'transient' | 'rate_limited' | 'unknown';
  /** The provider refuses for its own reasons: credentials, account, quota. */
  refusedAccount: boolean;
  mayHaveSent: boolean;
  retryAfterMs?: number;
  /** Attempts in a row at this provider, this one included. */
  inARow: number;
  delivery: DeliveryGuarantee;
}

/** A hiccup is tried again where it was; what fails twice stays down. */
const STAYS_DOWN_AFTER = 2;
/** What may have been sent is asked for once more, since most providers know a repeat by its idempotency key. */
const MAY_HAVE_SENT_AFTER = 3;
/** A wait that a rate limit may ask for without another provider taking over, milliseconds. */
const SHORT_WAIT_MS = 30_000;

/** Whether the next provider in order takes over after a failed attempt. */
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

/** Failures in a row after which a provider is rested. */
export const REST_AFTER = 5;
const FIRST_REST_MS = 10_000;
const LONGEST_REST_MS = 120_000;

/** How long a provider is rested that was rested `rests` times in a row before, milliseconds. */
export const restMs = (rests: number): number =>
  Math.min(FIRST_REST_MS * 2 ** Math.min(rests, 10), LONGEST_REST_MS);

/** How long one attempt has the sole right to try a rested provider, milliseconds. */
export const PROBE_MS = 10_000;
