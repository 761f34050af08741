import { activityInfo, ApplicationFailure } from '@temporalio/activity';
import type { Activities, DeliverInput } from '../../workflows/activities-contract';
import type { ActivityDeps } from '../deps';
import { withHeartbeat } from '../heartbeat';
import { attemptSend } from './attempt-send';

/** Attempts a SEND as an activity that Temporal retries. */
export function createDeliver(deps: ActivityDeps): Activities['deliver'] {
  return async (input) => {
    repeatFailure(input);
    return withHeartbeat(() => attemptSend(deps, input, { inTask: false }));
  };
}

/**
 * Fails as the first attempt did, if that was made in the workflow's task. So the Temporal UI shows its failure, and the second
 * attempt comes after its delay.
 */
function repeatFailure({ failed }: DeliverInput): void {
  if (!failed || activityInfo().attempt > 1) return;
  const { code: type, message, delayMs } = failed;
  throw ApplicationFailure.create({ message, type, nextRetryDelay: Math.max(1, delayMs) });
}
