import type { RequestHandler, Router } from 'express';
import { ApiError } from './api-error';
import { answerHeader } from './headers';

type Method = 'get' | 'post' | 'put' | 'patch' | 'delete';

/** The fixed parts of the paths of all routes. */
const WORDS = new Set<string>();

/** Returns a path as logs show it, with `*` for what a caller put into it: addresses, names, ids, tokens. */
export const maskedPath = (path: string): string =>
  path
    .split('/', 12)
    .map((part) => (part === '' || WORDS.has(part) ? part : '*'))
    .join('/');

export const allowHeader = answerHeader('Allow', {
  description: 'The methods that the path has.',
  example: 'GET, PATCH, DELETE, HEAD',
});

/** Registers the methods of one path. Any other method on it is answered with 405 and `Allow`. */
export function resource(
  router: Router,
  path: string,
  handlers: Partial<Record<Method, RequestHandler | RequestHandler[]>>,
): void {
  for (const part of path.split('/')) if (!part.startsWith(':')) WORDS.add(part);
  for (const [method, handler] of Object.entries(handlers) as [Method, RequestHandler | RequestHandler[]][])
    router[method](path, handler);
  const methods = [...Object.keys(handlers), ...(handlers.get ? ['head'] : [])];
  const allow = methods.join(', ').toUpperCase();
  router.all(path, (request) => {
    throw ApiError.of('METHOD_NOT_ALLOWED', [request.method, request.path, allow], {}, { Allow: allow });
  });
}
