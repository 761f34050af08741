import type { RequestHandler } from 'express';
import { requireRole, ROLE_OF } from './admin-roles';
import { requireScope, SCOPE_OF } from './key-scopes';

/** What stands before a route's handler. Throws where a route that needs a key has no verdict on who may call it. */
export function guardsOf(method: string, path: string): RequestHandler[] {
  const route = `${method.toUpperCase()} ${path}`;
  if (path.startsWith('/v1/')) return [requireScope(verdictIn(SCOPE_OF, route))];
  if (path.startsWith('/admin/')) return [requireRole(verdictIn(ROLE_OF, route))];
  return [];
}

function verdictIn<T>(table: Readonly<Record<string, T>>, route: string): T {
  const verdict = table[route];
  if (verdict === undefined) throw new Error(`The table of routes does not say who may call ${route}.`);
  return verdict;
}
