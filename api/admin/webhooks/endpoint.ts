import { z } from 'zod';
import { scopeOf } from '../../../core/shared/scope';
import type { Application } from '../../../store/accounts/applications';
import type { WebhookEndpoint } from '../../../store/webhooks/endpoints';
import type { ApiDeps } from '../../deps';
import { ApiError } from '../../http/api-error';
import { answer, timestamp } from '../../http/formats';
import { route } from '../../http/route';
import { rotateSecret } from '../../webhooks/rotate-secret';
import { scopeIn } from '../events/event-in';
import { endpointAnswer, endpointView } from './view';

/** Path of the webhook endpoint of an application. */
export const ENDPOINT = '/admin/v1/applications/:app/webhooks/:environment';

export const missingEndpoint = ['APPLICATION_NOT_FOUND', 'WEBHOOK_NOT_FOUND'] as const;

/** Returns the webhook endpoint that a request's path names, with its application. */
export async function endpointIn(
  call: { params: { app: string; environment: string } },
  { store }: ApiDeps,
): Promise<{ application: Application; endpoint: WebhookEndpoint }> {
  const { application, scope } = await scopeIn(store, call);
  const endpoint = await store.webhooks.ofScope(scope);
  if (endpoint) return { application, endpoint };
  throw noEndpoint(scope.environment);
}

export const getWebhook = route({
  id: 'getWebhook',
  tag: 'Webhooks',
  method: 'get',
  path: ENDPOINT,
  role: 'viewer',
  summary: 'View the webhook endpoint',
  answer: endpointAnswer,
  errors: missingEndpoint,
  handler: async (call, deps) => {
    const { application, endpoint } = await endpointIn(call, deps);
    return { webhook: endpointView(endpoint, application) };
  },
});

export const rotateWebhookSecret = route({
  id: 'rotateWebhookSecret',
  tag: 'Webhooks',
  method: 'post',
  path: `${ENDPOINT}/rotate-secret`,
  role: 'owner',
  audit: 'webhook.rotate_secret',
  summary: 'Replace the signing secret',
  description: 'The old secret also signs for some hours.',
  answer: answer('WebhookSecretRotated', {
    signing_secret: z.string().describe('The new secret. It is shown this once.'),
    previous_secret_until: timestamp,
    earlier_rotation_cut_short: z
      .boolean()
      .describe('Whether this rotation ended an earlier secret that was still valid.'),
  }),
  errors: missingEndpoint,
  handler: async (call, deps) => {
    const { application, endpoint } = await endpointIn(call, deps);
    const rotated = await rotateSecret(deps, endpoint._id);
    if (!rotated) throw noEndpoint(scopeOf(endpoint.scope).environment);
    const { secret, previousUntil, cutShort } = rotated;
    await call.record({
      about: [endpoint._id, application._id],
      before: { signing_secret: '[set]' },
      after: { signing_secret: '[changed]', previous_secret_until: previousUntil.toISOString() },
    });
    return {
      signing_secret: secret,
      previous_secret_until: previousUntil.toISOString(),
      earlier_rotation_cut_short: cutShort,
    };
  },
});

/** The error of a scope without an endpoint. */
export const noEndpoint = (environment: string): ApiError =>
  new ApiError('WEBHOOK_NOT_FOUND', `This application has no webhook endpoint in ${environment}.`);
