import { scopeOf } from '../core/shared/scope';
import type { WebhookPayload } from '../core/webhooks/payload';
import type { PreferencePayload } from '../core/webhooks/preference-payload';
import type { Redelivered } from '../store/webhooks/events';
import type { SearchableNotification } from './search-attributes';

/** Returns the search attributes of a stored event's workflow. Its notification's workflow has the same. */
export function searchableOf({ scope = '', contactId, body }: Redelivered): SearchableNotification {
  const payload = JSON.parse(body) as WebhookPayload | PreferencePayload;
  const event = 'delivery' in payload ? payload.delivery.event_name : payload.event;
  return { ...scopeOf(scope), event, contactId };
}
