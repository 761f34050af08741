import { z } from 'zod';
import { line, queryInteger } from './fields';
import { place, time } from './operators';

/** Query of the audit log. */
export const auditQuery = z.strictObject({
  about: line(255).min(1).optional(),
  from: time.optional(),
  to: time.optional(),
  after: place.optional(),
  limit: queryInteger(1, 100, 'must be an integer from 1 to 100').default(50),
});
