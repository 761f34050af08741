import { startWebhook } from '../../../temporal/workflow-calls';
import { webhookWorkflowId } from '../../../workflows/contract';
import { eventually } from '../../support/eventually';
import { untilEnded } from '../../support/journey';
import { type Stack, startStack } from '../../support/stack';
import { ALL, readers } from '../../support/webhook-readers';
import { expectRefusal, newEmail } from '../../support/application';
import { type TestEndpoint, openEndpoint } from '../../support/webhook-endpoint';
import { untilNextSecond } from '../../support/until-time';

let stack: Stack;
const opened: TestEndpoint[] = [];
beforeAll(async () => {
  stack = await startStack();
});
afterAll(async () => {
  await stack.stop();
  await Promise.all(opened.map(({ receiver }) => receiver.stop()));
});

/** An endpoint of one test's own: most of their time is waiting, so they run at once. */
async function ownEndpoint(): Promise<TestEndpoint> {
  const endpoint = await openEndpoint(stack);
  opened.push(endpoint);
  return endpoint;
}

describe('a redelivery', () => {
  test.concurrent(
    'WEBHOOK-32: has the same body and webhook-id, a new attempt id and a fresh signature, also of an event that was taken',
    async () => {
      const { receiver, secret, owner, tell, settled } = await ownEndpoint();
      const { id } = await tell();
      await untilNextSecond();
      const { body } = await owner.redeliver(id);
      expect(body).toMatchObject({
        redelivered: true,
        event: { id, redelivered_by: 'owner', redelivered_at: expect.stringMatching(/Z$/) },
      });
      const second = await eventually('the redelivery', () => receiver.received[1]);
      const first = receiver.received[0]!;
      expect(second.raw).toBe(first.raw);
      expect(second.headers['webhook-id']).toBe(first.headers['webhook-id']);
      expect(second.headers['webhook-timestamp']).not.toBe(first.headers['webhook-timestamp']);
      expect(second.headers['x-service-webhook-id']).not.toBe(first.headers['x-service-webhook-id']);
      expect(readers(second, secret)).toEqual(ALL);
      expect((await settled(id, 'delivered')).attempts).toMatchObject([{ status: 200 }, { status: 200 }]);
    },
  );

  test.concurrent('WEBHOOK-28, WEBHOOK-32: is retried as the first delivery was', async () => {
    const { receiver, owner, tell, settled } = await ownEndpoint();
    receiver.status = 400;
    const { id } = await tell();
    receiver.status = 503;
    await owner.redeliver(id);
    await eventually('the first attempt at it', () => receiver.received[1]);
    receiver.status = 200;
    const third = await eventually('its retry', () => receiver.received[2]);
    expect(third.at.getTime() - receiver.received[1]!.at.getTime()).toBeGreaterThan(8900);
    expect((await settled(id, 'delivered')).attempts.map(({ status }) => status)).toEqual([400, 503, 200]);
  });

  test.concurrent('WEBHOOK-32: asked for twenty times at once is one', async () => {
    const { receiver, owner, tell } = await ownEndpoint();
    receiver.status = 400;
    const { id } = await tell();
    // So that it is under way for ten seconds.
    receiver.status = 503;
    const answers = await Promise.all(Array.from({ length: 20 }, () => owner.redeliver(id)));
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 20 }, () => 200));
    expect(answers.filter(({ body }) => body.redelivered)).toHaveLength(1);
    const { attempts } = await eventually('its attempt', async () => {
      const event = await owner.read(id);
      return event.attempts[1]?.status === 503 && event;
    });
    expect(attempts.map(({ status }) => status)).toEqual([400, 503]);
    expect(receiver.received).toHaveLength(2);
  });

  test.concurrent(
    'WEBHOOK-33: of all that failed since a time passes over what was taken, in pages, and a repeat of it finds nothing',
    async () => {
      const { receiver, owner, tell, settled } = await ownEndpoint();
      const taken = await tell();
      receiver.status = 400;
      const failed = [await tell(), await tell(), await tell()];
      receiver.status = 200;
      await owner.sendTest();
      const since = failed[0]!.created_at;
      const before = receiver.received.length;
      const pages = [];
      let after: string | null | undefined;
      do {
        const { body } = await owner.redeliverAll({ since, limit: 2, ...(after && { after }) });
        pages.push(body.redelivered);
        after = body.next;
      } while (after);
      expect(pages).toEqual([2, 1]);
      for (const { id } of failed) await settled(id, 'delivered');
      const again = receiver.received.slice(before).map(({ headers }) => headers['webhook-id']);
      expect(again.sort()).toEqual(failed.map(({ id }) => id).sort());
      expect(again).not.toContain(taken.id);
      const repeat = await owner.redeliverAll({ since });
      expect(repeat.body).toEqual({ success: true, redelivered: 0, next: null });
      // Of a later time there was nothing.
      receiver.status = 400;
      const late = await tell();
      const none = await owner.redeliverAll({ since, until: late.created_at });
      expect(none.body).toMatchObject({ redelivered: 0 });
    },
  );

  test.concurrent(
    'WEBHOOK-32: works when what the notification said is no longer kept, and says what was said first',
    async () => {
      const { receiver, owner, tell, settled } = await ownEndpoint();
      receiver.status = 400;
      const { id, notification_id } = await tell();
      const { connection } = stack;
      await connection.mongoose
        .collection<{ _id: string }>('notifications')
        .updateOne(
          { _id: notification_id! },
          { $set: { contentRemoved: true, payload: null, overrides: null, 'messages.0.rendered': null } },
        );
      receiver.status = 200;
      await owner.redeliver(id);
      await settled(id, 'delivered');
      expect(receiver.received[1]!.raw).toBe(receiver.received[0]!.raw);
    },
  );

  test.concurrent(
    'ERROR-6, WEBHOOK-28, WEBHOOK-34: to an endpoint that is off is 409, and one that was dropped meanwhile is redelivered when it is on again',
    async () => {
      const { receiver, owner, change, tell, settled } = await ownEndpoint();
      receiver.status = 400;
      const { id, created_at } = await tell();
      await change({ is_active: false });
      expectRefusal(await owner.redeliver(id), 409, 'WEBHOOK_INACTIVE');
      expectRefusal(await owner.redeliverAll({ since: created_at }), 409, 'WEBHOOK_INACTIVE');
      expect((await owner.read(id)).status).toBe('failed');
      await change({ is_active: true });
      const { webhookDeliveries } = stack.store;
      const {
        attempts: _made,
        status: _failed,
        dueAt: _due,
        ...delivery
      } = (await webhookDeliveries.get(id))!;
      await webhookDeliveries.end(delivery, 'dropped');
      receiver.status = 200;
      expect((await owner.redeliverAll({ since: created_at })).body).toMatchObject({ redelivered: 1 });
      await settled(id, 'delivered');
    },
  );

  test.concurrent(
    'counts its attempts though the clock of whoever asked for it is an hour ahead',
    async () => {
      const { app, receiver, uuid, tell } = await ownEndpoint();
      receiver.status = 400;
      const { id: eventId, notification_id } = await tell();
      receiver.status = 503;
      const at = new Date(Date.now() + 3_600_000);
      const asked = { endpointId: uuid, scope: `${app.id}:production`, by: 'owner', at } as const;
      expect(await stack.store.webhookEvents.redeliver(eventId, asked)).not.toBeNull();
      const notification = (await stack.store.notifications.get(notification_id!))!;
      const input = { eventId, notificationId: notification._id, attemptsMade: 0 };
      await startWebhook(stack.temporal, stack.name, notification, input);
      const { queued } = await eventually('its second attempt', async () => {
        const found = await stack.store.webhookDeliveries.get(eventId);
        return found?.attempts[2]?.status === 503 && found;
      });
      // The interval after two attempts.
      const waitMs = queued!.dueAt.getTime() - receiver.received[2]!.at.getTime();
      expect(waitMs).toBeGreaterThan(35_900);
      expect(waitMs).toBeLessThan(44_100 + 60_000); // and what the attempt took; the next one is 144 s at least
    },
  );

  test.concurrent('by an operator says so', async () => {
    const { receiver, operator, tell } = await ownEndpoint();
    const { id } = await tell();
    const answer = await operator.redeliver(id);
    expect(answer.body).toMatchObject({ redelivered: true, event: { redelivered_by: 'operator' } });
    await eventually('the redelivery', () => receiver.received[1]);
  });
});

