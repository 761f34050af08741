import { z } from 'zod';
import type { ZodOpenApiPathsObject } from 'zod-openapi';
import { operation } from '../operation';
import { uuid } from '../../http/formats';
import { notification } from '../schemas/notification';

export const NOTIFICATION_ID = 'f48abc71-2c1b-4d5e-9a3f-6b7c8d9e0f11';
const OTHER_ID = '782b2048-5f3a-5c1d-8e2b-1a2b3c4d5e6f';

/** A notification that ended. */
export const COMPLETED = {
  id: NOTIFICATION_ID,
  event: 'welcome',
  contact: { email: 'ada@example.com', name: 'Ada Lovelace' },
  status: 'completed',
  started_at: '2026-11-21T14:51:52.393Z',
  completed_at: '2026-11-21T14:51:52.798Z',
  messages: [
    {
      id: OTHER_ID,
      channel: 'email',
      status: 'sent',
      sent_at: '2026-11-21T14:51:52.798Z',
      delivered_at: null,
      error: null,
    },
  ],
};

const FAILED = {
  ...COMPLETED,
  event: 'verification-code',
  contact: { email: null, name: null },
  status: 'failed',
  messages: [
    {
      id: OTHER_ID,
      channel: 'sms',
      status: 'failed',
      sent_at: null,
      delivered_at: null,
      error: 'NO_PROVIDER: No provider is set up for sms.',
    },
  ],
};

/** Reading a notification (NOTIFICATION-1). */
export const notificationPaths: ZodOpenApiPathsObject = {
  '/v1/notifications/{id}': {
    get: operation({
      id: 'getNotification',
      tag: 'Notifications',
      summary: 'Read a notification with its messages',
      description: 'A sequence has one message for each SEND that ran.',
      parameters: {
        path: z.object({
          id: uuid.describe('As the send answered it.').meta({ examples: [NOTIFICATION_ID] }),
        }),
      },
      answer: {
        description: 'The notification.',
        schema: notification,
        examples: { 'Sent by e-mail': COMPLETED, Failed: FAILED },
      },
      errors: ['NOTIFICATION_NOT_FOUND'],
    }),
  },
};
