import type { Client } from '@temporalio/client';
import { GRPC, hasCode } from './grpc-code';
import { isTemporalUnavailable, withDeadline } from './with-deadline';

/** Deadline of the probe, milliseconds. */
const PROBE_WITHIN_MS = 3000;

/**
 * Whose fault a failed call is:
 * - `call`: Temporal, or our own code, refuses this call.
 * - `late`: the call got no answer although Temporal is reachable. It may never get one, or Temporal is overloaded.
 * - `temporal`: no other call would succeed now.
 */
export type Fault = 'call' | 'late' | 'temporal';

export async function faultOf(client: Client, error: unknown): Promise<Fault> {
  if (hasCode(error, [GRPC.PERMISSION_DENIED, GRPC.UNAUTHENTICATED])) return 'temporal';
  if (!hasCode(error, [GRPC.RESOURCE_EXHAUSTED]) && !isTemporalUnavailable(error)) return 'call';
  const probe = withDeadline(client, PROBE_WITHIN_MS, () => client.workflowService.getSystemInfo({}));
  return probe.then(
    () => 'late',
    () => 'temporal',
  );
}
