import { z } from 'zod';
import { notificationsQuery } from '../../../core/schemas/operators';
import { DELIVERY_ERROR_CODES } from '../../../core/sending/delivery-error';
import { causeOf, lastFailureOf } from '../../../core/sending/failure-keys';
import { CHANNELS } from '../../../core/shared/channels';
import { MESSAGE_STATUSES } from '../../../core/shared/statuses';
import type { Application } from '../../../store/accounts/applications';
import type { NotificationLine } from '../../../store/notifications/operators';
import { nextCursor, placeOf } from '../../http/cursor';
import { answer, next, timestamp, uuid } from '../../http/formats';
import { notificationSchema, ownDataView } from '../../notifications/view';
import { route } from '../../http/route';
import { applicationIn } from '../applications/application-in';
import { integrationName, providerId } from './message-view';
import { validateFilters } from './validate-filters';
import { stateSchema } from './view';

/** Notifications that are counted. Each one more would be another key of an index that is read. */
const COUNTED = 1000;

const lineSchema = z
  .object({
    ...{ id: uuid, event: z.string(), status: stateSchema.shape.status, contact_id: uuid.nullable() },
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
        integration: integrationName,
        error_code: z.string().nullable(),
        cause_code: z
          .string()
          .nullable()
          .describe('Why it expired: what the last attempt failed with. Null with any other error.'),
      }),
    ),
    retry_of: uuid.nullable(),
    retried_as: uuid.nullable(),
    reference: notificationSchema.shape.reference,
    tenant: notificationSchema.shape.tenant,
    metadata: notificationSchema.shape.metadata,
  })
  .meta({ id: 'NotificationLine' });

const totalSchema = z
  .object({
    count: z.int().min(0).max(COUNTED),
    or_more: z.boolean().describe('There are more than are counted.'),
  })
  .describe('Notifications on all pages. Absent unless `count=true`.');

export const listNotifications = route({
  id: 'listNotifications',
  tag: 'Notifications',
  method: 'get',
  path: '/admin/v1/applications/:app/notifications',
  role: 'viewer',
  summary: 'List notifications',
  description: `The newest first. \`error_code\` finds the code of an end and of its cause: ${DELIVERY_ERROR_CODES.join(', ')}.`,
  query: notificationsQuery,
  answer: answer('NotificationsAnswer', {
    notifications: z.array(lineSchema),
    total: totalSchema.optional(),
    next,
  }),
  errors: ['APPLICATION_NOT_FOUND'],
  handler: async (call, { store }) => {
    const application = await applicationIn(store, call);
    const { after, count, ...query } = call.query;
    const filters = await validateFilters(store, application, { ...query, after: placeOf(after) });
    const [found, counted] = await Promise.all([
      store.operators.list(filters),
      count === 'true' ? store.operators.count({ ...filters, after: undefined }, COUNTED + 1) : null,
    ]);
    return {
      notifications: found.map((line) => lineView(line, application)),
      ...(counted !== null && {
        total: { count: Math.min(counted, COUNTED), or_more: counted > COUNTED },
      }),
      next: nextCursor(found, query.limit, ({ startedAt }) => startedAt),
    };
  },
});

const lineView = (
  line: NotificationLine,
  { integrations = [] }: Application,
): z.output<typeof lineSchema> => ({
  id: line._id,
  event: line.event,
  status: line.status,
  contact_id: line.contactId,
  contact: { email: line.contact.email, name: line.contact.name },
  started_at: line.startedAt.toISOString(),
  completed_at: line.completedAt?.toISOString() ?? null,
  messages: line.messages.map((message) => {
    const { channel, status, address, provider, error } = message;
    const last = lastFailureOf(message);
    const providerId = last?.providerId ?? null;
    const integration = integrations.find(({ id }) => id === providerId)?.name ?? null;
    return {
      channel,
      status,
      /** Null also for push: the tokens of devices tell an operator nothing. */
      address: channel === 'push' ? null : address,
      provider: last?.provider ?? provider,
      provider_id: providerId,
      integration,
      error_code: error?.code ?? null,
      cause_code: error && causeOf(error.code, last),
    };
  }),
  retry_of: line.retryOf ?? null,
  retried_as: line.retriedAs ?? null,
  ...ownDataView(line),
});
