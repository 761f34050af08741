import {
  condition,
  continueAsNew,
  defineSignal,
  proxyActivities,
  setHandler,
  workflowInfo,
} from '@temporalio/workflow';
import type { Activities } from './activities-contract';
import { type WebhookEndpointInput, WAKE } from './contract';

const wake = defineSignal<[at: number]>(WAKE);

/** Maximum number of events in a history. After them the workflow continues as new. */
const MOST_EVENTS = 1_000;

/**
 * Delivers the events in an endpoint's queue, each when it is due. It sleeps until the next one is due, and ends when none
 * waits.
 */
export async function webhookEndpoint({ endpointId, at }: WebhookEndpointInput): Promise<void> {
  const { drainWebhooks } = proxyActivities<Activities>({
    startToCloseTimeout: '60s',
    heartbeatTimeout: '10s',
    retry: { initialInterval: '10s', backoffCoefficient: 2, maximumInterval: '160s' },
    summary: 'Events that wait',
  });
  let next = at;
  setHandler(wake, (dueAt) => {
    next = Math.min(next, dueAt);
  });
  while (next < Infinity) {
    if (workflowInfo().continueAsNewSuggested || workflowInfo().historyLength > MOST_EVENTS)
      await continueAsNew<typeof webhookEndpoint>({ endpointId, at: next });
    while (next > Date.now()) {
      const until = next;
      await condition(() => next < until, until - Date.now());
    }
    next = Infinity;
    const inMs = await drainWebhooks({ endpointId });
    if (inMs !== null) next = Math.min(next, Date.now() + inMs);
  }
}
