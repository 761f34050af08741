import { activityInfo, ApplicationFailure, Context } from '@temporalio/activity';
import { TemporalFailure } from '@temporalio/common';
import { backoffMs } from '../../core/sending/send-retry';
import type { Activities, DeliverInput } from '../../workflows/activities-contract';
import type { ActivityDeps } from '../deps';
import { withHeartbeat } from '../heartbeat';
import { attemptSend } from './attempt-send';
import { waitOf } from './failed-first';
import { waitedMs } from './temporal-time';

/** Attempts a SEND as an activity that Temporal retries. */
export function createDeliver(deps: ActivityDeps): Activities['deliver'] {
  return async (input) => {
    repeatFailure(deps, input);
    try {
      return await withHeartbeat(() => attemptSend(deps, input, { inTask: false }));
    } catch (error) {
      throw withDelay(error);
    }
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

/** An error that nobody expected gets the delay of a failure, longer each time: Temporal's own is for attempts that were lost. */
function withDelay(error: unknown): unknown {
  if (error instanceof TemporalFailure || Context.current().cancellationSignal.aborted) return error;
  const { attempt } = activityInfo();
  const nextRetryDelay = backoffMs({ attempt, waitedMs: waitedMs(), failed: null, isResting: false });
  return ApplicationFailure.fromError(error, { nextRetryDelay });
}
