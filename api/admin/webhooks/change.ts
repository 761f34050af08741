import { z } from 'zod';
import { createWebhookBody, updateWebhookBody } from '../../../core/schemas/webhook';
import { scopeOf } from '../../../core/shared/scope';
import type { WebhookEndpoint } from '../../../store/webhooks/endpoints';
import { camelCased } from '../../http/camel-cased';
import { answer } from '../../http/formats';
import { route } from '../../http/route';
import { createEndpoint } from '../../webhooks/create';
import { requireSafe } from '../../webhooks/require-safe';
import { scopeIn } from '../events/event-in';
import { ENDPOINT, endpointIn, missingEndpoint, noEndpoint } from './endpoint';
import { endpointAnswer, endpointSchema, endpointView } from './view';

export const createWebhook = route({
  id: 'createWebhook',
  tag: 'Webhooks',
  method: 'post',
  path: ENDPOINT,
  role: 'editor',
  audit: 'webhook.create',
  summary: 'Create the webhook endpoint',
  description: 'An application has one in each environment.',
  body: createWebhookBody.meta({ id: 'WebhookEndpointRequest' }),
  answer: answer('WebhookEndpointCreated', {
    webhook: endpointSchema,
    signing_secret: z.string().describe('It is shown this once.'),
  }),
  status: 201,
  errors: ['APPLICATION_NOT_FOUND', 'WEBHOOK_EXISTS'],
  handler: async (call, deps) => {
    const { application, scope } = await scopeIn(deps.store, call);
    const { endpoint, secret } = await createEndpoint(deps, scope, call.body);
    await call.record({ about: [endpoint._id, application._id], before: null, after: recorded(endpoint) });
    return { webhook: endpointView(endpoint, application), signing_secret: secret };
  },
});

export const updateWebhook = route({
  id: 'updateWebhook',
  tag: 'Webhooks',
  method: 'patch',
  path: ENDPOINT,
  role: 'editor',
  audit: 'webhook.update',
  summary: 'Change the webhook endpoint, enable or disable it',
  body: updateWebhookBody.meta({
    id: 'WebhookEndpointChanges',
    description: 'Only the given fields change.',
  }),
  answer: endpointAnswer,
  errors: missingEndpoint,
  handler: async (call, deps) => {
    const { application, endpoint } = await endpointIn(call, deps);
    const { body } = call;
    const scope = scopeOf(endpoint.scope);
    if (body.url !== undefined) await requireSafe(deps, body.url, scope.applicationId);
    const changed = await deps.store.webhooks.update(scope, endpoint._id, camelCased(body), new Date());
    if (!changed) throw noEndpoint(scope.environment);
    const given = (of: WebhookEndpoint) =>
      Object.fromEntries(Object.entries(recorded(of)).filter(([name]) => name in body));
    await call.record({
      about: [endpoint._id, application._id],
      before: given(endpoint),
      after: given(changed),
    });
    return { webhook: endpointView(changed, application) };
  },
});

export const deleteWebhook = route({
  id: 'deleteWebhook',
  tag: 'Webhooks',
  method: 'delete',
  path: ENDPOINT,
  role: 'owner',
  audit: 'webhook.delete',
  summary: 'Delete the webhook endpoint',
  description: 'Events stop at once. Its earlier events cannot be redelivered.',
  answer: answer('WebhookEndpointDeleted', {}),
  errors: missingEndpoint,
  handler: async (call, deps) => {
    const { application, endpoint } = await endpointIn(call, deps);
    const scope = scopeOf(endpoint.scope);
    if (!(await deps.store.webhooks.remove(scope, endpoint._id))) throw noEndpoint(scope.environment);
    await call.record({ about: [endpoint._id, application._id], before: recorded(endpoint), after: null });
    return {};
  },
});

/** What the audit log keeps of an endpoint. Its secret is no part of it. */
const recorded = ({ url, enabledEvents, isActive, description }: WebhookEndpoint) => ({
  ...{ url, enabled_events: enabledEvents, is_active: isActive, description },
});
