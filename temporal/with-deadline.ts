import type { Client } from '@temporalio/client';
import { withTimeout } from '../process/with-timeout';
import { GRPC, hasCode, TemporalLateError } from './grpc-code';

/**
 * Makes a call with a deadline and waits no longer for it: the client's own retries can overstep a deadline by a whole
 * backoff.
 * @throws TemporalLateError if there is no answer in time.
 */
export async function withDeadline<T>(client: Client, withinMs: number, call: () => Promise<T>): Promise<T> {
  const error = new TemporalLateError(`Temporal did not answer within ${withinMs} ms.`);
  return withTimeout(client.withDeadline(Date.now() + withinMs, call), withinMs, () => {
    throw error;
  });
}

/** Returns whether an error says that Temporal cannot be reached or did not answer in time. Other errors are about the call. */
export const isTemporalUnavailable = (error: unknown): boolean =>
  hasCode(error, [GRPC.UNAVAILABLE, GRPC.DEADLINE_EXCEEDED, GRPC.CANCELLED]);
