import { randomUUID } from 'node:crypto';
import { dieInRequest } from '../../support/dying-processes';
import { eventually } from '../../support/eventually';
import { untilStopped } from '../../support/executions';
import { newAddress, untilEnded, untilStatus } from '../../support/journey';
import type { ApiServer } from '../../support/providers/api-server';
import { startPostmark } from '../../support/providers/postmark-server';
import { type Stack, startStack } from '../../support/stack';
import { EVENT, takeoversOf } from '../../support/takeovers';
import { type WebhookReceiver, startWebhookReceiver } from '../../support/webhook-receiver';
import { type TestApplication, makeApplication, newEmail, PING } from '../../support/application';
import { type PostmarkAccount, addPostmark } from '../../support/postmark-account';
import { run } from '../../../tools/dev/servers/run';
import { locateTemporal } from '../../../tools/dev/servers/temporal';

const SLEEPING = `
channels: [email]
templates: { email: { en: { subject: Hello, text: Hello } } }
sequence: [{ send: email }, { wait: 1h }, { send: email }]
`;

let stack: Stack;
beforeAll(async () => {
  stack = await startStack({
    sweeps: true,
    events: { [EVENT.name]: EVENT.content, 'sleeping.yaml': SLEEPING },
  });
});
afterAll(() => stack.stop());
afterEach(() => {
  stack.smtp.answer = () => null;
});

const { send, dieAt, takenOver, removeEvent, pushEvent, expectOneMailEach } = takeoversOf(() => stack);

test('OUTAGE-4, MESSAGE-7: 20 notifications in flight survive kill -9 of the worker: all end, every mail arrives, no status is wrong', async () => {
  let release = (): void => undefined;
  const held = new Promise<void>((resolve) => (release = resolve));
  const begun = new Set<string>();
  // Some of the sends are with the provider when the worker dies, the others wait for a connection or a slot.
  stack.smtp.answer = async (to) => {
    begun.add(to);
    if (begun.size <= 8) return null;
    await held;
    return null;
  };
  const addresses = Array.from({ length: 20 }, newAddress);
  const ids = await Promise.all(addresses.map((to) => stack.production.send('welcome', { to })));
  await eventually('sends to be in flight', () => begun.size > 10);
  await stack.worker?.kill();
  const killedAt = Date.now();
  stack.smtp.answer = () => null;
  release();
  await stack.startWorker();

  for (const id of ids) {
    const view = await untilEnded(stack.production, id);
    expect(view).toMatchObject({ status: 'completed', messages: [{ status: 'sent', error: null }] });
  }
  for (const to of addresses) expect(stack.smtp.mailsTo(to).length).toBeGreaterThanOrEqual(1);

  const documents = await Promise.all(ids.map((id) => stack.store.notifications.get(id)));
  const interrupted = documents.filter((one) =>
    one?.messages[0]?.attempts.some(({ outcome }) => outcome === 'unknown'),
  );
  expect(interrupted.length).toBeGreaterThan(0);
  for (const one of interrupted) {
    const [cut, next] = one?.messages[0]?.attempts ?? [];
    expect(cut).toMatchObject({ outcome: 'unknown', code: 'OUTCOME_UNKNOWN' });
    // Within 15 s where the machine has time; without its heartbeat a send would be missed minutes later.
    expect((next?.at.getTime() ?? Infinity) - killedAt).toBeLessThan(60_000);
  }
});

test('OUTAGE-4: an API that dies between its write and the start of the workflow loses nothing: the sweep starts it', async () => {
  const to = newAddress();
  await dieInRequest(stack, 'after-insert', (baseUrl) =>
    stack.production.at(baseUrl).send('welcome', { to }),
  );
  await eventually('the mail', () => stack.smtp.mailsTo(to).length === 1);
  const [contact] = await stack.store.contacts.findByKeys([`${stack.applicationId}:production:email:${to}`]);
  const [id] = await stack.store.notifications.idsOf(contact?._id ?? '', 10);
  expect(await untilEnded(stack.production, id ?? '')).toMatchObject({ status: 'completed' });
});

test('STATUS-4: a notification whose workflow is terminated in the Temporal UI becomes failed', async () => {
  stack.smtp.answer = () => ({ code: 451, text: '4.3.0 not now' });
  const id = await stack.production.send('welcome', { to: newAddress() });
  await eventually(
    'an attempt',
    async () => (await stack.store.notifications.get(id))?.messages[0]?.attempts.length,
  );
  await stack.temporal.workflow.getHandle(id).terminate('by an operator');
  expect(await untilEnded(stack.production, id)).toMatchObject({ status: 'failed' });
  expect((await stack.store.notifications.get(id))?.failure).toBe('Its workflow was terminated in Temporal.');
});

test('STATUS-4: an open notification whose workflow an operator deletes starts again without its sent messages, and one that was cancelled before stays stopped', async () => {
  const { command } = await locateTemporal(() => undefined);
  const address = process.env.HELIOGRAPH_TEST_TEMPORAL_ADDRESS ?? '';
  const place = ['--address', address, '--namespace', stack.temporal.options.namespace];
  const remove = (id: string) => run(command, ['workflow', 'delete', '--workflow-id', id, ...place]);
  const statusOf = (id: string) =>
    stack.temporal.workflow
      .getHandle(id)
      .describe()
      .then(
        ({ status }) => status.name,
        () => 'gone',
      );
  const [to, cancelledTo] = [newAddress(), newAddress()];
  const begin = async (event: string, to: string): Promise<string> => {
    const id = await stack.production.send(event, { to });
    await eventually('the first mail', () => stack.smtp.mailsTo(to).length === 1);
    // A worker that has its outcome still to record would send it once more.
    await untilStatus(stack.production, id, 'waiting');
    return id;
  };
  const [cancelled, id] = await Promise.all([begin('sleeping', cancelledTo), begin('onboarding', to)]);
  const removeCancelled = async () => {
    await stack.admin.post(`/admin/v1/notifications/${cancelled}/cancel`, {});
    await untilStopped(stack, cancelled);
    await remove(cancelled);
  };
  await Promise.all([remove(id), removeCancelled()]);
  expect(await untilEnded(stack.production, id)).toMatchObject({ status: 'completed' });
  expect(stack.smtp.mailsTo(to)).toHaveLength(2);
  await eventually('its run to be gone', async () => (await statusOf(cancelled)) === 'gone');
  expect(await stack.production.notification(cancelled)).toMatchObject({ status: 'stopped' });
  expect(stack.smtp.mailsTo(cancelledTo)).toHaveLength(1);
});

