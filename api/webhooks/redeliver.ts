import pMap, { pMapSkip } from 'p-map';
import type { Place } from '../../core/shared/place';
import type { Redelivered } from '../../store/webhooks/events';
import type { RedeliveredBy, WebhookDelivery } from '../../store/webhooks/deliveries';
import type { WebhookEndpoint } from '../../store/webhooks/endpoints';
import { ApiError } from '../http/api-error';
import type { ApiDeps } from '../deps';
import { nextCursor } from '../http/cursor';

/** Maximum number of concurrent updates of one page. */
const AT_ONCE = 10;

/** An event without a pending attempt. */
type EndedEvent = Pick<WebhookDelivery, '_id'> & { attempts: { at: Date }[] };

interface RedeliverPage {
  since: Date;
  until: Date;
  after?: Place;
  limit: number;
}

/**
 * Delivers an ended event again, whatever its status is. Returns false if it is pending already. From then on the sweep
 * watches it, so nothing is lost if its workflow cannot be started. Throws an ApiError if the endpoint is off.
 */
export async function redeliverOne(
  deps: ApiDeps,
  endpoint: WebhookEndpoint,
  { event, by }: { event: EndedEvent; by: RedeliveredBy },
): Promise<boolean> {
  requireActive(endpoint);
  const redelivered = await mark(deps, endpoint, event, by);
  deps.fault('redelivery-marked');
  if (redelivered) deps.dispatcher.redeliverEvents([redelivered]);
  return redelivered !== null;
}

/** Delivers a page of failed and dropped events again, oldest first. `next` is where the next page begins. */
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
  deps.dispatcher.redeliverEvents(marked);
  return { redelivered: marked.length, next: nextCursor(found, page.limit, ({ createdAt }) => createdAt) };
}

const mark = (
  { store }: ApiDeps,
  { _id: endpointId, scope }: WebhookEndpoint,
  { _id, attempts }: EndedEvent,
  by: RedeliveredBy,
): Promise<Redelivered | null> => {
  // Later attempts count for this redelivery. So it is later than all earlier ones, even if a worker's clock is ahead.
  const at = new Date(Math.max(Date.now(), ...attempts.map((made) => made.at.getTime() + 1)));
  return store.webhookEvents.redeliver(_id, { endpointId, scope, by, at });
};

/** Throws if the endpoint is off, because its events would be dropped. */
function requireActive({ isActive }: WebhookEndpoint): void {
  if (!isActive) throw ApiError.of('WEBHOOK_INACTIVE', []);
}
