import { ApplicationFailure } from '@temporalio/workflow';
import { SEQUENCES } from '../../../workflows/sequences/registry';

/** A sequence that gives up. */
SEQUENCES['trial-ending'] = async ({ send }) => {
  await send('reminder-1');
  throw ApplicationFailure.nonRetryable('the plan is gone', 'NO_PLAN');
};

export * from '../../../workflows/index';
