import { segment } from './path';
import type { Call } from './request';
import type { CreatedWebhook, Webhook, WebhookChanges, WebhookRequest } from './types';

export function createWebhooks(call: <T>(one: Call) => Promise<T>) {
  const path = (uuid: string): string => `/v1/webhooks/${segment('uuid', uuid)}`;
  return {
    /** The answer has the signing secret; it is not shown again. */
    create: async (body: WebhookRequest): Promise<CreatedWebhook> => {
      const made = await call<{ webhook: CreatedWebhook }>({ method: 'POST', path: '/v1/webhooks', body });
      return made.webhook;
    },

    get: async (): Promise<Webhook> =>
      (await call<{ webhook: Webhook }>({ method: 'GET', path: '/v1/webhooks' })).webhook,

    update: async (uuid: string, body: WebhookChanges): Promise<Webhook> =>
      (await call<{ webhook: Webhook }>({ method: 'PATCH', path: path(uuid), body })).webhook,

    delete: async (uuid: string): Promise<void> => {
      await call({ method: 'DELETE', path: path(uuid) });
    },
  };
}
