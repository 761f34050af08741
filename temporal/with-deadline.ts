import { type Client, isGrpcServiceError } from '@temporalio/client';
import { withTimeout } from '../core/shared/with-timeout';

const UNAVAILABLE = 14;
const DEADLINE_EXCEEDED = 4;
const CANCELLED = 1;

/** Thrown when Temporal has not answered a call in the time that it was given. */
export class TemporalLateError extends Error {
  override name = 'TemporalLateError';
}

/**
 * Makes a call with a deadline, and waits for it no longer: the client's own retries can overstep a deadline by a whole
 * backoff. Rejects with TemporalLateError then.
 */
export async function inTime<T>(client: Client, withinMs: number, call: () => Promise<T>): Promise<T> {
  const error = new TemporalLateError(`Temporal did not answer within ${withinMs} ms.`);
  return withTimeout(client.withDeadline(Date.now() + withinMs, call), withinMs, () => {
    throw error;
  });
}

/** True for an error that says Temporal cannot be reached, or not in time, as opposed to one about the call. */
export function isTemporalUnavailable(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (cause instanceof TemporalLateError) return true;
    if (isGrpcServiceError(cause)) return [UNAVAILABLE, DEADLINE_EXCEEDED, CANCELLED].includes(cause.code);
  }
  return false;
}
