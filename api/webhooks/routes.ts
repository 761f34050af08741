import type { Router } from 'express';
import { sealedFor, textAtRest } from '../../core/shared/at-rest';
import { newId } from '../../core/shared/ids';
import { createWebhookBody, updateWebhookBody } from '../../core/schemas/webhook';
import { scopeKey } from '../../core/shared/scope';
import { WEBHOOK_EVENT_TYPES } from '../../core/webhooks/event';
import { newSigningSecret } from '../../core/webhooks/signature';
import type { WebhookEndpoint } from '../../store/webhooks/endpoints';
import { lookupsOf } from '../../net/resolver/owner';
import { checkWebhookUrl } from '../../net/url-safety';
import { ApiError, parse } from '../http/api-error';
import type { ApiDeps } from '../deps';
import { callerOf } from '../http/middleware/authenticate';
import { camelCased } from '../http/camel-cased';
import { resource } from '../http/resource';
import { eventRoutes } from './event-routes';

/** Routes of the webhook endpoint and its events (docs/reference/rules/webhooks.md). */
export function webhookRoutes(router: Router, deps: ApiDeps): void {
  const { store, vault, development, webhookSubnets, resolve } = deps;
  async function requireSafe(url: string, applicationId: string): Promise<void> {
    const policy = { development, allowedSubnets: webhookSubnets };
    const checked = await lookupsOf(applicationId, () => checkWebhookUrl(url, { ...policy, resolve }));
    if (!checked.ok) throw new ApiError('VALIDATION_ERROR', checked.reason, { field: 'url' });
  }

  resource(router, '/v1/webhooks', {
    post: async (request, response) => {
      const { scope } = callerOf(response);
      const body = parse(createWebhookBody, request.body);
      await requireSafe(body.url, scope.applicationId);
      const now = new Date();
      const id = newId();
      const secret = newSigningSecret();
      const endpoint: WebhookEndpoint = {
        _id: id,
        scope: scopeKey(scope),
        url: body.url,
        enabledEvents: body.enabled_events ?? [...WEBHOOK_EVENT_TYPES],
        isActive: true,
        description: body.description ?? '',
        signingSecret: textAtRest(vault, secret, sealedFor.webhook(id)),
        createdAt: now,
        updatedAt: now,
      };
      if (!(await store.webhooks.insert(endpoint))) {
        const message = 'This application has a webhook endpoint already; change or delete it.';
        throw new ApiError('WEBHOOK_EXISTS', message);
      }
      const { updated_at: _updated, ...shown } = webhookView(endpoint);
      response.status(201).json({ success: true, webhook: { ...shown, signing_secret: secret } });
    },
    get: async (_request, response) => {
      const endpoint = await store.webhooks.ofScope(callerOf(response).scope);
      if (!endpoint) throw notFound();
      response.json({ success: true, webhook: webhookView(endpoint) });
    },
  });

  resource(router, '/v1/webhooks/:uuid', {
    patch: async (request, response) => {
      const body = parse(updateWebhookBody, request.body);
      const { scope } = callerOf(response);
      if (body.url !== undefined) await requireSafe(body.url, scope.applicationId);
      const uuid = String(request.params.uuid);
      const endpoint = await store.webhooks.update(scope, uuid, camelCased(body), new Date());
      if (!endpoint) throw notFound();
      response.json({ success: true, webhook: webhookView(endpoint) });
    },
    delete: async (request, response) => {
      if (!(await store.webhooks.remove(callerOf(response).scope, String(request.params.uuid))))
        throw notFound();
      response.json({ success: true });
    },
  });

  eventRoutes(router, deps, {
    base: '/v1/webhooks/:uuid',
    viewer: 'owner',
    endpointIn: async (request, response) => {
      const endpoint = await store.webhooks.ofScope(callerOf(response).scope);
      if (endpoint && endpoint._id === request.params.uuid) return endpoint;
      throw notFound();
    },
  });
}

const notFound = (): ApiError => new ApiError('WEBHOOK_NOT_FOUND', 'There is no such webhook endpoint.');

/** Returns the endpoint as the API shows it (WEBHOOK-3), without its secret. */
const webhookView = (endpoint: WebhookEndpoint) => ({
  uuid: endpoint._id,
  url: endpoint.url,
  enabled_events: endpoint.enabledEvents,
  is_active: endpoint.isActive,
  description: endpoint.description,
  created_at: endpoint.createdAt.toISOString(),
  updated_at: endpoint.updatedAt.toISOString(),
});
