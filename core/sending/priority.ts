/** How urgent an event's notifications are among what waits for a worker. */
export const PRIORITIES = ['high', 'normal', 'low'] as const;
export type Priority = (typeof PRIORITIES)[number];

/** Temporal's keys, 1 to 5: of what waits in a queue the lower key goes first, and 3 is what has none. */
const KEYS: Record<Priority, number> = { high: 1, normal: 3, low: 5 };
export const priorityKeyOf = (priority: Priority = 'normal'): number => KEYS[priority];
