import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  redirect,
} from '@tanstack/react-router';
import {
  Activity,
  AtSign,
  CalendarClock,
  Building2,
  CircleHelp,
  Contact,
  FileText,
  Gauge,
  Inbox,
  KeyRound,
  type LucideIcon,
  Megaphone,
  Plug,
  ScrollText,
  ShieldUser,
  SlidersHorizontal,
  Tags,
  Users,
  Webhook,
} from 'lucide-react';
import type { ReactNode } from 'react';
import { NotFound } from './parts/not-found';
import { RouteProblem } from './parts/problem';
import { SignedIn } from './layout/signed-in';
import { Shell } from './layout/shell';
import { readActivitySearch } from './pages/activity/search';
import { readAuditSearch } from './pages/audit/search';
import { readContactsSearch } from './pages/contacts/search';
import { readEventSearch } from './pages/events/search';
import { readExplainSearch } from './pages/explain/search';
import { readIntegrationsSearch } from './pages/integrations/search';
import { readOverviewSearch } from './pages/overview/search';
import { readTopicsSearch } from './pages/topics/search';
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
/** Where the page "Explain" was in earlier releases. */
const whyNot = createRoute({
  getParentRoute: () => place,
  path: 'why-not',
  validateSearch: readExplainSearch,
  beforeLoad: ({ params, search }) => {
    throw redirect({ to: '/$app/$environment/explain', params, search });
  },
});
type PageModule = { default: () => ReactNode };

/** How the menu shows a page. */
interface MenuEntry {
  label: string;
  icon: LucideIcon;
  /** Shown in this environment only. */
  environment?: 'sandbox';
  /** Shown to this role only. */
  role?: 'owner';
}

/** A page of an application and environment. `search` reads what its address says about it. The menu has the order of the pages. */
const page = <const Path extends string, Search extends object = object>(
  path: Path,
  load: () => Promise<PageModule>,
  { search, menu }: { search?: (search: Record<string, unknown>) => Search; menu?: MenuEntry } = {},
) =>
  createRoute({
    getParentRoute: () => place,
    path,
    validateSearch: search,
    component: lazyRouteComponent(load),
    staticData: { menu },
  });

export const router = createRouter({
  basepath: '/dashboard',
  routeTree: root.addChildren([
    signedIn.addChildren([
      start,
      returned,
      place.addChildren([
        placeIndex,
        whyNot,
        page('overview', () => import('./pages/overview/overview'), {
          search: readOverviewSearch,
          menu: { label: 'Overview', icon: Gauge },
        }),
        page('activity', () => import('./pages/activity/activity'), {
          search: readActivitySearch,
          menu: { label: 'Activity', icon: Activity },
        }),
        page('jobs/$job', () => import('./pages/jobs/job')),
        page('notifications/$id', () => import('./pages/notification/notification')),
        page('explain', () => import('./pages/explain/explain'), {
          search: readExplainSearch,
          menu: { label: 'Explain', icon: CircleHelp },
        }),
        page('events', () => import('./pages/events/events'), { menu: { label: 'Events', icon: FileText } }),
        page('events/$name', () => import('./pages/events/event'), { search: readEventSearch }),
        page('broadcasts', () => import('./pages/broadcasts/broadcasts'), {
          menu: { label: 'Broadcasts', icon: Megaphone },
        }),
        page('broadcasts/new', () => import('./pages/broadcasts/new/new-broadcast')),
        page('broadcasts/$broadcast', () => import('./pages/broadcasts/broadcast')),
        page('categories', () => import('./pages/categories/categories'), {
          menu: { label: 'Categories', icon: Tags },
        }),
        page('schedules', () => import('./pages/schedules/schedules'), {
          menu: { label: 'Schedules', icon: CalendarClock },
        }),
        page('contacts', () => import('./pages/contacts/contacts'), {
          search: readContactsSearch,
          menu: { label: 'Contacts', icon: Contact },
        }),
        page('contacts/$id', () => import('./pages/contacts/contact')),
        page('topics', () => import('./pages/topics/topics'), {
          search: readTopicsSearch,
          menu: { label: 'Topics', icon: Users },
        }),
        page('topics/$topic', () => import('./pages/topics/topic')),
        page('segments/$segment', () => import('./pages/segments/segment')),
        page('inbox', () => import('./pages/inbox/inbox'), {
          search: (search): { message?: string } => ({
            message: typeof search.message === 'string' ? search.message : undefined,
          }),
          menu: { label: 'Sandbox inbox', icon: Inbox, environment: 'sandbox' },
        }),
        page('integrations', () => import('./pages/integrations/integrations'), {
          search: readIntegrationsSearch,
          menu: { label: 'Integrations', icon: Plug },
        }),
        page('senders', () => import('./pages/senders/senders'), {
          menu: { label: 'Senders', icon: AtSign },
        }),
        page('tenants', () => import('./pages/tenants/tenants'), {
          menu: { label: 'Tenants', icon: Building2 },
        }),
        page('webhooks', () => import('./pages/webhooks/webhooks'), {
          search: readWebhooksSearch,
          menu: { label: 'Webhooks', icon: Webhook },
        }),
        page('keys', () => import('./pages/keys/keys'), {
          search: readKeysSearch,
          menu: { label: 'Keys', icon: KeyRound },
        }),
        page('usage', () => import('./pages/applications/usage'), {
          search: readUsageSearch,
          menu: { label: 'Usage and settings', icon: SlidersHorizontal },
        }),
        page('audit', () => import('./pages/audit/audit'), {
          search: readAuditSearch,
          menu: { label: 'Audit log', icon: ScrollText },
        }),
        page('operators', () => import('./pages/operators/operators'), {
          menu: { label: 'Operators', icon: ShieldUser, role: 'owner' },
        }),
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
  interface StaticDataRouteOption {
    menu?: MenuEntry;
  }
}
