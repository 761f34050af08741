import { LRUCache } from 'lru-cache';
import type { Notification } from '../../store/notifications/model';
import type {
  Activities,
  DeliverWebhookInput,
  DeliverWebhookResult,
} from '../../workflows/activities-contract';
import type { ActivityDeps } from '../deps';
import { LATER } from '../first-attempts';
import { createDeliverWebhook } from './deliver-webhook';

/** Number of events whose answers are kept for their workflows. */
const KEPT = 1_000;

export type FirstDelivery = ReturnType<typeof createFirstDelivery>;

/** Makes first attempts at webhook events inside workflow tasks. */
export function createFirstDelivery(deps: ActivityDeps) {
  const { firstAttempts, endpointConcurrency } = deps;
  const deliver = createDeliverWebhook(deps, ({ endpoint }) => endpointConcurrency.isQuick(endpoint._id));
  const answers = new LRUCache<string, DeliverWebhookResult>({ max: KEPT });

  async function first(input: DeliverWebhookInput, raised?: Notification, withinMs?: number) {
    if (!firstAttempts.hasRoom()) return 'elsewhere';
    const answer = await firstAttempts.run(() => deliver(input, raised), withinMs);
    return answer === LATER ? 'retry' : answer;
  }

  /**
   * A local activity. Answers `elsewhere` if the endpoint is not quick, so that nothing was attempted, and `retry` if the attempt
   * takes longer. It then goes on here.
   */
  const tellWebhookFirst: Activities['tellWebhookFirst'] = async (input) => {
    const { eventId } = input;
    const known = answers.get(eventId);
    answers.delete(eventId);
    return known ?? first(input);
  };

  return {
    tellWebhookFirst,
    /**
     * Makes the first attempt in the task of the SEND that raised the event. Returns whether the workflow has nothing left to do
     * with the event. If it has, its call of `tellWebhookFirst` gets the answer, because the attempt may still be in progress.
     */
    atOnce: async (eventId: string, raised: Notification, withinMs: number): Promise<boolean> => {
      const input = { eventId, notificationId: raised._id, attemptsMade: 0, repeats: false };
      // The workflow asks before there is an answer if the local activity ends by its timeout.
      answers.set(eventId, 'retry');
      // If the call fails, the event's document says whether an attempt counts.
      const answer = await first(input, raised, withinMs).catch(() => 'retry' as const);
      if (answer === 'done') answers.delete(eventId);
      else answers.set(eventId, answer);
      return answer === 'done';
    },
  };
}
