import type { AdminRole } from '../../../core/access/admin-roles';

const APPLICATION = '/admin/v1/applications/:app';
const WEBHOOK = `${APPLICATION}/webhooks/:environment`;

/**
 * Admin routes with the role that each needs. A viewer reads, an editor changes what applications send and how, an owner
 * removes things and hands out keys and secrets. A route that changes something also has its action in the audit log. A
 * route that is missing here cannot be registered.
 */
export const ADMIN_ROUTES: Readonly<Record<string, readonly [role: AdminRole, action?: string]>> = {
  'POST /admin/v1/admin-keys': ['owner', 'admin_key.create'],
  'GET /admin/v1/admin-keys': ['owner'],
  'DELETE /admin/v1/admin-keys/:id': ['owner', 'admin_key.revoke'],
  'POST /admin/v1/admin-keys/:id/rotate': ['owner', 'admin_key.rotate'],
  'GET /admin/v1/audit': ['viewer'],
  'GET /admin/v1/audit/:id': ['viewer'],
  'POST /admin/v1/secrets/reseal': ['owner', 'secrets.reseal'],
  'POST /admin/v1/applications': ['editor', 'application.create'],
  'GET /admin/v1/applications': ['viewer'],
  [`GET ${APPLICATION}`]: ['viewer'],
  [`PATCH ${APPLICATION}`]: ['editor', 'application.update'],
  [`POST ${APPLICATION}/keys`]: ['owner', 'api_key.create'],
  [`GET ${APPLICATION}/keys`]: ['viewer'],
  [`DELETE ${APPLICATION}/keys/:id`]: ['owner', 'api_key.revoke'],
  [`POST ${APPLICATION}/senders`]: ['editor', 'sender.add'],
  [`GET ${APPLICATION}/senders`]: ['viewer'],
  [`DELETE ${APPLICATION}/senders/:id`]: ['owner', 'sender.remove'],
  'GET /admin/v1/providers': ['viewer'],
  [`POST ${APPLICATION}/integrations`]: ['editor', 'integration.add'],
  [`GET ${APPLICATION}/integrations`]: ['viewer'],
  [`GET ${APPLICATION}/integrations/:id`]: ['viewer'],
  [`PATCH ${APPLICATION}/integrations/:id`]: ['editor', 'integration.update'],
  [`DELETE ${APPLICATION}/integrations/:id`]: ['owner', 'integration.remove'],
  [`POST ${APPLICATION}/integrations/:id/test`]: ['editor', 'integration.test'],
  [`GET ${APPLICATION}/suppressions`]: ['viewer'],
  [`POST ${APPLICATION}/suppressions`]: ['editor', 'suppression.add'],
  [`DELETE ${APPLICATION}/suppressions`]: ['owner', 'suppression.lift'],
  [`DELETE ${APPLICATION}/suppressions/:id`]: ['owner', 'suppression.lift'],
  [`GET ${APPLICATION}/contacts`]: ['viewer'],
  [`GET ${APPLICATION}/contacts/:identifier`]: ['viewer'],
  [`DELETE ${APPLICATION}/contacts/:identifier`]: ['owner', 'contact.erase'],
  [`PUT ${APPLICATION}/events/:environment`]: ['editor', 'events.push'],
  [`GET ${APPLICATION}/events/:environment`]: ['viewer'],
  [`GET ${APPLICATION}/events/:environment/:name`]: ['viewer'],
  [`DELETE ${APPLICATION}/events/:environment/:name`]: ['owner', 'event.delete'],
  [`POST ${APPLICATION}/events/:environment/:name/render`]: ['editor', 'event.render'],
  'GET /admin/v1/explain': ['viewer'],
  'GET /admin/v1/notifications/:id': ['viewer'],
  [`GET ${APPLICATION}/notifications`]: ['viewer'],
  [`POST ${APPLICATION}/notifications/retry`]: ['editor', 'notifications.retry'],
  'POST /admin/v1/notifications/:id/cancel': ['editor', 'notification.cancel'],
  'POST /admin/v1/notifications/:id/retry': ['editor', 'notification.retry'],
  'POST /admin/v1/notifications/:id/reopen': ['editor', 'notification.reopen'],
  'POST /admin/v1/notifications/:id/signal': ['editor', 'notification.signal'],
  [`GET ${WEBHOOK}`]: ['viewer'],
  [`PATCH ${WEBHOOK}`]: ['editor', 'webhook.update'],
  [`POST ${WEBHOOK}/rotate-secret`]: ['owner', 'webhook.rotate_secret'],
  [`GET ${WEBHOOK}/events`]: ['viewer'],
  [`GET ${WEBHOOK}/events/:id`]: ['viewer'],
  [`POST ${WEBHOOK}/events/:id/redeliver`]: ['editor', 'webhook_event.redeliver'],
  [`POST ${WEBHOOK}/redeliver`]: ['editor', 'webhook_events.redeliver'],
  [`POST ${WEBHOOK}/test`]: ['editor', 'webhook.test'],
};
