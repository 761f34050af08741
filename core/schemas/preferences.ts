import { z } from 'zod';
import { preferencesInput } from '../preferences/input';
import { line, pageLimit } from '../shared/schemas/fields';
import { environmentQuery } from './contact';

/** Query of the history of a contact's preferences. */
export const preferenceHistoryQuery = environmentQuery.extend({
  after: line(100).optional().meta({ description: 'What the page before gave as `next`.' }),
  limit: pageLimit,
});

/** Maximum number of contacts whose preferences one request imports. */
const MOST_IMPORTED = 100;

/** Body that imports preferences. */
export const preferenceImportBody = z.strictObject({
  from: line(100).min(1).describe('Name of the other service. The history has it.'),
  entries: z
    .array(preferencesInput.extend({ contact: z.unknown() }))
    .min(1, `must have 1 to ${MOST_IMPORTED} entries`)
    .max(MOST_IMPORTED, `must have 1 to ${MOST_IMPORTED} entries`),
});
