import { type Call, segment } from './request';
import type { CreatedWebhook, Webhook, WebhookChanges, WebhookRequest } from './types';

export function createWebhooks(call: <T>(one: Call) => Promise<T>) {
  const path = (uuid: string): string => `/v1/webhooks/${segment('uuid', uuid)}`;
  const webhook = async <T>(one: Call): Promise<T> => (await call<{ webhook: T }>(one)).webhook;
  return {
    /** Returns the endpoint with its signing secret, which is not shown again. */
    create: (body: WebhookRequest): Promise<CreatedWebhook> =>
      webhook({ method: 'POST', path: '/v1/webhooks', body }),

    get: (): Promise<Webhook> => webhook({ method: 'GET', path: '/v1/webhooks' }),

    update: async (uuid: string, body: WebhookChanges): Promise<Webhook> =>
      webhook({ method: 'PATCH', path: path(uuid), body }),

    delete: async (uuid: string): Promise<void> => {
      await call({ method: 'DELETE', path: path(uuid) });
    },
  };
}
