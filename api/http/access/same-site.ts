import type { Request, RequestHandler } from 'express';
import { ApiError } from '../api-error';
import { isRead } from '../is-read';

/**
 * Refuses a change that a page of another site asks a browser for. Browsers say so themselves: in Fetch Metadata
 * (`Sec-Fetch-Site`), older ones in `Origin`. Programs send neither header.
 */
export const sameSite =
  (dashboardUrl: string): RequestHandler =>
  (request, _response, next) => {
    if (isRead(request) || isOwn(request, dashboardUrl)) return next();
    throw new ApiError('FORBIDDEN', 'Pages of other sites cannot call the admin routes.');
  };

function isOwn(request: Request, dashboardUrl: string): boolean {
  const site = request.get('Sec-Fetch-Site');
  if (site !== undefined) return site === 'same-origin' || site === 'none';
  const origin = request.get('Origin');
  if (origin === undefined) return true;
  // A proxy may change the host, so the configured address counts too.
  return (
    origin === new URL(dashboardUrl).origin || /^https?:\/\/(.*)$/.exec(origin)?.[1] === request.get('Host')
  );
}
