import { type Client, isGrpcServiceError } from '@temporalio/client';
import { inTime, isTemporalUnavailable } from './with-deadline';

/** How long Temporal has to say that it is there, milliseconds. */
const ANSWERS_WITHIN_MS = 3000;

const [PERMISSION_DENIED, RESOURCE_EXHAUSTED, UNAUTHENTICATED] = [7, 8, 16];

/**
 * What a failed call says:
 * - `call`: Temporal, or our own code, refuses this one.
 * - `late`: it got no answer although Temporal is there: it is one that never gets any, or Temporal has too much to do.
 * - `temporal`: no other call would fare better now.
 */
export type Fault = 'call' | 'late' | 'temporal';

export async function faultOf(client: Client, error: unknown): Promise<Fault> {
  const code = codeOf(error);
  if (code === PERMISSION_DENIED || code === UNAUTHENTICATED) return 'temporal';
  if (code !== RESOURCE_EXHAUSTED && !isTemporalUnavailable(error)) return 'call';
  const answers = inTime(client, ANSWERS_WITHIN_MS, () => client.workflowService.getSystemInfo({}));
  return answers.then(
    () => 'late',
    () => 'temporal',
  );
}

function codeOf(error: unknown): number | null {
  for (let cause = error; cause instanceof Error; cause = cause.cause)
    if (isGrpcServiceError(cause)) return cause.code;
  return null;
}
