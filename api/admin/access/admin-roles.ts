import type { Response } from 'express';
import { type AdminRole, roleReaches } from '../../../core/access/admin-roles';
import { ApiError } from '../../http/api-error';
import { adminOf } from './admin';

const APPLICATION = '/admin/v1/applications/:app';
const WEBHOOK = `${APPLICATION}/webhooks/:environment`;

/**
 * The role that each admin route asks of an admin key; a route that is missing here cannot be registered. A viewer reads,
 * an editor changes what applications send and how, an owner removes things and hands out keys and secrets.
 */
export const ROLE_OF: Readonly<Record<string, AdminRole>> = {
  'POST /admin/v1/admin-keys': 'owner',
  'GET /admin/v1/admin-keys': 'owner',
  'DELETE /admin/v1/admin-keys/:id': 'owner',
  'POST /admin/v1/admin-keys/:id/rotate': 'owner',
  'GET /admin/v1/audit': 'viewer',
  'GET /admin/v1/audit/:id': 'viewer',
  'POST /admin/v1/secrets/reseal': 'owner',
  'POST /admin/v1/applications': 'editor',
  'GET /admin/v1/applications': 'viewer',
  [`GET ${APPLICATION}`]: 'viewer',
  [`PATCH ${APPLICATION}`]: 'editor',
  [`POST ${APPLICATION}/keys`]: 'owner',
  [`GET ${APPLICATION}/keys`]: 'viewer',
  [`DELETE ${APPLICATION}/keys/:id`]: 'owner',
  [`POST ${APPLICATION}/senders`]: 'editor',
  [`GET ${APPLICATION}/senders`]: 'viewer',
  [`DELETE ${APPLICATION}/senders/:id`]: 'owner',
  'GET /admin/v1/providers': 'viewer',
  [`POST ${APPLICATION}/integrations`]: 'editor',
  [`GET ${APPLICATION}/integrations`]: 'viewer',
  [`GET ${APPLICATION}/integrations/:id`]: 'viewer',
  [`PATCH ${APPLICATION}/integrations/:id`]: 'editor',
  [`DELETE ${APPLICATION}/integrations/:id`]: 'owner',
  [`POST ${APPLICATION}/integrations/:id/test`]: 'editor',
  [`GET ${APPLICATION}/suppressions`]: 'viewer',
  [`POST ${APPLICATION}/suppressions`]: 'editor',
  [`DELETE ${APPLICATION}/suppressions`]: 'owner',
  [`DELETE ${APPLICATION}/suppressions/:id`]: 'owner',
  [`PUT ${APPLICATION}/events/:environment`]: 'editor',
  [`GET ${APPLICATION}/events/:environment`]: 'viewer',
  'GET /admin/v1/notifications/:id': 'viewer',
  [`GET ${APPLICATION}/notifications`]: 'viewer',
  [`POST ${APPLICATION}/notifications/retry`]: 'editor',
  'POST /admin/v1/notifications/:id/cancel': 'editor',
  'POST /admin/v1/notifications/:id/retry': 'editor',
  'POST /admin/v1/notifications/:id/reopen': 'editor',
  'POST /admin/v1/notifications/:id/signal': 'editor',
  [`GET ${WEBHOOK}`]: 'viewer',
  [`PATCH ${WEBHOOK}`]: 'editor',
  [`POST ${WEBHOOK}/rotate-secret`]: 'owner',
  [`GET ${WEBHOOK}/events`]: 'viewer',
  [`GET ${WEBHOOK}/events/:id`]: 'viewer',
  [`POST ${WEBHOOK}/events/:id/redeliver`]: 'editor',
  [`POST ${WEBHOOK}/redeliver`]: 'editor',
  [`POST ${WEBHOOK}/test`]: 'editor',
};

/** Refuses an admin key of a lesser role. */
export function checkRole(response: Response, needed: AdminRole): void {
  const { name, role } = adminOf(response);
  if (roleReaches(role, needed)) return;
  const message = `This route needs the role ${needed}; the admin key "${name}" has the role ${role}.`;
  throw new ApiError('FORBIDDEN', message);
}
