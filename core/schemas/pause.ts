import { z } from 'zod';
import { line } from '../shared/schemas/fields';

/** Body of a pause. */
export const pauseBody = z.strictObject({
  reason: line(200).min(1).optional().describe('Why it is paused. Other operators see it.'),
});
