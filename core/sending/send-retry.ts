/** How a SEND that failed is retried: milliseconds, and the factor between two delays. It ends with `retry_for`, not by a count. */
const FAILED_RETRY = {
  initialInterval: 1_000,
  backoffCoefficient: 2,
  maximumInterval: 120_000,
} as const;

/**
 * How Temporal repeats an attempt that was lost, because its worker died, stood still, or never got it: soon, as nothing is known
 * to have failed. What failed has a delay of its own.
 */
export const LOST_RETRY = { ...FAILED_RETRY, maximumInterval: 30_000 } as const;

/** Returns the delay after an attempt of this number, which counts from 1, milliseconds. */
export const sendRetryDelayMs = (attempt: number): number => {
  const { initialInterval, backoffCoefficient, maximumInterval } = FAILED_RETRY;
  return Math.min(initialInterval * backoffCoefficient ** (attempt - 1), maximumInterval);
};

/** What a SEND that is attempted again has come to. */
export interface NotSent {
  /** Number of Temporal's attempt, from 1. It also counts waits for a provider, and looks at the claim of another attempt. */
  attempt: number;
  /** From the first attempt until this one, milliseconds. */
  waitedMs: number;
  /** Failed attempts of the message, including this one. Null: this one was not recorded, as if it called no provider. */
  failed: number | null;
  /** It called no provider, because all that may send it cool down. */
  isResting: boolean;
}

/**
 * Returns the least delay before a SEND is attempted again, milliseconds. Only failures make it longer (MESSAGE-9): what waits
 * for a provider waits until the end of its rest, and goes as soon as the provider has recovered. What failed before a provider was
 * called waits at most for as long as it has waited until then.
 */
export function backoffMs({ attempt, waitedMs, failed, isResting }: NotSent): number {
  if (isResting) return 0;
  if (failed !== null) return sendRetryDelayMs(Math.min(attempt, failed));
  return Math.min(sendRetryDelayMs(attempt), Math.max(FAILED_RETRY.initialInterval, waitedMs));
}
