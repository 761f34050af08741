import { z } from 'zod';
import { ORIGINS } from '../../../core/sending/origin';

const origin = z
  .enum(ORIGINS)
  .describe(
    '`send`: the request. `service`: the service, such as the first verified sender of the application.',
  );
/** Where the sender and the brand of a message come from. */
export const messageOrigins = {
  sender: origin,
  brand: z.record(z.string(), origin).describe('By field of the brand.'),
};

/** Where the values of an attempt come from. */
export const attemptOrigins = z
  .object({ integration: origin, ...messageOrigins })
  .meta({ id: 'AttemptOrigins', description: 'Which value won for the message of a tenant.' });
