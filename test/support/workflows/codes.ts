import { ApplicationFailure } from '@temporalio/workflow';
import type { Sequence } from '../../../workflows/engine/api';
import { SEQUENCES } from '../../../workflows/sequences/registry';
import { trialEnding } from '../../../workflows/sequences/trial-ending';
import { asking } from './asking-code';

/** A sequence that gathers. */
const gathering: Sequence = async ({ digest, send }) => {
  await digest('gathered', 5_000);
  await send('thanks');
};

/** A sequence that gives up. */
const failing: Sequence = async ({ send }) => {
  await send('reminder-1');
  throw ApplicationFailure.nonRetryable('the plan is gone', 'NO_PLAN');
};

const byEvent: Record<string, Sequence> = { asking, gathering, failing };

/** The example of a sequence in code, as another one where the event has the name of that. */
SEQUENCES['trial-ending'] = (api) => (byEvent[api.facts.event] ?? trialEnding)(api);

export * from '../../../workflows/index';
