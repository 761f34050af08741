import { scopeOf } from '../core/shared/scope';
import type { WebhookPayload } from '../core/webhooks/payload';
import type { Redelivered } from '../store/webhooks/events';
import type { SearchableNotification } from './search-attributes';

/** Returns the search attributes of a stored event's workflow. Its notification's workflow has the same. */
export function searchableOf({ scope = '', contactId, body }: Redelivered): SearchableNotification {
  const { delivery } = JSON.parse(body) as WebhookPayload;
  return { ...scopeOf(scope), event: delivery.event_name, contactId };
}
