import type { z } from 'zod';
import { createWebhookBody } from '../../core/schemas/webhook';
import { sealedFor, textAtRest } from '../../core/shared/at-rest';
import { newId } from '../../core/shared/ids';
import { type Scope, scopeKey } from '../../core/shared/scope';
import { WEBHOOK_EVENT_TYPES, webhookEventRow } from '../../core/webhooks/event';
import { newSigningSecret } from '../../core/webhooks/signature';
import type { WebhookEndpoint } from '../../store/webhooks/endpoints';
import type { ApiDeps } from '../deps';
import { ApiError } from '../http/api-error';
import { route } from '../http/route';
import { CREATED, SECRET } from './examples';
import { requireSafe } from './require-safe';
import { webhookCreated, webhookView } from './view';

export const createWebhook = route({
  id: 'createWebhook',
  tag: 'Webhooks',
  method: 'post',
  path: '/v1/webhooks',
  scope: 'webhooks',
  summary: 'Create the webhook endpoint',
  description: 'An application has one in each environment.',
  body: createWebhookBody.meta({ id: 'WebhookRequest' }),
  answer: webhookCreated,
  status: 201,
  answered: 'The endpoint, with its signing secret: keep it, it is not shown again.',
  errors: ['WEBHOOK_EXISTS'],
  examples: {
    body: {
      'All events': { url: CREATED.url, description: 'Order system' },
      'Failures only': {
        url: CREATED.url,
        enabled_events: ['delivery.failed', 'delivery.bounced', 'delivery.complained'],
      },
    },
    answer: { Created: { success: true, webhook: { ...CREATED, signing_secret: SECRET } } },
  },
  handler: async ({ caller: { scope }, body }, deps) => {
    const { endpoint, secret } = await createEndpoint(deps, scope, body);
    const { updated_at: _updated, ...shown } = webhookView(endpoint);
    return { webhook: { ...shown, signing_secret: secret } };
  },
});

/** Creates the endpoint of a scope, with a new signing secret. Throws a 409 if it has one. */
export async function createEndpoint(
  deps: ApiDeps,
  scope: Scope,
  body: z.output<typeof createWebhookBody>,
): Promise<{ endpoint: WebhookEndpoint; secret: string }> {
  await requireSafe(deps, body.url, scope.applicationId);
  const now = new Date();
  const id = newId();
  const secret = newSigningSecret();
  const endpoint: WebhookEndpoint = {
    _id: id,
    scope: scopeKey(scope),
    url: body.url,
    enabledEvents:
      body.enabled_events ?? WEBHOOK_EVENT_TYPES.filter((type) => webhookEventRow(type).byDefault),
    isActive: true,
    description: body.description ?? '',
    signingSecret: textAtRest(deps.vault, secret, sealedFor.webhook(id)),
    createdAt: now,
    updatedAt: now,
  };
  if (!(await deps.store.webhooks.insert(endpoint))) throw ApiError.of('WEBHOOK_EXISTS', []);
  return { endpoint, secret };
}
