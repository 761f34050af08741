import type { RequestHandler } from 'express';
import { unavailable } from '../api-error';
import type { ApiDeps } from '../../deps';

/**
 * Refuses every request until the unique indexes exist. Without them two concurrent requests could create two contacts
 * with one address, and then the index could not be built.
 */
export const needsIndexes =
  ({ isIndexed }: Pick<ApiDeps, 'isIndexed'>): RequestHandler =>
  (_request, _response, next) => {
    if (isIndexed()) return next();
    const message = 'The database is not available, or its unique indexes are still being built. Try again.';
    throw unavailable(message, 2);
  };
