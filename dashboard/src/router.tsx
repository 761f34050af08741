import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  redirect,
} from '@tanstack/react-router';
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
import { Start } from './pages/start';
import { lastPlace } from './layout/place';

const root = createRootRoute({ component: Outlet, notFoundComponent: NotFound });
const signedIn = createRoute({ getParentRoute: () => root, id: 'signed-in', component: SignedIn });
const start = createRoute({ getParentRoute: () => signedIn, path: '/', component: Start });

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
const overview = createRoute({
  getParentRoute: () => place,
  path: 'overview',
  validateSearch: readOverviewSearch,
  component: lazyRouteComponent(() => import('./pages/overview/overview')),
});
const activity = createRoute({
  getParentRoute: () => place,
  path: 'activity',
  validateSearch: readActivitySearch,
  component: lazyRouteComponent(() => import('./pages/activity/activity')),
});
const notification = createRoute({
  getParentRoute: () => place,
  path: 'notifications/$id',
  component: lazyRouteComponent(() => import('./pages/notification/notification')),
});
const explain = createRoute({
  getParentRoute: () => place,
  path: 'why-not',
  validateSearch: (search): { who?: string } => ({
    who: typeof search.who === 'string' && search.who !== '' ? search.who : undefined,
  }),
  component: lazyRouteComponent(() => import('./pages/explain/explain')),
});
const events = createRoute({
  getParentRoute: () => place,
  path: 'events',
  component: lazyRouteComponent(() => import('./pages/events/events')),
});
const event = createRoute({
  getParentRoute: () => place,
  path: 'events/$name',
  validateSearch: readEventSearch,
  component: lazyRouteComponent(() => import('./pages/events/event')),
});
const contacts = createRoute({
  getParentRoute: () => place,
  path: 'contacts',
  validateSearch: readContactsSearch,
  component: lazyRouteComponent(() => import('./pages/contacts/contacts')),
});
const contact = createRoute({
  getParentRoute: () => place,
  path: 'contacts/$id',
  component: lazyRouteComponent(() => import('./pages/contacts/contact')),
});
const integrations = createRoute({
  getParentRoute: () => place,
  path: 'integrations',
  component: lazyRouteComponent(() => import('./pages/integrations/integrations')),
});
const senders = createRoute({
  getParentRoute: () => place,
  path: 'senders',
  component: lazyRouteComponent(() => import('./pages/senders/senders')),
});
const webhooks = createRoute({
  getParentRoute: () => place,
  path: 'webhooks',
  validateSearch: readWebhooksSearch,
  component: lazyRouteComponent(() => import('./pages/webhooks/webhooks')),
});
const keys = createRoute({
  getParentRoute: () => place,
  path: 'keys',
  validateSearch: readKeysSearch,
  component: lazyRouteComponent(() => import('./pages/keys/keys')),
});
const operators = createRoute({
  getParentRoute: () => place,
  path: 'operators',
  component: lazyRouteComponent(() => import('./pages/operators/operators')),
});
const audit = createRoute({
  getParentRoute: () => place,
  path: 'audit',
  validateSearch: readAuditSearch,
  component: lazyRouteComponent(() => import('./pages/audit/audit')),
});
const usage = createRoute({
  getParentRoute: () => place,
  path: 'usage',
  validateSearch: readUsageSearch,
  component: lazyRouteComponent(() => import('./pages/applications/usage')),
});
const inbox = createRoute({
  getParentRoute: () => place,
  path: 'inbox',
  validateSearch: (search): { message?: string } => ({
    message: typeof search.message === 'string' ? search.message : undefined,
  }),
  component: lazyRouteComponent(() => import('./pages/inbox/inbox')),
});
const account = createRoute({
  getParentRoute: () => place,
  path: 'account',
  component: lazyRouteComponent(() => import('./pages/account/account')),
});

export const router = createRouter({
  basepath: '/dashboard',
  routeTree: root.addChildren([
    signedIn.addChildren([
      start,
      place.addChildren([
        placeIndex,
        overview,
        activity,
        notification,
        explain,
        events,
        event,
        inbox,
        contacts,
        contact,
        integrations,
        senders,
        webhooks,
        keys,
        operators,
        audit,
        usage,
        account,
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
