import type { components } from '../../../../generated/admin-openapi';

export type EventStatus = components['schemas']['WebhookEventStatus'];

export const EVENT_STATUSES = ['pending', 'delivered', 'failed', 'dropped'] as const satisfies EventStatus[];

/** Filters of the deliveries, as the address has them. */
export interface WebhooksSearch {
  delivery?: EventStatus;
}

/** Reads the filters of an address. What is not a filter is left out. */
export const readWebhooksSearch = (search: Record<string, unknown>): WebhooksSearch => ({
  delivery: EVENT_STATUSES.find((status) => status === search.delivery),
});
