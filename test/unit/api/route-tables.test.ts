import type { Express } from 'express';
import { ROLE_OF } from '../../../api/access/admin-roles';
import { SCOPE_OF } from '../../../api/access/key-scopes';
import { guardsOf } from '../../../api/access/route-guards';
import { createAdminApp, createApp } from '../../../api/app';
import type { ApiDeps } from '../../../api/deps';
import { KEY_SCOPES } from '../../../core/key-scopes';

/** Registering routes needs nothing of these yet. */
const DEPS = { log: {}, store: {}, cached: {} } as ApiDeps;

interface Layer {
  route?: { path: string; methods: Record<string, boolean>; stack: { method?: string }[] };
  handle: { stack?: Layer[] };
}

/** `METHOD path` of every handler that an app has, and how many stand one behind the other there. */
function routesOf(app: Express): Map<string, number> {
  const found = new Map<string, number>();
  const walk = (layers: Layer[]): void => {
    for (const { route, handle } of layers) {
      for (const { method } of route?.stack ?? []) {
        if (method === undefined) continue;
        const name = `${method.toUpperCase()} ${route?.path}`;
        found.set(name, (found.get(name) ?? 0) + 1);
      }
      walk(handle.stack ?? []);
    }
  };
  walk((app as unknown as { router: { stack: Layer[] } }).router.stack);
  return found;
}

describe('each route stands in the table that says who may call it:', () => {
  const under = (prefix: string, routes: Map<string, number>) =>
    [...routes].filter(([name]) => name.includes(` ${prefix}`));

  it('those under /v1 with a scope, before their handlers', () => {
    const routes = under('/v1/', routesOf(createApp(DEPS, 'production')));
    expect(routes.map(([name]) => name).sort()).toEqual(Object.keys(SCOPE_OF).sort());
    for (const [name, handlers] of routes) expect({ name, handlers }).toEqual({ name, handlers: 2 });
    expect(new Set(Object.values(SCOPE_OF))).toEqual(new Set(KEY_SCOPES));
  });

  it('those of the admin listener with a role, before their handlers', () => {
    const routes = under('/admin/', routesOf(createAdminApp(DEPS)));
    expect(routes.map(([name]) => name).sort()).toEqual(Object.keys(ROLE_OF).sort());
    for (const [name, handlers] of routes) expect({ name, handlers }).toEqual({ name, handlers: 2 });
    // What a viewer may do changes nothing.
    for (const [name, role] of Object.entries(ROLE_OF)) {
      if (role === 'viewer') expect(name).toMatch(/^GET /);
      if (name.startsWith('DELETE ')) expect({ name, role }).toEqual({ name, role: 'owner' });
    }
  });

  it('one that does not cannot be registered', () => {
    expect(() => guardsOf('get', '/v1/nothing')).toThrow('who may call GET /v1/nothing');
    expect(() => guardsOf('post', '/admin/v1/nothing')).toThrow('who may call POST /admin/v1/nothing');
    expect(guardsOf('get', '/healthz')).toEqual([]);
  });
});
