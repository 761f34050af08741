import { webhookEventsQuery } from '../../../core/schemas/webhook-events';
import { route } from '../../http/route';
import { eventsAnswer, redeliverAnswer, redeliveredAnswer } from '../../webhooks/event-view';
import {
  eventOf,
  listEvents,
  redeliverEvent,
  redeliverEvents,
  redeliverRequest,
  testEventRequest,
} from '../../webhooks/events';
import { sendTest } from '../../webhooks/send-test';
import { ENDPOINT, endpointIn, missingEndpoint } from './endpoint';
import { operatorEventAnswer, operatorEventView } from './view';

const missingEvent = [...missingEndpoint, 'WEBHOOK_EVENT_NOT_FOUND'] as const;

export const listWebhookEvents = route({
  id: 'listWebhookEvents',
  tag: 'Webhooks',
  method: 'get',
  path: `${ENDPOINT}/events`,
  role: 'viewer',
  summary: 'List the events of the endpoint',
  description: 'The newest first. Events are kept 30 days.',
  query: webhookEventsQuery,
  answer: eventsAnswer,
  errors: missingEndpoint,
  handler: async (call, deps) => listEvents(deps, (await endpointIn(call, deps)).endpoint, call.query),
});

export const getWebhookEvent = route({
  id: 'getWebhookEvent',
  tag: 'Webhooks',
  method: 'get',
  path: `${ENDPOINT}/events/:id`,
  role: 'viewer',
  summary: 'View an event with its attempts and what the endpoint answered',
  answer: operatorEventAnswer,
  errors: missingEvent,
  handler: async (call, deps) => {
    const { endpoint } = await endpointIn(call, deps);
    return { event: operatorEventView(await eventOf(deps, endpoint, call.params.id)) };
  },
});

export const redeliverWebhookEvent = route({
  id: 'redeliverWebhookEvent',
  tag: 'Webhooks',
  method: 'post',
  path: `${ENDPOINT}/events/:id/redeliver`,
  role: 'editor',
  audit: 'webhook_event.redeliver',
  summary: 'Deliver an event again',
  answer: redeliveredAnswer,
  errors: [...missingEvent, 'WEBHOOK_INACTIVE'],
  handler: async (call, deps) => {
    const { endpoint } = await endpointIn(call, deps);
    const { id } = call.params;
    const record = (redelivered: boolean): Promise<void> =>
      call.record({ about: [id, endpoint._id], after: { redelivered } });
    return redeliverEvent(deps, endpoint, { id, by: 'operator', record });
  },
});

export const redeliverWebhookEvents = route({
  id: 'redeliverWebhookEvents',
  tag: 'Webhooks',
  method: 'post',
  path: `${ENDPOINT}/redeliver`,
  role: 'editor',
  audit: 'webhook_events.redeliver',
  summary: 'Deliver a page of failed events again',
  body: redeliverRequest,
  answer: redeliverAnswer,
  errors: [...missingEndpoint, 'WEBHOOK_INACTIVE'],
  handler: async (call, deps) => {
    const { endpoint } = await endpointIn(call, deps);
    const { since, until = null } = call.body;
    const page = await redeliverEvents(deps, endpoint, call.body, 'operator');
    await call.record({ about: [endpoint._id], after: { since, until } });
    return page;
  },
});

export const testWebhook = route({
  id: 'testWebhook',
  tag: 'Webhooks',
  method: 'post',
  path: `${ENDPOINT}/test`,
  role: 'editor',
  audit: 'webhook.test',
  summary: 'Send a test event',
  body: testEventRequest,
  bodyIsOptional: true,
  answer: operatorEventAnswer,
  errors: [...missingEndpoint, 'WEBHOOK_INACTIVE'],
  handler: async (call, deps) => {
    const { endpoint } = await endpointIn(call, deps);
    const event = await sendTest(deps, endpoint, call.body.type);
    await call.record({ about: [endpoint._id, event._id], after: { type: event.type } });
    return { event: operatorEventView(event) };
  },
});
