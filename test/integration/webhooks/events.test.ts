import { randomUUID } from 'node:crypto';
import { webhookWorkflowId } from '../../../workflows/contract';
import type { Stack } from '../../support/stack';
import { ALL, readers } from '../../support/webhook-readers';
import type { ReceivedWebhook } from '../../support/webhook-receiver';
import { expectRefusal, makeApplication } from '../../support/application';
import { type TestEndpoint, eachWithEndpoint } from '../../support/webhook-endpoint';

let stack: Stack;
let endpoint: TestEndpoint;
eachWithEndpoint((...given) => {
  [stack, endpoint] = given;
});

describe('the events of an endpoint', () => {
  test('WEBHOOK-29: are listed newest first, in pages and by status, for the owner and for operators', async () => {
    const { receiver, owner, operator, tell } = endpoint;
    const first = await tell();
    receiver.status = 400;
    const [second, third] = [await tell(), await tell()];
    expect((await owner.list()).events.map(({ id }) => id)).toEqual([third.id, second.id, first.id]);
    expect((await owner.list('?status=failed')).events).toEqual([third, second]);
    const one = await owner.list('?limit=2');
    const two = await owner.list(`?limit=2&after=${one.next}`);
    expect([one.events, two.events].map((events) => events.map(({ id }) => id))).toEqual([
      [third.id, second.id],
      [first.id],
    ]);
    expect(two.next).toBeNull();
    expect((await operator.list()).events).toEqual((await owner.list()).events);
    expect(first).toMatchObject({
      type: 'delivery.sent',
      status: 'delivered',
      test: false,
      attempt_count: 1,
    });
    expect(second.last_attempt).toMatchObject({ status: 400, error: 'The endpoint answered 400.' });
  });

  test('WEBHOOK-30: are shown with the request as it was sent; the answer is shown to operators alone', async () => {
    const { receiver, owner, operator, tell } = endpoint;
    receiver.status = 400;
    const { id } = await tell();
    const [{ raw, headers }] = receiver.received as [ReceivedWebhook];
    const event = await owner.read(id);
    expect(event.body).toBe(raw);
    const [attempt] = event.attempts;
    expect(attempt).toMatchObject({ status: 400, url: receiver.url, duration_ms: expect.any(Number) });
    const sent = attempt!.headers!;
    for (const [name, value] of Object.entries(sent))
      expect({ name, value }).toEqual({ name, value: headers[name.toLowerCase()] });
    expect(Object.keys(sent)).toEqual(
      expect.arrayContaining(['X-Service-Signature', 'webhook-signature', 'Content-Type']),
    );
    expect(sent['webhook-id']).toBe(id);
    expect(sent['X-Service-Webhook-Id']).toBe(attempt!.id);
    expect(attempt).not.toHaveProperty('answer');
    const [seen] = (await operator.read(id)).attempts;
    expect(seen).toMatchObject({ ...attempt, answer: 'ok' });
  });

  test('WEBHOOK-31: belong to one endpoint: another application sees none of them, and no id but theirs is found', async () => {
    const { app, receiver, path, tell } = endpoint;
    const { id } = await tell();
    const stranger = await makeApplication(stack);
    for (const suffix of ['/events', `/events/${id}`]) {
      const answer = await stranger.production.get(path + suffix);
      expectRefusal(answer, 404, 'WEBHOOK_NOT_FOUND');
      expectRefusal(await app.sandbox.get(path + suffix), 404, 'WEBHOOK_NOT_FOUND');
    }
    for (const suffix of [`/events/${id}/redeliver`, '/redeliver', '/test'])
      expectRefusal(await stranger.production.post(path + suffix, {}), 404, 'WEBHOOK_NOT_FOUND');
    const made = await stranger.production.post<{ webhook: { uuid: string } }>('/v1/webhooks', {
      url: receiver.url,
    });
    const own = `/v1/webhooks/${made.body.webhook.uuid}`;
    expectRefusal(await stranger.production.get(`${own}/events/${id}`), 404, 'WEBHOOK_EVENT_NOT_FOUND');
    const again = await stranger.production.post(`${own}/events/${id}/redeliver`, {});
    expectRefusal(again, 404, 'WEBHOOK_EVENT_NOT_FOUND');
    expectRefusal(await app.production.get(`${path}/events/${randomUUID()}`), 404, 'WEBHOOK_EVENT_NOT_FOUND');
  });

  test.each([
    ['GET', '/events?status=lost', undefined, 'status'],
    ['GET', '/events?limit=0', undefined, 'limit'],
    ['GET', '/events?limit=101', undefined, 'limit'],
    ['GET', '/events?after=nowhere', undefined, 'after'],
    ['GET', '/events?page=2', undefined, 'page'],
    ['POST', '/redeliver', {}, 'since'],
    ['POST', '/redeliver', { since: 'yesterday' }, 'since'],
    ['POST', '/redeliver', { since: '2026-03-01T09:00:00Z', limit: 101 }, 'limit'],
    ['POST', '/redeliver', { since: '2026-03-01T09:00:00Z', after: 'x' }, 'after'],
    ['POST', '/redeliver', { since: '2026-03-01T09:00:00Z', status: 'failed' }, 'status'],
    ['POST', '/test', { type: 'delivery.opened' }, 'type'],
    ['POST', '/test', { url: 'https://example.org' }, 'url'],
  ])('WEBHOOK-29, WEBHOOK-33: %s …%s with %j is 400 with field %s', async (method, suffix, body, field) => {
    const { app, path } = endpoint;
    const answer = await app.production.request(method, path + suffix, body);
    expectRefusal(answer, 400, 'VALIDATION_ERROR', { field });
  });
});

