import { z } from 'zod';
import { cursor, line, pageLimit } from '../shared/schemas/fields';
import { time } from '../shared/schemas/times';

/** Query of the audit log. */
export const auditQuery = z.strictObject({
  about: line(255).min(1).optional(),
  from: time.optional(),
  to: time.optional(),
  after: cursor.optional(),
  limit: pageLimit,
});
