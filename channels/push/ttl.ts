import { z } from 'zod';

/** What FCM (4 weeks), the longest of Web Push services, takes; APNs keeps 30 days. */
const FOUR_WEEKS = 2_419_200;

/** The setting `ttl_seconds` of all push services. */
export const ttlSeconds = z.coerce
  .number()
  .int()
  .min(0)
  .max(FOUR_WEEKS)
  .default(FOUR_WEEKS)
  .describe('Seconds that the push service keeps a message for an offline device. 0: none.');
