import type { Redelivered, EventPlace } from '../../store/webhook-events';
import type { RedeliveredBy } from '../../store/webhook-deliveries';
import type { WebhookEndpoint } from '../../store/webhooks';
import { ApiError } from '../api-error';
import type { ApiDeps } from '../deps';
import { placeText } from './event-place';

/** Updates of one page under way at once. */
const AT_ONCE = 10;

export interface RedeliverPage {
  since: Date;
  until: Date;
  after?: EventPlace;
  limit: number;
}

/**
 * Has an event that is over told once more, whatever became of it; false where it is under way already. From here on the
 * sweep sees to it, so nothing is lost where the start of its workflow is. ApiError where the endpoint is off.
 */
export async function redeliverOne(
  deps: ApiDeps,
  endpoint: WebhookEndpoint,
  { id, by }: { id: string; by: RedeliveredBy },
): Promise<boolean> {
  requireActive(endpoint);
  const redelivered = await mark(deps, endpoint, id, by);
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
  const found = await deps.store.webhookEvents.notTaken({ ...page, endpointId: endpoint._id });
  const marked: Redelivered[] = [];
  for (let at = 0; at < found.length; at += AT_ONCE) {
    const some = found.slice(at, at + AT_ONCE);
    const done = await Promise.all(some.map(({ _id }) => mark(deps, endpoint, _id, by)));
    marked.push(...done.filter((one) => one !== null));
  }
  deps.fault('redelivery-marked');
  deps.dispatcher.tellAgain(marked);
  const last = found.length === page.limit ? found.at(-1) : undefined;
  return { redelivered: marked.length, next: last ? placeText(last) : null };
}

const mark = (
  { store }: ApiDeps,
  { _id: endpointId, scope }: WebhookEndpoint,
  id: string,
  by: RedeliveredBy,
): Promise<Redelivered | null> =>
  store.webhookEvents.redeliver(id, { endpointId, scope, by, at: new Date() });

/** What is told to an endpoint that is off is dropped. */
function requireActive({ isActive }: WebhookEndpoint): void {
  if (!isActive)
    throw new ApiError(
      'WEBHOOK_INACTIVE',
      'The endpoint is switched off: switch it on first, with is_active.',
    );
}
