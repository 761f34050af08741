import { line, pageLimit } from '../shared/schemas/fields';
import { environmentQuery } from './contact';

/** Query of the history of a contact's preferences. */
export const preferenceHistoryQuery = environmentQuery.extend({
  after: line(100).optional().meta({ description: 'What the page before gave as `next`.' }),
  limit: pageLimit,
});
