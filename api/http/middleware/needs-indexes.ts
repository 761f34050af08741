import type { RequestHandler } from 'express';
import { ApiError } from '../api-error';
import type { ApiDeps } from '../../deps';

/**
 * Refuses everything until the unique indexes are there: without them two requests at once would make two contacts of one
 * address, which no index could ever join again.
 */
export const needsIndexes =
  ({ isIndexed }: Pick<ApiDeps, 'isIndexed'>): RequestHandler =>
  (_request, _response, next) => {
    if (isIndexed()) return next();
    const why = 'The database does not answer, or its unique indexes are still being built; try again.';
    throw new ApiError('UNAVAILABLE', why, {}, { 'Retry-After': '2' });
  };
