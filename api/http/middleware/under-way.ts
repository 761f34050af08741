import type { RequestHandler } from 'express';
import type { Waits } from '../../../process/waits';
import { isRead } from '../is-read';

/** Notes each request that sends or changes something until its end, so that broadcasts of this process make room for it. */
export const underWay =
  (waits: Pick<Waits, 'begin'>): RequestHandler =>
  (request, response, next) => {
    if (!isRead(request)) response.once('close', waits.begin());
    next();
  };
