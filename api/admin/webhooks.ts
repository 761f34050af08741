import type { Request, Router } from 'express';
import { switchWebhookBody } from '../../core/schemas/webhook-events';
import { scopeOf } from '../../core/shared/scope';
import type { Application } from '../../store/accounts/applications';
import type { WebhookEndpoint } from '../../store/webhooks/endpoints';
import { recordChange } from '../http/access/audit';
import { ApiError, parse } from '../http/api-error';
import type { ApiDeps } from '../deps';
import { resource } from '../http/resource';
import { eventRoutes } from '../webhooks/event-routes';
import { rotateSecret } from '../webhooks/rotate-secret';
import { applicationIn } from './applications';
import { environmentIn } from './events/environment-in';

const BASE = '/admin/v1/applications/:app/webhooks/:environment';

/** Routes of operators for the webhook endpoint of an application: view, switch, rotate the secret, events. */
export function adminWebhookRoutes(router: Router, deps: ApiDeps): void {
  const { store } = deps;

  async function foundIn(request: Request): Promise<{ application: Application; endpoint: WebhookEndpoint }> {
    const application = await applicationIn(store, request);
    const scope = { applicationId: application._id, environment: environmentIn(request) };
    const endpoint = await store.webhooks.ofScope(scope);
    if (endpoint) return { application, endpoint };
    throw notFound(scope.environment);
  }

  resource(router, BASE, {
    get: async (request, response) => {
      const { application, endpoint } = await foundIn(request);
      response.json({ success: true, webhook: endpointView(endpoint, application) });
    },
    patch: async (request, response) => {
      const { application, endpoint } = await foundIn(request);
      const { is_active: isActive } = parse(switchWebhookBody, request.body);
      const scope = scopeOf(endpoint.scope);
      const changed = await store.webhooks.update(scope, endpoint._id, { isActive }, new Date());
      if (!changed) throw notFound(scope.environment);
      const about = [endpoint._id, application._id];
      const before = { is_active: endpoint.isActive };
      await recordChange(response, { about, before, after: { is_active: changed.isActive } });
      response.json({ success: true, webhook: endpointView(changed, application) });
    },
  });

  resource(router, `${BASE}/rotate-secret`, {
    post: async (request, response) => {
      const { application, endpoint } = await foundIn(request);
      const rotated = await rotateSecret(deps, endpoint._id);
      if (!rotated) throw notFound(scopeOf(endpoint.scope).environment);
      const { secret, previousUntil, cutShort } = rotated;
      await recordChange(response, {
        about: [endpoint._id, application._id],
        before: { signing_secret: '[set]' },
        after: { signing_secret: '[changed]', previous_secret_until: previousUntil.toISOString() },
      });
      response.json({
        success: true,
        signing_secret: secret,
        previous_secret_until: previousUntil.toISOString(),
        earlier_rotation_cut_short: cutShort,
      });
    },
  });

  eventRoutes(router, deps, {
    base: BASE,
    viewer: 'operator',
    endpointIn: async (request) => (await foundIn(request)).endpoint,
  });
}

const notFound = (environment: string): ApiError =>
  new ApiError('WEBHOOK_NOT_FOUND', `This application has no webhook endpoint in ${environment}.`);

/** The webhook endpoint of an application as operators see it. */
export function endpointView(endpoint: WebhookEndpoint, application: Application) {
  const { previousSecret, failingSince, switchedOff } = endpoint;
  const rotating = previousSecret !== undefined && previousSecret.until > new Date();
  return {
    uuid: endpoint._id,
    application_id: application._id,
    environment: scopeOf(endpoint.scope).environment,
    url: endpoint.url,
    enabled_events: endpoint.enabledEvents,
    is_active: endpoint.isActive,
    description: endpoint.description,
    owner_email: application.ownerEmail,
    failing_since: failingSince?.toISOString() ?? null,
    /** Null: the endpoint is on, or a person switched it off. */
    switched_off: switchedOff
      ? {
          at: switchedOff.at.toISOString(),
          reason: switchedOff.reason ?? 'failing',
          failing_since: switchedOff.failingSince.toISOString(),
          owner_told: switchedOff.notice,
        }
      : null,
    /** Null: the secret is not being rotated. */
    previous_secret_until: rotating ? previousSecret.until.toISOString() : null,
    created_at: endpoint.createdAt.toISOString(),
    updated_at: endpoint.updatedAt.toISOString(),
  };
}
