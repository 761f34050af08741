import type { RequestHandler } from 'express';
import type { Waits } from '../../../activities/deliver/waits';

/** Notes each request until its end, so that broadcasts of this process make room for it. */
export const underWay =
  ({ begin }: Pick<Waits, 'begin'>): RequestHandler =>
  (_request, response, next) => {
    response.once('close', begin());
    next();
  };
