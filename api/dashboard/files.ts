import { existsSync } from 'node:fs';
import path from 'node:path';
import type { RequestHandler, Router } from 'express';
import sirv from 'sirv';
import { ApiError } from '../http/api-error';

/**
 * The pages load only what this listener serves. Styles are inline too: components set positions and sizes so. Frames show
 * e-mails, which get this policy and a stricter one. Images of an e-mail come from anywhere.
 */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: https:",
  "font-src 'self' data:",
  "connect-src 'self'",
  "frame-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

const HEADERS = {
  'Content-Security-Policy': POLICY,
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
};

/** Folder of the files whose names contain a hash of their content. Nothing that an operator names begins with `_`. */
const HASHED = '/_files/';

const YEAR_SECONDS = 365 * 86_400;

/** Returns the folder of the dashboard beside this code: in the sources as in `dist`. */
export const builtDashboard = (): string => path.join(__dirname, '..', '..', 'dashboard', 'dist');

/**
 * Serves the files of the dashboard at `/dashboard`. Every other path there is one of its pages, so the answer is
 * `index.html`.
 */
export function dashboardFiles(router: Router, folder: string): void {
  router.use('/dashboard', existsSync(path.join(folder, 'index.html')) ? files(folder) : notBuilt(folder));
}

function files(folder: string): RequestHandler {
  const serve = sirv(folder, {
    single: true,
    ignores: new RegExp(`^${HASHED}`),
    etag: true,
    gzip: true,
    maxAge: YEAR_SECONDS,
    immutable: true,
    setHeaders: (response, pathname) => {
      for (const [name, value] of Object.entries(HEADERS)) response.setHeader(name, value);
      if (!pathname.startsWith(HASHED)) response.setHeader('Cache-Control', 'no-cache');
    },
  });
  return (request, response, next) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      const message = `${request.method} is not allowed on ${request.originalUrl}; allowed: GET, HEAD.`;
      throw new ApiError('METHOD_NOT_ALLOWED', message, {}, { Allow: 'GET, HEAD' });
    }
    serve(request, response, next);
  };
}

const notBuilt =
  (folder: string): RequestHandler =>
  () => {
    throw new ApiError(
      'ROUTE_NOT_FOUND',
      `The dashboard is not built: there is no index.html in ${folder}. Build it with \`npm run build\`, or set DASHBOARD_FILES to its folder.`,
    );
  };
