import { z } from 'zod';
import { ENVIRONMENTS } from '../shared/channels';
import { line, queryInteger } from '../shared/schemas/fields';
import { time } from '../shared/schemas/times';

/** Query of `GET /admin/v1/explain`. `who` is an address, an identifier or the beginning of an id. */
export const explainQuery = z.strictObject({
  who: line(255).min(1),
  application: line(255).min(1).optional(),
  environment: z.enum(ENVIRONMENTS).optional(),
  event: line(255).min(1).optional(),
  from: time.optional(),
  to: time.optional(),
  limit: queryInteger(1, 50, 20, 'must be an integer from 1 to 50'),
});
