import { scopeOf } from '../core/shared/scope';
import type { WebhookPayload } from '../core/webhooks/payload';
import type { Redelivered } from '../store/webhooks/events';
import type { SearchableNotification } from './search-attributes';

/** What a stored event's workflow is found by, as its notification's was. */
export function searchableOf({ scope = '', contactId, body }: Redelivered): SearchableNotification {
  const { delivery } = JSON.parse(body) as WebhookPayload;
  return { ...scopeOf(scope), event: delivery.event_name, contactId };
}
