import type { RequestHandler, Router } from 'express';
import { guarded } from '../admin/access/route-guards';
import { ApiError } from './api-error';

type Method = 'get' | 'post' | 'put' | 'patch' | 'delete';

/** What paths are made of besides what callers put into them. */
const WORDS = new Set<string>();

/** A path as logs show it: what a caller has put into it (addresses, names, ids, tokens) is `*`. */
export const maskedPath = (path: string): string =>
  path
    .split('/', 12)
    .map((part) => (part === '' || WORDS.has(part) ? part : '*'))
    .join('/');

const readers = new WeakMap<Router, RequestHandler[]>();

/** Lets each method of the resources that are registered after this read its body so, once path and method are known. */
export function readBodiesWith(router: Router, handlers: RequestHandler[]): void {
  readers.set(router, handlers);
}

/** Registers the methods of one path; any other method on it is 405 with `Allow`. */
export function resource(
  router: Router,
  path: string,
  handlers: Partial<Record<Method, RequestHandler>>,
): void {
  const methods = Object.keys(handlers) as Method[];
  const allow = methods.map((method) => method.toUpperCase());
  if (handlers.get) allow.push('HEAD');
  for (const part of path.split('/')) if (!part.startsWith(':')) WORDS.add(part);
  for (const method of methods) {
    const handler = handlers[method];
    if (handler) router[method](path, ...(readers.get(router) ?? []), guarded(method, path, handler));
  }
  router.all(path, (request) => {
    const message = `${request.method} is not allowed on ${request.path}; allowed: ${allow.join(', ')}.`;
    throw new ApiError('METHOD_NOT_ALLOWED', message, {}, { Allow: allow.join(', ') });
  });
}
