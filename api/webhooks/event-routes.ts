import { webhookEventsQuery } from '../../core/schemas/webhook-events';
import { uuid } from '../http/formats';
import { route } from '../http/route';
import { ENDPOINT, endpointIn, ofEndpoint } from './endpoint';
import { DETAILS, LINE, NEXT, REDELIVERED, TESTED } from './event-examples';
import {
  eventAnswer,
  eventsAnswer,
  eventStatus,
  eventView,
  redeliverAnswer,
  redeliveredAnswer,
} from './event-view';
import {
  eventOf,
  listEvents,
  redeliverEvent,
  redeliverEvents,
  redeliverRequest,
  testEventRequest,
} from './events';
import { sendTest } from './send-test';

const ofOne = {
  ...ofEndpoint,
  params: {
    ...ofEndpoint.params,
    id: uuid.describe('Of the event.').meta({ examples: [LINE.id] }),
  },
} as const;

export const listWebhookEvents = route({
  ...ofEndpoint,
  id: 'listWebhookEvents',
  method: 'get',
  path: `${ENDPOINT}/events`,
  summary: 'List the events of the endpoint',
  description: 'The newest first. Events are kept 30 days.',
  query: webhookEventsQuery,
  shown: {
    query: webhookEventsQuery.extend({
      status: eventStatus.optional(),
      limit: webhookEventsQuery.shape.limit.describe('Events of one page.'),
    }),
  },
  answer: eventsAnswer,
  answered: 'One page of the events, and whether the endpoint gets events at all.',
  errors: ['WEBHOOK_NOT_FOUND'],
  examples: {
    answer: {
      'A failed one': {
        success: true,
        events: [LINE],
        next: null,
        webhook: {
          is_active: true,
          failing_since: '2026-11-21T14:51:52.912Z',
          switched_off_at: null,
          switched_off_reason: null,
        },
      },
    },
  },
  handler: async (call, deps) => listEvents(deps, await endpointIn(call, deps), call.query),
});

export const getWebhookEvent = route({
  ...ofOne,
  id: 'getWebhookEvent',
  method: 'get',
  path: `${ENDPOINT}/events/:id`,
  summary: 'Read an event with its requests',
  answer: eventAnswer,
  answered: 'The event, with its body and the headers of each attempt as they were sent.',
  errors: ['WEBHOOK_NOT_FOUND', 'WEBHOOK_EVENT_NOT_FOUND'],
  examples: { answer: { 'A failed one': { success: true, event: DETAILS } } },
  handler: async (call, deps) => {
    const event = await eventOf(deps, await endpointIn(call, deps), call.params.id);
    return { event: eventView(event) };
  },
});

export const redeliverWebhookEvent = route({
  ...ofOne,
  id: 'redeliverWebhookEvent',
  method: 'post',
  path: `${ENDPOINT}/events/:id/redeliver`,
  summary: 'Redeliver an event',
  description:
    'Sends the same body and `webhook-id` with a new signature and the usual retries, whatever the status of the event.',
  answer: redeliveredAnswer,
  answered: 'The event. It is delivered after this answer.',
  errors: ['WEBHOOK_NOT_FOUND', 'WEBHOOK_EVENT_NOT_FOUND', 'WEBHOOK_INACTIVE'],
  examples: { answer: { 'Under way': { success: true, redelivered: true, event: REDELIVERED } } },
  handler: async (call, deps) =>
    redeliverEvent(deps, await endpointIn(call, deps), { id: call.params.id, by: 'owner' }),
});

export const redeliverWebhookEvents = route({
  ...ofEndpoint,
  id: 'redeliverWebhookEvents',
  method: 'post',
  path: `${ENDPOINT}/redeliver`,
  summary: 'Redeliver failed and dropped events',
  description:
    'Redelivers one page of the failed and dropped events of a time range, the oldest first. Skips events that are delivered or pending, so a repeat is harmless.',
  body: redeliverRequest,
  answer: redeliverAnswer,
  answered: 'How many there are. They are delivered after this answer.',
  errors: ['WEBHOOK_NOT_FOUND', 'WEBHOOK_INACTIVE'],
  examples: {
    body: { 'Since an outage began': { since: '2026-11-21T14:00:00Z' } },
    answer: { 'The first page': { success: true, redelivered: 100, next: NEXT } },
  },
  handler: async (call, deps) => redeliverEvents(deps, await endpointIn(call, deps), call.body, 'owner'),
});

export const sendTestEvent = route({
  ...ofEndpoint,
  id: 'sendTestEvent',
  method: 'post',
  path: `${ENDPOINT}/test`,
  summary: 'Send a test event',
  description:
    'It is signed as any other and has the `event_name` `webhook.test`. It is tried once, even if the endpoint is off or its type is not enabled. The answer waits for the attempt.',
  body: testEventRequest,
  bodyIsOptional: true,
  answer: eventAnswer,
  answered: 'The event with its attempt. `pending` if that has not ended yet.',
  errors: ['WEBHOOK_NOT_FOUND'],
  examples: {
    body: { 'A bounce': { type: 'delivery.bounced' } },
    answer: { 'It was taken': { success: true, event: TESTED } },
  },
  handler: async (call, deps) => {
    const event = await sendTest(deps, await endpointIn(call, deps), call.body.type);
    return { event: eventView(event) };
  },
});
