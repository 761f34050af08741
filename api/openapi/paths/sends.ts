import { z } from 'zod';
import type { ZodOpenApiPathsObject } from 'zod-openapi';
import { type OperationSpec, operation } from '../operation';
import type { PublicCode } from '../../../core/shared/error-codes';
import { channel } from '../../http/formats';
import { channelSendRequest, sendAnswer, sendRequest } from '../schemas/sends';
import { eventName as event } from '../../sending/event-name';
import { COMPLETED, NOTIFICATION_ID } from '../../notifications/examples';

const accepted = { id: NOTIFICATION_ID, event: 'welcome', status: 'accepted' };

const answer: OperationSpec['answer'] = {
  description:
    'Accepted: durable, and it will be sent. An array is answered with an entry for each recipient, `Prefer: wait` with the notification.',
  schema: sendAnswer,
  headers: ['Idempotent-Replay', 'X-Idempotent-Replay', 'Preference-Applied'],
  links: {
    notification: {
      operationId: 'getNotification',
      parameters: { id: '$response.body#/id' },
      description: 'The notification, if the send had one recipient.',
    },
  },
  examples: {
    'One recipient': accepted,
    'An array': {
      id: '0b7e6c6c-3a55-4b0e-8f5a-4f1de3a0c9d2',
      event: 'welcome',
      status: 'accepted',
      notifications: [
        accepted,
        {
          id: null,
          event: 'welcome',
          status: 'rejected',
          error: 'to[1].email must be an e-mail address such as ada@example.com.',
          code: 'VALIDATION_ERROR',
          field: 'to[1].email',
        },
      ],
    },
    'Prefer: wait': COMPLETED,
  },
};

const errors: PublicCode[] = [
  'TEMPLATE_MISSING',
  'IDENTIFIER_MISSING',
  'SENDER_UNVERIFIED',
  'QUOTA_EXCEEDED',
  'EVENT_NOT_FOUND',
  'NOTIFICATION_NOT_FOUND',
  'IDEMPOTENCY_IN_PROGRESS',
  'IDEMPOTENCY_MISMATCH',
  'PROVIDER_ERROR',
];

const headers: OperationSpec['headers'] = ['IdempotencyKey', 'XIdempotencyKey', 'Prefer'];

const RULES =
  'A recipient that is not known yet becomes a contact. In an array one recipient may be refused while others are accepted; if all are, the answer is 400 (402 if the quota was the only reason) and nothing is sent.';

/** Sends, cancels and signals (docs/reference/rules/sending.md, docs/reference/rules/notifications.md). */
export const sendPaths: ZodOpenApiPathsObject = {
  '/v1/send/{event}': {
    post: operation({
      id: 'send',
      tag: 'Sending',
      summary: 'Send an event',
      description: `The first channel of the event's order that has a template, that the contact has an identifier for and that is not suppressed for it is taken. ${RULES}`,
      parameters: { path: z.object({ event }) },
      headers,
      body: {
        schema: sendRequest,
        examples: {
          'A contact with a name': {
            to: { email: 'ada@example.com', name: 'Ada Lovelace' },
            payload: { plan: 'team' },
          },
          'An address': { to: 'ada@example.com' },
          'Several recipients': {
            to: ['ada@example.com', { external_id: 'user-42', phone: '+12025550123' }],
            payload: { plan: 'team' },
            language: 'sv',
          },
          'Overrides and a sender': {
            to: 'ada@example.com',
            overrides: {
              email: { subject: 'Welcome back', reply_to: 'help@example.com', cc: ['boss@example.com'] },
              brand: { name: 'Example Shop', color: '#123456' },
            },
            from: { email: 'hello@example.com', name: 'Example Shop' },
          },
        },
      },
      answer,
      errors,
    }),
  },
  '/v1/send/{event}/{channel}': {
    post: operation({
      id: 'sendToChannel',
      tag: 'Sending',
      summary: 'Send an event over one channel',
      description: `The event must have a template for the channel and the contact an identifier. ${RULES}`,
      parameters: { path: z.object({ event, channel: channel.describe('The channel to send over.') }) },
      headers,
      body: {
        schema: channelSendRequest,
        examples: {
          'An SMS': { to: '+12025550123', payload: { code: '123456' } },
          'A Slack channel': { to: '#orders', payload: { order: '4711' } },
        },
      },
      answer,
      errors,
    }),
  },
};
