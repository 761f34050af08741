import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  redirect,
} from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { NotFound } from './parts/not-found';
import { RouteProblem } from './parts/problem';
import { SignedIn } from './layout/signed-in';
import { Shell } from './layout/shell';
import { readActivitySearch } from './pages/activity/search';
import { readAuditSearch } from './pages/audit/search';
import { readContactsSearch } from './pages/contacts/search';
import { readEventSearch } from './pages/events/search';
import { readOverviewSearch } from './pages/overview/search';
import { readUsageSearch } from './pages/applications/search';
import { readKeysSearch } from './pages/keys/search';
import { readWebhooksSearch } from './pages/webhooks/search';
import { Returned } from './pages/sign-in/returned';
import { Start } from './pages/start';
import { lastPlace } from './layout/place';

const root = createRootRoute({ component: Outlet, notFoundComponent: NotFound });
const signedIn = createRoute({ getParentRoute: () => root, id: 'signed-in', component: SignedIn });
const start = createRoute({ getParentRoute: () => signedIn, path: '/', component: Start });
const returned = createRoute({ getParentRoute: () => signedIn, path: 'sign-in', component: Returned });

/** Pages of one application and environment. The address names both, so that it can be shared. */
const place = createRoute({
  getParentRoute: () => signedIn,
  path: '$app/$environment',
  component: Shell,
  beforeLoad: ({ params }) => {
    const { app, environment } = params;
    if (environment === 'production' || environment === 'sandbox')
      return lastPlace.remember({ app, environment });
    throw redirect({ to: '/' });
  },
});
const placeIndex = createRoute({
  getParentRoute: () => place,
  path: '/',
  beforeLoad: ({ params }) => {
    throw redirect({ to: '/$app/$environment/overview', params });
  },
});
type PageModule = { default: () => ReactNode };

/** A page of an application and environment. `validateSearch` reads what its address says about it. */
const page = <const Path extends string, Search extends object = object>(
  path: Path,
  load: () => Promise<PageModule>,
  validateSearch?: (search: Record<string, unknown>) => Search,
) => createRoute({ getParentRoute: () => place, path, validateSearch, component: lazyRouteComponent(load) });

export const router = createRouter({
  basepath: '/dashboard',
  routeTree: root.addChildren([
    signedIn.addChildren([
      start,
      returned,
      place.addChildren([
        placeIndex,
        page('overview', () => import('./pages/overview/overview'), readOverviewSearch),
        page('activity', () => import('./pages/activity/activity'), readActivitySearch),
        page('notifications/$id', () => import('./pages/notification/notification')),
        page(
          'why-not',
          () => import('./pages/explain/explain'),
          (search): { who?: string } => ({
            who: typeof search.who === 'string' && search.who !== '' ? search.who : undefined,
          }),
        ),
        page('events', () => import('./pages/events/events')),
        page('events/$name', () => import('./pages/events/event'), readEventSearch),
        page(
          'inbox',
          () => import('./pages/inbox/inbox'),
          (search): { message?: string } => ({
            message: typeof search.message === 'string' ? search.message : undefined,
          }),
        ),
        page('contacts', () => import('./pages/contacts/contacts'), readContactsSearch),
        page('contacts/$id', () => import('./pages/contacts/contact')),
        page('integrations', () => import('./pages/integrations/integrations')),
        page('senders', () => import('./pages/senders/senders')),
        page('webhooks', () => import('./pages/webhooks/webhooks'), readWebhooksSearch),
        page('keys', () => import('./pages/keys/keys'), readKeysSearch),
        page('operators', () => import('./pages/operators/operators')),
        page('audit', () => import('./pages/audit/audit'), readAuditSearch),
        page('usage', () => import('./pages/applications/usage'), readUsageSearch),
        page('account', () => import('./pages/account/account')),
      ]),
    ]),
  ]),
  defaultPreload: 'intent',
  defaultErrorComponent: RouteProblem,
  scrollRestoration: true,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