test.concurrent(
  'WEBHOOK-38: the erasure of a contact removes what was sent of it, a redelivery under way included',
  async () => {
    const { app, receiver, path, owner } = await ownEndpoint();
    receiver.status = 400;
    const to = newEmail();
    const id = await app.production.send('ping', { to });
    await untilEnded(app.production, id);
    const event = await eventually('the event to fail', async () => {
      const [found] = (await owner.list('?status=failed')).events;
      return found;
    });
    const tested = (await owner.sendTest()).body.event;
    receiver.status = 503;
    await owner.redeliver(event.id);
    await eventually('its first attempt', async () => (await owner.read(event.id)).attempts.length > 1);
    expect((await app.production.request('DELETE', `/v1/contacts/${encodeURIComponent(to)}`)).status).toBe(
      200,
    );
    await eventually(
      'the event to be gone',
      async () => (await app.production.get(`${path}/events/${event.id}`)).status === 404,
    );
    expectRefusal(await owner.redeliver(event.id), 404, 'WEBHOOK_EVENT_NOT_FOUND');
    // Its retries went with it; what belongs to nobody stays.
    const retries = stack.temporal.workflow.getHandle(webhookWorkflowId(event.id));
    await eventually('its workflow to be gone', () =>
      retries.describe().then(
        () => false,
        () => true,
      ),
    );
    expect((await owner.list()).events.map((one) => one.id)).toEqual([tested.id]);
  },
);
