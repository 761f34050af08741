import type { RequestHandler } from 'express';
import { roleReaches } from '../../../core/access/admin-roles';
import { ApiError } from '../api-error';
import { signedInOf } from './authenticate-session';
import { ADMIN_ROUTES } from './admin-routes';
import { adminOf, audited } from './audit';

/**
 * Returns a route's handler behind the check of who may call it. A handler of an admin route that changes something also
 * gets its audit record. Throws if a route that needs a key is missing in the tables.
 */
export function guarded(method: string, path: string, handler: RequestHandler): RequestHandler {
  const route = `${method.toUpperCase()} ${path}`;
  if (!path.startsWith('/admin/v1/')) return handler;
  const [role, action] = entryOf(ADMIN_ROUTES, route);
  // It writes its own record, after it knows who calls.
  if (role === 'anyone') return handler;
  const checked: RequestHandler = (request, response, next) => {
    const admin = adminOf(response);
    if (roleReaches(admin.role, role)) return handler(request, response, next);
    const message = `This route needs the role ${role}; ${signedInOf(response) ? 'the operator' : 'the admin key'} "${admin.name}" has the role ${admin.role}.`;
    throw new ApiError('FORBIDDEN', message);
  };
  if (method === 'get') return checked;
  if (action === undefined) throw new Error(`The table of routes has no action for ${route}. Add one.`);
  if (action === null) return checked;
  return (request, response, next) => audited(action, response, () => checked(request, response, next));
}

function entryOf<T>(table: Readonly<Record<string, T>>, route: string): T {
  const entry = table[route];
  if (entry === undefined)
    throw new Error(`The table of routes does not have ${route}. Add who may call it.`);
  return entry;
}
