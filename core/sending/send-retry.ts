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
