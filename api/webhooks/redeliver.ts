import pMap, { pMapSkip } from 'p-map';
import type { Place } from '../../core/shared/place';
import type { Redelivered } from '../../store/webhooks/events';
import type { RedeliveredBy, WebhookDelivery } from '../../store/webhooks/deliveries';
import type { WebhookEndpoint } from '../../store/webhooks/endpoints';
import { ApiError } from '../http/api-error';
import type { ApiDeps } from '../deps';
import { nextCursor } from '../http/cursor';

/** Updates of one page under way at once. */
const AT_ONCE = 10;

/** An event that is over. */
type Over = Pick<WebhookDelivery, '_id'> & { attempts: { at: Date }[] };

export interface RedeliverPage {
  since: Date;
  until: Date;
  after?: Place;
  limit: number;
}

/**
 * Has an event that is over told once more, whatever became of it; false where it is under way already. From here on the
 * sweep sees to it, so nothing is lost where the start of its workflow is. ApiError where the endpoint is off.
 */
export async function redeliverOne(
  deps: ApiDeps,
  endpoint: WebhookEndpoint,
  { event, by }: { event: Over; by: RedeliveredBy },
): Promise<boolean> {
  requireActive(endpoint);
  const redelivered = await mark(deps, endpoint, event, by);
  deps.fault('redelivery-marked');
  if (redelivered) deps.dispatcher.tellAgain([redelivered]);
  return redelivered !== null;
}

/** The same for a page of what the endpoint did not take, oldest first; `next` is where the next page begins. */
export async function redeliverPage(
  deps: ApiDeps,
  endpoint: WebhookEndpoint,
  { by, ...page }: RedeliverPage & { by: RedeliveredBy },
): Promise<{ redelivered: number; next: string | null }> {
  requireActive(endpoint);
  const found = await deps.store.webhookEvents.undelivered({ ...page, endpointId: endpoint._id });
  const marked = await pMap(found, async (event) => (await mark(deps, endpoint, event, by)) ?? pMapSkip, {
    concurrency: AT_ONCE,
  });
  deps.fault('redelivery-marked');
  deps.dispatcher.tellAgain(marked);
  return { redelivered: marked.length, next: nextCursor(found, page.limit, ({ createdAt }) => createdAt) };
}

const mark = (
  { store }: ApiDeps,
  { _id: endpointId, scope }: WebhookEndpoint,
  { _id, attempts }: Over,
  by: RedeliveredBy,
): Promise<Redelivered | null> => {
  // Attempts since then count as its own, so it comes after those that were made, also if a worker's clock is ahead.
  const at = new Date(Math.max(Date.now(), ...attempts.map((made) => made.at.getTime() + 1)));
  return store.webhookEvents.redeliver(_id, { endpointId, scope, by, at });
};

/** What is told to an endpoint that is off is dropped. */
function requireActive({ isActive }: WebhookEndpoint): void {
  if (!isActive)
    throw new ApiError(
      'WEBHOOK_INACTIVE',
      'The endpoint is switched off: switch it on first, with is_active.',
    );
}