describe('a request whose process died', () => {
  test('IDEMPOTENCY-9: is answered with the notification that it made, also when its event is gone since', async () => {
    const [to, key] = [newAddress(), randomUUID()];
    await dieAt('after-insert', [to, key]);
    await removeEvent();
    const answer = await takenOver(to, key);
    const [contact] = await stack.store.contacts.findByKeys([
      `${stack.applicationId}:production:email:${to}`,
    ]);
    const ids = await stack.store.notifications.idsOf(contact?._id ?? '', 100);
    expect(answer).toMatchObject({ status: 200, body: { id: ids[0], event: 'ping', status: 'accepted' } });
    expect((await send(to, key)).body).toEqual(answer.body);
    await pushEvent();
    expect((await send(to, key)).body).toEqual(answer.body);
    await expectOneMailEach([to], ids);
  });
});

const WAITING = `
channels: [email]
templates: { email: { en: { subject: Hello, text: Hello } } }
sequence: [{ send: { name: hello } }, { if: { delivered: hello, within: 1h }, then: [{ end: true }] }]
`;

describe('a receipt whose API died before it answered', () => {
  let postmark: ApiServer;
  let hook: WebhookReceiver;
  let app: TestApplication;
  let account: PostmarkAccount;
  beforeAll(async () => {
    [postmark, hook] = await Promise.all([startPostmark(), startWebhookReceiver()]);
    app = await makeApplication(stack, { 'ping.yaml': PING, 'waiting.yaml': WAITING });
    account = await addPostmark(stack, app, postmark);
    await app.production.post('/v1/webhooks', { url: hook.url });
  });
  afterAll(() => Promise.all([postmark.close(), hook.stop()]));

  const eventsOf = (id: string): string[] => hook.of(id).map(({ body }) => body.event);
  const sent = async (event: string) => {
    const to = newEmail();
    const id = await app.production.send(event, { to });
    const message = await eventually('it to be handed over', async () => {
      const [found] = (await app.production.notification(id)).messages;
      return found?.status === 'sent' && found;
    });
    await eventually('that to be told', () => eventsOf(id).includes('delivery.sent'));
    return { to, id, Metadata: { notification_id: id, message_id: message.id } };
  };

  test('has its address suppressed, moves its message and is told, once, if the provider repeats it', async () => {
    const { to, id, Metadata } = await sent('ping');
    const bounce = {
      ...{ RecordType: 'Bounce', Type: 'HardBounce', TypeCode: 1, Email: to, MessageID: 'pm-1', Metadata },
      ...{ BouncedAt: new Date().toISOString(), Details: 'smtp;550 5.1.1 user unknown' },
    };
    await dieInRequest(stack, 'receipt-suppressed', (baseUrl) => account.call(bounce, baseUrl));
    expect(eventsOf(id)).toEqual(['delivery.sent']);
    expect((await app.production.notification(id)).messages[0]?.status).toBe('sent');
    // What it did before it died holds: nothing more goes to this address.
    const next = await untilEnded(app.production, await app.production.send('ping', { to }));
    expect(next.messages[0]?.error).toMatch(/^SUPPRESSED/);
    expect(await account.call(bounce)).toBe(200);
    expect((await app.production.notification(id)).messages[0]?.status).toBe('failed');
    await eventually('the event', () => eventsOf(id).includes('delivery.bounced'));
    expect(eventsOf(id).sort()).toEqual(['delivery.bounced', 'delivery.sent']);
  });

  /** Sends what waits for a receipt, and lets an API die once it has stored that. */
  const dieApplied = async () => {
    const { to, id, Metadata } = await sent('waiting');
    await eventually('it to wait', async () => (await stack.store.notifications.get(id))?.waitsFor);
    const delivery = {
      ...{ RecordType: 'Delivery', Recipient: to, DeliveredAt: new Date().toISOString() },
      ...{ MessageID: 'pm-1', Metadata },
    };
    await dieInRequest(stack, 'receipt-applied', (baseUrl) => account.call(delivery, baseUrl));
    return { id, delivery };
  };

  test('wakes the step that waits for it, though the provider does not repeat it', async () => {
    const { id } = await dieApplied();
    expect(await untilEnded(app.production, id)).toMatchObject({
      ...{ status: 'completed', messages: [{ status: 'delivered' }] },
    });
    expect(await stack.store.notifications.get(id)).not.toHaveProperty('wakePending');
  });

  test('is told, if the provider repeats it, though it moves nothing any more', async () => {
    const { id, delivery } = await dieApplied();
    expect(eventsOf(id)).toEqual(['delivery.sent']);
    for (let time = 0; time < 3; time += 1) expect(await account.call(delivery)).toBe(200);
    expect(await untilEnded(app.production, id)).toMatchObject({ status: 'completed' });
    await eventually('the event', () => eventsOf(id).includes('delivery.delivered'));
    expect(eventsOf(id).sort()).toEqual(['delivery.delivered', 'delivery.sent']);
  });
});
