import { z } from 'zod';
import type { ZodOpenApiPathsObject } from 'zod-openapi';
import { WEBHOOK_EVENT_TYPES } from '../../../core/webhooks/event';
import { operation } from '../operation';
import {
  webhookAnswer,
  webhookChanges,
  webhookCreated,
  webhookDeleted,
  webhookRequest,
} from '../schemas/webhook';
import { uuid } from '../../http/formats';

const CREATED = {
  uuid: '9a0f5f0e-8b1a-4c36-9d52-7e0f4a3c8b11',
  url: 'https://shop.example.com/hooks/deliveries',
  enabled_events: [...WEBHOOK_EVENT_TYPES],
  is_active: true,
  description: 'Order system',
  created_at: '2026-11-21T14:51:24.081Z',
};
const SHOWN = { ...CREATED, updated_at: '2026-11-21T14:51:24.081Z' };
const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKYo=';

export const path = z.object({
  uuid: uuid.describe('Of the endpoint.').meta({ examples: [CREATED.uuid] }),
});

/** The webhook endpoint (docs/reference/rules/webhooks.md). Its requests are in events.ts. */
export const webhookPaths: ZodOpenApiPathsObject = {
  '/v1/webhooks': {
    post: operation({
      id: 'createWebhook',
      tag: 'Webhooks',
      summary: 'Create the webhook endpoint',
      description: 'An application has one in each environment.',
      body: {
        schema: webhookRequest,
        examples: {
          'All events': { url: CREATED.url, description: 'Order system' },
          'Failures only': {
            url: CREATED.url,
            enabled_events: ['delivery.failed', 'delivery.bounced', 'delivery.complained'],
          },
        },
      },
      answer: {
        status: 201,
        description: 'The endpoint, with its signing secret: keep it, it is not shown again.',
        schema: webhookCreated,
        examples: { Created: { success: true, webhook: { ...CREATED, signing_secret: SECRET } } },
      },
      errors: ['WEBHOOK_EXISTS'],
    }),
    get: operation({
      id: 'getWebhook',
      tag: 'Webhooks',
      summary: 'Read the webhook endpoint',
      answer: {
        description: 'The endpoint, without its secret.',
        schema: webhookAnswer,
        examples: { 'An endpoint': { success: true, webhook: SHOWN } },
      },
      errors: ['WEBHOOK_NOT_FOUND'],
    }),
  },
  '/v1/webhooks/{uuid}': {
    patch: operation({
      id: 'updateWebhook',
      tag: 'Webhooks',
      summary: 'Change the webhook endpoint',
      parameters: { path },
      body: { schema: webhookChanges, examples: { Pause: { is_active: false } }, optional: true },
      answer: {
        description: 'The endpoint as it is now.',
        schema: webhookAnswer,
        examples: { Paused: { success: true, webhook: { ...SHOWN, is_active: false } } },
      },
      errors: ['WEBHOOK_NOT_FOUND'],
    }),
    delete: operation({
      id: 'deleteWebhook',
      tag: 'Webhooks',
      summary: 'Delete the webhook endpoint',
      description: 'Events stop at once.',
      parameters: { path },
      answer: {
        description: 'It is gone.',
        schema: webhookDeleted,
        examples: { Deleted: { success: true } },
      },
      errors: ['WEBHOOK_NOT_FOUND'],
    }),
  },
};
