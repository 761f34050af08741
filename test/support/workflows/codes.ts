import { ApplicationFailure, defineSignal, setHandler } from '@temporalio/workflow';
import type { Sequence } from '../../../workflows/engine/api';
import { SEQUENCES } from '../../../workflows/sequences/registry';
import { trialEnding } from '../../../workflows/sequences/trial-ending';
import { asking } from './asking-code';

/** A sequence that gathers. */
const gathering: Sequence = async ({ digest, send }) => {
  await digest('gathered', 12_000);
  await send('thanks');
};

/** A sequence that gives up. */
const failing: Sequence = async ({ send }) => {
  await send('reminder-1');
  throw ApplicationFailure.nonRetryable('the plan is gone', 'NO_PLAN');
};

const paid = defineSignal<[plan: string, order?: { seats: number }]>('paid');

/** A sequence that sends what it was signalled. */
const paying: Sequence = async ({ send, waitFor }) => {
  const orders: string[] = [];
  setHandler(paid, (plan, { seats } = { seats: 1 }) => void orders.push(`${plan}-${seats}`));
  await waitFor('payment', () => orders.length > 0, 86_400_000);
  await send(orders[0] ?? 'last-word');
};

const byEvent: Record<string, Sequence> = { asking, gathering, failing, paying };

/** The example of a sequence in code, as another one where the event has the name of that. */
SEQUENCES['trial-ending'] = (api) => (byEvent[api.facts.event] ?? trialEnding)(api);

export * from '../../../workflows/index';
