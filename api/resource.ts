import type { RequestHandler, Router } from 'express';
import { ApiError } from './api-error';

type Method = 'get' | 'post' | 'put' | 'patch' | 'delete';

/** Registers the methods of one path; any other method on it is 405 with `Allow`. */
export function resource(
  router: Router,
  path: string,
  handlers: Partial<Record<Method, RequestHandler>>,
): void {
  const methods = Object.keys(handlers) as Method[];
  const allow = methods.map((method) => method.toUpperCase());
  if (handlers.get) allow.push('HEAD');
  for (const method of methods) {
    const handler = handlers[method];
    if (handler) router[method](path, handler);
  }
  router.all(path, (request) => {
    const message = `${request.method} is not allowed on ${request.path}; allowed: ${allow.join(', ')}.`;
    throw new ApiError('METHOD_NOT_ALLOWED', message, {}, { Allow: allow.join(', ') });
  });
}
