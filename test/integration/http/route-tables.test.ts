import { type Express, Router } from 'express';
import { ADMIN_ROUTES } from '../../support/admin-routes';
import { createAdminApp, createApp } from '../../../api/app';
import type { ApiDeps } from '../../../api/deps';
import { done } from '../../../api/http/formats';
import { route } from '../../../api/http/route';
import { serve } from '../../../api/http/serve';
import { adminRoutes, publicRoutes } from '../../../api/routes';
import { KEY_SCOPES } from '../../../core/access/key-scopes';

/** Registering routes needs nothing of these yet. */
const connection = { collection: () => ({}) };
const DEPS = {
  ...{ log: {}, store: {}, cached: {}, connection, dashboardFiles: '', encryptionCheck: {} },
} as unknown as ApiDeps;

/** Routes that change nothing, although they have a body. */
const READS = [
  'POST /admin/v1/applications/:app/events/:environment/:name/render',
  'POST /admin/v1/applications/:app/broadcasts/:environment/preview',
  'POST /admin/v1/applications/:app/jobs/preview',
  'POST /admin/v1/applications/:app/segment-counts/:environment',
  'PUT /admin/v1/applications/:app/events/:environment/:name/editing',
];

interface Layer {
  route?: { path: string; methods: Record<string, boolean>; stack: { method?: string }[] };
  handle: { stack?: Layer[] };
}

/** `METHOD path` of every route that an app has. */
function routesOf(app: Express, prefix: string): string[] {
  const found = new Set<string>();
  const walk = (layers: Layer[]): void => {
    for (const { route, handle } of layers) {
      for (const { method } of route?.stack ?? []) {
        if (method === undefined) continue;
        if (route?.path.startsWith(prefix)) found.add(`${method.toUpperCase()} ${route.path}`);
      }
      walk(handle.stack ?? []);
    }
  };
  walk((app as unknown as { router: { stack: Layer[] } }).router.stack);
  return [...found].sort();
}

it.each([
  ['public', publicRoutes],
  ['admin', adminRoutes],
])('no request fits two paths of the %s routes, so their order does not matter', (_, routes) => {
  const paths = [...new Set(routes.map(({ path }) => path))].map((path) => path.split('/'));
  const both = paths.flatMap((one, index) =>
    paths
      .slice(index + 1)
      .filter((other) => other.length === one.length)
      .filter((other) =>
        one.every(
          (part, at) => [part, other[at] ?? ''].some((name) => name.startsWith(':')) || part === other[at],
        ),
      )
      .map((other) => [one.join('/'), other.join('/')]),
  );
  expect(both).toEqual([]);
});

describe('each route stands in the table that says who may call it:', () => {
  it('those under /v1 with a scope', () => {
    const scopes = {
      ...Object.fromEntries(
        publicRoutes.map(({ method, path, scope }) => [`${method.toUpperCase()} ${path}`, scope]),
      ),
    };
    expect(routesOf(createApp(DEPS, 'production'), '/v1/')).toEqual(Object.keys(scopes).sort());
    expect(new Set(Object.values(scopes))).toEqual(new Set(KEY_SCOPES));
  });

  it('those of the admin listener with a role, and with an action where they change something', () => {
    const routes = routesOf(createAdminApp(DEPS), '/admin/v1/');
    expect(routes).toEqual(Object.keys(ADMIN_ROUTES).sort());
    for (const [name, [role, action]] of Object.entries(ADMIN_ROUTES)) {
      const changes = !name.startsWith('GET ') && !READS.includes(name);
      expect({ name, changes: typeof action === 'string' }).toEqual({ name, changes });
      // A viewer changes nothing but the own session, and anyone only begins one.
      if (role === 'viewer' || role === 'anyone')
        expect(name).toMatch(/^GET |^\w+ \/admin\/v1\/session(\/|$)/);
      if (name.startsWith('DELETE ') && role !== 'viewer')
        expect({ name, role }).toEqual({ name, role: 'owner' });
      // A restore is a push of what was pushed before.
      if (name.endsWith('/restore')) expect({ name, role }).toEqual({ name, role: 'editor' });
    }
  });

  it('one that does not cannot be registered', () => {
    const facts = { id: 'change', tag: 'Audit', summary: 'Change', path: '/admin/v1/nothing' } as const;
    const change = { ...facts, role: 'owner', answer: done, handler: () => ({}) } as const;
    expect(() => route({ ...change, method: 'post' })).toThrow('has no action for the audit log');
    expect(() => route({ ...change, method: 'post', audit: null })).not.toThrow();
    expect(() => route({ ...change, method: 'get' })).not.toThrow();
    const { role: _role, ...open } = change;
    expect(() => route({ ...open, method: 'get' } as never)).toThrow('needs a scope');
  });

  it('two with the same method and path cannot be registered', () => {
    const facts = { tag: 'Audit', summary: 'Read', path: '/admin/v1/nothing', method: 'get' } as const;
    const [one, other] = ['one', 'other'].map((id) =>
      route({ ...facts, id, role: 'owner', answer: done, handler: () => ({}) }),
    );
    expect(() => serve(Router(), DEPS, [one!, other!], [])).toThrow('other and one have the same method');
  });
});
