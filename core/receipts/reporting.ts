import { type Channel, channelsWith } from '../../channels/table';

/** Channels whose receipts confirm deliveries. */
export const REPORTING = channelsWith('reports', 'told', 'told_if_asked');

/** Channels whose receipts raise `delivery.delivered` unless an application has chosen (WEBHOOK-17). */
export const DELIVERED_BY_DEFAULT: Channel[] = channelsWith('reports', 'told');
