import { activityInfo, ApplicationFailure } from '@temporalio/activity';
import type { Activities, DeliverInput } from '../../workflows/activities-contract';
import type { ActivityDeps } from '../deps';
import { withHeartbeat } from '../heartbeat';
import { attemptSend } from './attempt-send';
import { waitOf } from './failed-first';

/** Attempts a SEND as an activity that Temporal retries. */
export function createDeliver(deps: ActivityDeps): Activities['deliver'] {
  return async (input) => {
    repeatFailure(deps, input);
    return withHeartbeat(() => attemptSend(deps, input, { inTask: false }));
  };
}

/**
 * Fails as the first attempt did, if that was made in the workflow's task or by a broadcast's page. So the Temporal UI shows its
 * failure, and the second attempt comes when the failure says, also if this begins late.
 */
function repeatFailure({ store }: ActivityDeps, { failed }: DeliverInput): void {
  if (!failed || activityInfo().attempt > 1) return;
  const { code: type, message } = failed;
  throw ApplicationFailure.create({ message, type, nextRetryDelay: waitOf(failed, store.now()) });
}
