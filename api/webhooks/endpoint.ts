import type { WebhookEndpoint } from '../../store/webhooks/endpoints';
import { updateWebhookBody } from '../../core/schemas/webhook';
import type { ApiDeps } from '../deps';
import { ApiError } from '../http/api-error';
import type { PublicCall } from '../http/call';
import { camelCased } from '../http/camel-cased';
import { uuid } from '../http/formats';
import { route } from '../http/route';
import { CREATED, SHOWN } from './examples';
import { requireSafe } from './require-safe';
import { webhookAnswer, webhookDeleted, webhookView } from './view';

/** Path of the endpoint. */
export const ENDPOINT = '/v1/webhooks/:uuid';

/** What all routes of the endpoint have. */
export const ofEndpoint = {
  tag: 'Webhooks',
  scope: 'webhooks',
  params: { uuid: uuid.describe('Of the endpoint.').meta({ examples: [CREATED.uuid] }) },
} as const;

export const getWebhook = route({
  id: 'getWebhook',
  tag: 'Webhooks',
  method: 'get',
  path: '/v1/webhooks',
  scope: 'webhooks',
  summary: 'Read the webhook endpoint',
  answer: webhookAnswer,
  answered: 'The endpoint, without its secret.',
  errors: ['WEBHOOK_NOT_FOUND'],
  examples: { answer: { 'An endpoint': { success: true, webhook: SHOWN } } },
  handler: async ({ caller }, { store }) => {
    const endpoint = await store.webhooks.ofScope(caller.scope);
    if (!endpoint) throw noEndpoint();
    return { webhook: webhookView(endpoint) };
  },
});

export const updateWebhook = route({
  ...ofEndpoint,
  id: 'updateWebhook',
  method: 'patch',
  path: ENDPOINT,
  summary: 'Change the webhook endpoint',
  body: updateWebhookBody.meta({ id: 'WebhookChanges', description: 'Only the given fields change.' }),
  bodyIsOptional: true,
  answer: webhookAnswer,
  answered: 'The endpoint as it is now.',
  errors: ['WEBHOOK_NOT_FOUND'],
  examples: {
    body: { Pause: { is_active: false } },
    answer: { Paused: { success: true, webhook: { ...SHOWN, is_active: false } } },
  },
  handler: async ({ caller: { scope }, params, body }, deps) => {
    if (body.url !== undefined) await requireSafe(deps, body.url, scope.applicationId);
    const endpoint = await deps.store.webhooks.update(scope, params.uuid, camelCased(body), new Date());
    if (!endpoint) throw noEndpoint();
    return { webhook: webhookView(endpoint) };
  },
});

export const deleteWebhook = route({
  ...ofEndpoint,
  id: 'deleteWebhook',
  method: 'delete',
  path: ENDPOINT,
  summary: 'Delete the webhook endpoint',
  description: 'Events stop at once.',
  answer: webhookDeleted,
  answered: 'It is gone.',
  errors: ['WEBHOOK_NOT_FOUND'],
  examples: { answer: { Deleted: { success: true } } },
  handler: async ({ caller, params }, { store }) => {
    if (!(await store.webhooks.remove(caller.scope, params.uuid))) throw noEndpoint();
    return {};
  },
});

/** Returns the endpoint that a request's path names. Throws a 404 if it is not the application's. */
export async function endpointIn(
  { caller, params }: PublicCall<{ uuid: string }, unknown, unknown>,
  { store }: ApiDeps,
): Promise<WebhookEndpoint> {
  const endpoint = await store.webhooks.ofScope(caller.scope);
  if (endpoint && endpoint._id === params.uuid) return endpoint;
  throw noEndpoint();
}

const noEndpoint = (): ApiError => ApiError.of('WEBHOOK_NOT_FOUND', []);
