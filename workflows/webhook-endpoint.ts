import { condition, continueAsNew, defineSignal, setHandler, workflowInfo } from '@temporalio/workflow';
import { drainWebhooks } from './activities';
import { type WebhookEndpointInput, WAKE } from './contract';

const wake = defineSignal<[at: number]>(WAKE);

/** Maximum number of events in a history. After them the workflow continues as new. */
const MOST_EVENTS = 1_000;

/**
 * Delivers the events in an endpoint's queue, each when it is due. It sleeps until the next one is due, and ends when none
 * waits.
 */
export async function webhookEndpoint({ endpointId, at }: WebhookEndpointInput): Promise<void> {
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
