import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { RequestHandler, Response, Router } from 'express';
import { ApiError } from '../http/api-error';
import { isRead } from '../http/is-read';
import { once, sendShared } from '../http/shared-document';

/**
 * The pages load only what this listener serves. Styles are inline too: components set positions and sizes so. Frames show
 * e-mails, which get this policy and a stricter one. Images of an e-mail come from anywhere, if the reader asks for them.
 */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: https:",
  "font-src 'self' data:",
  "connect-src 'self'",
  "frame-src 'none'",
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

const PAGE = '/index.html';

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
  const documents = new Map(
    filesOf(folder).map((name) => [`/${name}`, once(() => readFileSync(path.join(folder, name)))]),
  );
  return (request, response, next) => {
    if (!isRead(request)) {
      const allowed = 'GET, HEAD';
      const facts = [request.method, request.originalUrl, allowed] as const;
      throw ApiError.of('METHOD_NOT_ALLOWED', [...facts], {}, { Allow: allowed });
    }
    // The path of a page may end in anything, such as the e-mail address of a contact.
    const isFile = request.path.startsWith(HASHED) || documents.has(request.path);
    const name = isFile ? request.path : PAGE;
    const plain = documents.get(name);
    if (plain === undefined) return next();
    const compressed = request.acceptsEncodings('gzip') ? documents.get(`${name}.gz`) : undefined;
    if (compressed !== undefined) response.set('Content-Encoding', 'gzip');
    sendShared(request, describe(response, name), (compressed ?? plain)());
  };
}

const describe = (response: Response, name: string): Response =>
  response
    .set({
      ...HEADERS,
      Vary: 'Accept-Encoding',
      'Cache-Control': name.startsWith(HASHED) ? 'public, max-age=31536000, immutable' : 'no-cache',
    })
    .type(path.extname(name));

/** Returns the paths of all files in a folder, with `/`. */
const filesOf = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)))
    .map((name) => name.split(path.sep).join('/'));

const notBuilt =
  (folder: string): RequestHandler =>
  () => {
    throw new ApiError(
      'ROUTE_NOT_FOUND',
      `The dashboard is not built: there is no index.html in ${folder}. Build it with \`npm run build\`, or set DASHBOARD_FILES to its folder.`,
    );
  };
