import type { RequestHandler } from 'express';
import { ACTION_OF } from './admin-actions';
import { checkRole, ROLE_OF } from './admin-roles';
import { audited } from './audit';
import { checkScope, SCOPE_OF } from './key-scopes';

/**
 * Puts before a route's handler the question who may call it, and around one that changes something over the admin
 * routes its audit record. Throws where a route that needs a key has no verdict.
 */
export function guarded(method: string, path: string, handler: RequestHandler): RequestHandler {
  const route = `${method.toUpperCase()} ${path}`;
  if (path.startsWith('/v1/')) {
    const scope = verdictIn(SCOPE_OF, route);
    return (request, response, next) => {
      checkScope(response, scope);
      return handler(request, response, next);
    };
  }
  if (!path.startsWith('/admin/')) return handler;
  const role = verdictIn(ROLE_OF, route);
  const checked: RequestHandler = (request, response, next) => {
    checkRole(response, role);
    return handler(request, response, next);
  };
  return method === 'get' ? checked : audited(verdictIn(ACTION_OF, route), checked);
}

function verdictIn<T>(table: Readonly<Record<string, T>>, route: string): T {
  const verdict = table[route];
  if (verdict === undefined) throw new Error(`The table of routes does not have ${route}: who may call it?`);
  return verdict;
}
