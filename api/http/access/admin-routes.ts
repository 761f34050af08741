import type { AdminRole } from '../../../core/access/admin-roles';

const APPLICATION = '/admin/v1/applications/:app';

/**
 * Admin routes with the role that each needs. A viewer reads, an editor changes what applications send and how, an owner
 * removes things and hands out keys and secrets. Anyone may sign in. A route that is no GET also has its action in
 * the audit log, or null if it changes nothing. A route that is missing here cannot be registered.
 */
export const ADMIN_ROUTES: Readonly<
  Record<string, readonly [role: AdminRole | 'anyone', action?: string | null]>
> = {
  [`PUT ${APPLICATION}/events/:environment`]: ['editor', 'events.push'],
  [`GET ${APPLICATION}/events/:environment`]: ['viewer'],
  [`GET ${APPLICATION}/events/:environment/:name`]: ['viewer'],
  [`DELETE ${APPLICATION}/events/:environment/:name`]: ['owner', 'event.delete'],
  [`GET ${APPLICATION}/events/:environment/:name/versions`]: ['viewer'],
  [`GET ${APPLICATION}/events/:environment/:name/versions/:version`]: ['viewer'],
  [`POST ${APPLICATION}/events/:environment/:name/versions/:version/restore`]: ['editor', 'event.restore'],
  [`GET ${APPLICATION}/deleted-events/:environment`]: ['viewer'],
  [`POST ${APPLICATION}/events/:environment/:name/render`]: ['editor', null],
  [`POST ${APPLICATION}/events/:environment/:name/send`]: ['editor', 'event.send'],
  'GET /admin/v1/notifications/:id': ['viewer'],
  [`GET ${APPLICATION}/notifications`]: ['viewer'],
  [`POST ${APPLICATION}/notifications/retry`]: ['editor', 'notifications.retry'],
  'POST /admin/v1/notifications/:id/cancel': ['editor', 'notification.cancel'],
  'POST /admin/v1/notifications/:id/retry': ['editor', 'notification.retry'],
  'POST /admin/v1/notifications/:id/reopen': ['editor', 'notification.reopen'],
  'POST /admin/v1/notifications/:id/signal': ['editor', 'notification.signal'],
};
