import type { DeliverResult } from '../workflows/activities-contract';

/** What `deliver` answers where an erasure has taken the notification, or its recipient, away. */
export const GONE: DeliverResult = { outcome: 'gone', status: 'stopped', events: [] };
