import { z } from 'zod';
import { DELIVERY_ERROR_CODES } from '../../../core/sending/delivery-error';
import {
  notificationsQuery,
  retryManyBody,
  retryOneBody,
  signalOneBody,
} from '../../../core/schemas/operators';
import { CHANNELS, ENVIRONMENTS } from '../../../core/shared/channels';
import { MESSAGE_STATUSES } from '../../../core/shared/statuses';
import { EVENT_STATUSES } from '../../../core/webhooks/event';
import { answer, next, timestamp, uuid } from '../../http/formats';
import { storyEntry } from '../../admin/explain/entry';
import { messageSchema as message, notificationSchema as notification } from '../../notifications/view';
import { adminPaths } from './operation';
import { rendered } from './rendered';
import { operatorAttempt } from '../../admin/webhooks/view';

const { status } = notification.shape;
const providerId = z
  .string()
  .nullable()
  .describe('The integration, or what stands for one: `service_smtp`, `push`, `sandbox`.');
const integration = z
  .string()
  .nullable()
  .describe("The integration's name. Null if there is none, or none any more.");

const attempt = z
  .object({
    id: z.string(),
    at: timestamp,
    provider: z.string().nullable(),
    provider_id: providerId,
    integration,
    duration_ms: z.int().min(0),
    outcome: z.enum(['sent', 'permanent', 'transient', 'rate_limited', 'unknown']),
    code: z.string().nullable(),
    response: z.string().nullable().describe("The provider's words."),
    moves_on: z.boolean().describe('The next attempt goes to the next provider in order.'),
  })
  .meta({ id: 'Attempt' });

const nextStep = z
  .object({
    state: z
      .enum(['sending', 'retrying', 'queued', 'resting', 'paused', 'waiting', 'blocked'])
      .describe(
        '`resting`: its provider rests after failures. `paused`: its activity is paused in Temporal. `waiting`: no send is due. `blocked`: a step that sends nothing fails and is retried.',
      ),
    at: timestamp.nullable(),
    provider_id: z.string().nullable(),
    provider: z.string().nullable().describe('As texts name it.'),
    last_failure: z.string().nullable().describe('What the last attempt failed with: names and codes.'),
    retried_until: timestamp.nullable(),
    text: z.string().describe('All of it in one sentence or two.'),
  })
  .meta({ id: 'NextStep' });

/** A notification as operators see it. */
export const notificationDetails = notification
  .extend({
    application: z.string().nullable().describe("Its application's name. Null: the application is gone."),
    application_id: uuid,
    environment: z.enum(ENVIRONMENTS),
    contact_id: uuid.nullable().describe('Null: it goes to a Slack channel.'),
    retry_of: uuid.nullable(),
    retried_as: uuid.nullable(),
    failure: z.string().nullable().describe('Why it failed, if no message says so.'),
    reopened_at: timestamp.nullable(),
    payload: z.unknown().describe('Null once its content was removed.'),
    details: z
      .string()
      .nullable()
      .describe('What its workflow says of itself while it is open. Null if that is unknown.'),
    next: nextStep
      .nullable()
      .describe('What it does next while it is open. Null if it is over, or that is unknown.'),
    story: z
      .array(storyEntry)
      .describe(
        'Everything that happened, oldest first, as `explain` tells it. While it is open, the last entry says what it does now.',
      ),
    task_failing: z
      .object({ since: timestamp.nullable(), attempt: z.int(), error: z.string().nullable() })
      .nullable()
      .describe("Set while its workflow's code cannot go on."),
    in_flight_since: timestamp.nullable().describe('When the attempt under way began.'),
    messages: z.array(
      message
        .extend({
          step: z.string(),
          address: z.string().nullable(),
          provider: z.string().nullable(),
          provider_message_id: z.string().nullable(),
          rendered: rendered
            .nullable()
            .describe('Null before the first attempt, and after its content was removed.'),
          attempts: z.array(attempt),
          rest: z
            .object({
              ...{ provider: z.string(), provider_id: z.string(), integration },
              ...{ code: z.string(), since: timestamp },
            })
            .nullable()
            .describe('The rest of a provider that it waited for, with no attempt after it.'),
          receipts: z.array(z.object({ at: timestamp, kind: z.string(), detail: z.string().nullable() })),
          complained_at: timestamp.nullable(),
        })
        .meta({ id: 'MessageDetails' }),
    ),
    webhooks: z.array(
      z.object({
        id: uuid,
        type: z.string(),
        status: z.enum(EVENT_STATUSES),
        attempts: z.array(operatorAttempt),
      }),
    ),
  })
  .meta({ id: 'NotificationDetails' });

