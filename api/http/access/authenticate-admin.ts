import { timingSafeEqual } from 'node:crypto';
import type { NextFunction, Request, RequestHandler, Response } from 'express';
import { hashApiKey } from '../../../core/access/api-key';
import { type AdminKey, endsOf } from '../../../store/accounts/admin-keys';
import type { ApiDeps } from '../../deps';
import { bearerOf } from '../middleware/authenticate';
import { unauthorized } from '../middleware/wrong-keys';

import { createAdminThrottle } from './admin-throttle';
import { type Admin, openTrail } from './audit';
import { adminFor, createSessionCheck } from './authenticate-session';
import { createLastUse } from './last-use';
import { sessionTokenOf } from './session-cookie';

/** The owner that ADMIN_API_KEY makes. It exists before any other and nobody can revoke it. */
const SETTING: Admin = { id: 'setting', name: 'setting', role: 'owner' };

/** Checks the bearer key or the session of the admin routes. Nothing is cached, so every process refuses a revoked key or an ended session at once. */
export function authenticateAdmin(deps: ApiDeps): RequestHandler {
  const { store, adminApiKey, development, log } = deps;
  const checkSession = createSessionCheck(deps);
  const throttle = createAdminThrottle(log);
  const noteUse = createLastUse((id, at) => store.adminKeys.noteUse(id, at));
  const ofSetting = adminApiKey === undefined ? null : Buffer.from(hashApiKey(adminApiKey));

  return async (request, response, next) => {
    const token = request.get('authorization') === undefined ? sessionTokenOf(request, development) : null;
    if (token !== null) {
      const { operator } = await checkSession(token, request, response);
      return enter(adminFor(operator), request, response, next);
    }
    const hash = hashApiKey(bearerOf(request));
    if (ofSetting && timingSafeEqual(Buffer.from(hash), ofSetting)) {
      return enter(SETTING, request, response, next);
    }
    const key = await store.adminKeys.ofHash(hash);
    const problem = problemOf(key, hash, store.now());
    if (key === null || problem !== null) {
      const refusal = unauthorized(problem ?? 'The admin key is not valid.');
      throw await throttle.refuse(request, hash, String(response.get('X-Request-Id')), refusal);
    }
    noteUse(key._id);
    enter({ id: key._id, name: key.name, role: key.role }, request, response, next);
  };

  function enter(admin: Admin, request: Request, response: Response, next: NextFunction): void {
    response.locals.admin = admin;
    response.locals.by = 'operator';
    openTrail(deps, admin, request, response);
    next();
  }
}

/** Returns why a stored key is refused. Null if it is valid, or if there is no key. */
function problemOf(key: AdminKey | null, hash: string, now: Date): string | null {
  if (key === null) return null;
  const { hashes, expiresAt } = key;
  if (expiresAt && expiresAt <= now)
    return `The admin key expired at ${expiresAt.toISOString()}. Use another key.`;
  const replaced = hashes.indexOf(hash);
  const until = endsOf(key)[replaced - 1];
  if (replaced === 0 || (until && until > now)) return null;
  return `The admin key was replaced and expired at ${until?.toISOString()}. Use the new key.`;
}
