import type { Response } from 'express';
import type { KeyScope } from '../../../core/access/key-scopes';
import { ApiError } from '../../http/api-error';
import { callerOf } from '../../http/middleware/authenticate';

/** The scope that each route under /v1 asks of an API key; a route that is missing here cannot be registered. */
export const SCOPE_OF: Readonly<Record<string, KeyScope>> = {
  'POST /v1/send/:event': 'send',
  'POST /v1/send/:event/:channel': 'send',
  'POST /v1/cancel/:event': 'send',
  'GET /v1/notifications/:id': 'read',
  'POST /v1/contacts': 'contacts',
  'GET /v1/contacts': 'contacts',
  'GET /v1/contacts/:identifier': 'contacts',
  'PATCH /v1/contacts/:identifier': 'contacts',
  'DELETE /v1/contacts/:identifier': 'contacts',
  'POST /v1/contacts/:identifier/push-tokens': 'contacts',
  'DELETE /v1/contacts/:identifier/push-tokens': 'contacts',
  'POST /v1/webhooks': 'webhooks',
  'GET /v1/webhooks': 'webhooks',
  'PATCH /v1/webhooks/:uuid': 'webhooks',
  'DELETE /v1/webhooks/:uuid': 'webhooks',
  'GET /v1/webhooks/:uuid/events': 'webhooks',
  'GET /v1/webhooks/:uuid/events/:id': 'webhooks',
  'POST /v1/webhooks/:uuid/events/:id/redeliver': 'webhooks',
  'POST /v1/webhooks/:uuid/redeliver': 'webhooks',
  'POST /v1/webhooks/:uuid/test': 'webhooks',
};

/** Refuses a key that has scopes, and not this one. */
export function checkScope(response: Response, needed: KeyScope): void {
  const { scopes } = callerOf(response).key;
  if (!scopes || scopes.includes(needed)) return;
  const message = `This API key lacks the scope ${needed}, which this route needs; it has ${scopes.join(', ')}.`;
  throw new ApiError('FORBIDDEN', message);
}
