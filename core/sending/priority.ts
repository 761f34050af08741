/** Priority of an event's notifications among those that wait for a worker. */
export const PRIORITIES = ['high', 'normal', 'low'] as const;
export type Priority = (typeof PRIORITIES)[number];

/** Temporal's keys, 1 to 5. The lower key goes first, and 3 is the default. */
const KEYS: Record<Priority, number> = { high: 1, normal: 3, low: 5 };
export const priorityKeyOf = (priority: Priority = 'normal'): number => KEYS[priority];
