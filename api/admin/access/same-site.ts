import type { RequestHandler } from 'express';
import { ApiError } from '../../http/api-error';

/**
 * Refuses a change that a page of another site asks a browser for. Browsers say so themselves (Fetch Metadata,
 * `Sec-Fetch-Site`), and programs do not send the header.
 */
export const sameSite: RequestHandler = (request, _response, next) => {
  const site = request.get('Sec-Fetch-Site');
  const isRead = request.method === 'GET' || request.method === 'HEAD';
  if (isRead || site === undefined || site === 'same-origin' || site === 'none') return next();
  throw new ApiError('FORBIDDEN', 'A page of another site may not call the admin routes.');
};
