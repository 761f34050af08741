/** How a SEND is retried: milliseconds, and the factor between two delays. It ends with `retry_for`, not by a count. */
export const SEND_RETRY = {
  initialInterval: 1_000,
  backoffCoefficient: 2,
  maximumInterval: 120_000,
} as const;

/** Returns the delay after an attempt of this number, which counts from 1, milliseconds. */
export const sendRetryDelayMs = (attempt: number): number => {
  const { initialInterval, backoffCoefficient, maximumInterval } = SEND_RETRY;
  return Math.min(initialInterval * backoffCoefficient ** (attempt - 1), maximumInterval);
};

/** What a SEND that is attempted again has come to. */
export interface NotSent {
  /** Number of Temporal's attempt, from 1. It also counts waits for a provider, and looks at the claim of another attempt. */
  attempt: number;
  /** Failed attempts of the message, including this one. Null: this one was not recorded, as if it called no provider. */
  failed: number | null;
  /** It called no provider, because all that may send it cool down. */
  isResting: boolean;
}

/**
 * Returns the least delay before a SEND is attempted again, milliseconds. Only failures make it longer (MESSAGE-9): what waits
 * for a provider waits until the end of its rest, and goes as soon as the provider has recovered.
 */
export function backoffMs({ attempt, failed, isResting }: NotSent): number {
  if (isResting) return 0;
  return sendRetryDelayMs(Math.min(attempt, failed ?? attempt));
}
