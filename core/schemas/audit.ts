import { z } from 'zod';
import { cursor, line, queryInteger } from './fields';
import { time } from './operators';

/** Query of the audit log. */
export const auditQuery = z.strictObject({
  about: line(255).min(1).optional(),
  from: time.optional(),
  to: time.optional(),
  after: cursor.optional(),
  limit: queryInteger(1, 100, 'must be an integer from 1 to 100').default(50),
});
