import type { KeyScope } from '../../../core/access/key-scopes';

/** Scope that each route under /v1 needs. A route that is missing here cannot be registered. */
export const SCOPE_OF: Readonly<Record<string, KeyScope>> = {
  'POST /v1/send/:event': 'send',
  'POST /v1/send/:event/:channel': 'send',
  'POST /v1/cancel/:event': 'send',
  'POST /v1/signal/:event': 'send',
  'GET /v1/notifications/:id': 'read',
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