describe('a test event', () => {
  test.each([
    ['delivery.sent', null],
    ['delivery.delivered', null],
    ['delivery.failed', { code: 'REJECTED', message: expect.stringMatching(/test/) }],
    ['delivery.bounced', { code: 'HARD_BOUNCE', message: expect.stringMatching(/test/) }],
    ['delivery.complained', null],
  ])(
    'WEBHOOK-35: of type %s is signed and known as one, and its outcome is the answer',
    async (type, error) => {
      const { receiver, secret, owner } = endpoint;
      const { body } = await owner.sendTest(type === 'delivery.sent' ? {} : { type });
      const [webhook] = receiver.received as [ReceivedWebhook];
      expect(readers(webhook, secret)).toEqual(ALL);
      expect(webhook.body).toMatchObject({
        event: type,
        delivery: { event_name: 'webhook.test', status: type.split('.')[1], error },
      });
      expect(body.event).toMatchObject({
        ...{ type, status: 'delivered', test: true, notification_id: null, body: webhook.raw },
        attempts: [{ status: 200, error: null }],
      });
      expect(body.event.id).toBe(webhook.headers['webhook-id']);
      expect((await owner.list()).events).toMatchObject([{ id: body.event.id, test: true }]);
    },
  );

  test('WEBHOOK-35: that fails is not tried again', async () => {
    const { receiver, owner } = endpoint;
    receiver.status = 503;
    const { body } = await owner.sendTest();
    expect(body.event).toMatchObject({ status: 'failed', attempts: [{ status: 503 }] });
    await stack.temporal.workflow.getHandle(webhookWorkflowId(body.event.id)).result();
    expect(receiver.received).toHaveLength(1);
    expect((await owner.list()).webhook.failing_since).toBeNull();
  });

  test('WEBHOOK-35: goes to an endpoint that is off, and shows operators the answer', async () => {
    const { operator, change } = endpoint;
    await change({ is_active: false });
    const { body } = await operator.sendTest({ type: 'delivery.bounced' });
    expect(body.event).toMatchObject({ status: 'delivered', attempts: [{ status: 200, answer: 'ok' }] });
  });
});