const line = z
  .object({
    ...{ id: uuid, event: z.string(), status, contact_id: uuid.nullable() },
    contact: z.object({ email: z.string().nullable(), name: z.string().nullable() }),
    started_at: timestamp,
    completed_at: timestamp.nullable(),
    messages: z.array(
      z.object({
        channel: z.enum(CHANNELS),
        status: z.enum(MESSAGE_STATUSES),
        address: z.string().nullable().describe('Null also for push.'),
        provider: z.string().nullable(),
        provider_id: providerId,
        integration,
        error_code: z.string().nullable(),
        cause_code: z
          .string()
          .nullable()
          .describe('Why it expired: what the last attempt failed with. Null with any other error.'),
      }),
    ),
    retry_of: uuid.nullable(),
    retried_as: uuid.nullable(),
  })
  .meta({ id: 'NotificationLine' });

const state = z.object({ id: uuid, status });
const missing = ['NOTIFICATION_NOT_FOUND', 'NOTIFICATION_STATE'] as const;

export const adminNotificationPaths = adminPaths('Notifications', {
  'GET /admin/v1/applications/:app/notifications': {
    id: 'listNotifications',
    summary: 'List notifications',
    description: `The newest first. \`error_code\` finds the code of an end and of its cause: ${DELIVERY_ERROR_CODES.join(', ')}.`,
    query: notificationsQuery,
    answer: answer('NotificationsAnswer', { notifications: z.array(line), next }),
    errors: ['APPLICATION_NOT_FOUND'],
  },
  'GET /admin/v1/notifications/:id': {
    id: 'getNotification',
    summary: 'View a notification with its attempts and what was rendered',
    description: 'The beginning of the id is enough if no other notification has it.',
    answer: answer('NotificationDetailsAnswer', { notification: notificationDetails }),
    errors: ['NOTIFICATION_NOT_FOUND'],
  },
  'POST /admin/v1/notifications/:id/cancel': {
    id: 'cancelNotification',
    summary: 'Cancel a notification',
    answer: answer('NotificationCancelled', {
      cancelled: z.boolean().describe('False: it was over.'),
      notification: state,
    }),
    errors: ['NOTIFICATION_NOT_FOUND'],
  },
  'POST /admin/v1/notifications/:id/retry': {
    id: 'retryNotification',
    summary: 'Make a failed notification again, as a new one',
    body: retryOneBody.meta({ id: 'RetryRequest' }),
    answer: answer('NotificationRetried', {
      retried: z.boolean().describe('False: it was made again before.'),
      notification: state.extend({ retry_of: uuid }),
    }),
    errors: [...missing, 'ALREADY_SENT', 'CONTENT_REMOVED'],
  },
  'POST /admin/v1/notifications/:id/reopen': {
    id: 'reopenNotification',
    summary: 'Go on with a failed or cancelled notification',
    answer: answer('NotificationReopened', { notification: state }),
    errors: [...missing, 'NOTIFICATION_RETRIED', 'CONTENT_REMOVED'],
  },
  'POST /admin/v1/notifications/:id/signal': {
    id: 'signalNotification',
    summary: 'Signal the sequence in code of a notification',
    body: signalOneBody.meta({ id: 'SignalOne' }),
    answer: answer('NotificationSignalled', {
      checked: z.boolean().describe('False: no worker answered, so the name could not be checked.'),
      notification: z.object({ id: uuid }),
    }),
    errors: [...missing],
  },
  'POST /admin/v1/applications/:app/notifications/retry': {
    id: 'retryNotifications',
    summary: 'Retry a page of failed notifications',
    body: retryManyBody.meta({ id: 'RetryManyRequest' }),
    answer: answer('NotificationsRetried', {
      retried: z.array(
        z.object({
          id: uuid.optional().describe('Of the new notification. Absent in a dry run.'),
          retry_of: uuid,
          event: z.string(),
          started_at: timestamp,
        }),
      ),
      refused: z.array(z.object({ id: uuid, code: z.string(), error: z.string() })),
      skipped: z.int().min(0).describe('They were retried before.'),
      next,
    }),
    errors: ['APPLICATION_NOT_FOUND'],
  },
});
