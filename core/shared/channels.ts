export { type Channel, CHANNELS } from '../../channels/table';

/** Production reaches people; sandbox captures what it would have sent (KEY-10). */
export const ENVIRONMENTS = ['production', 'sandbox'] as const;
export type Environment = (typeof ENVIRONMENTS)[number];
