import { sendQueueOf } from '../../../workflows/contract';
import { type TestApplication, makeApplication } from '../../support/application';
import { eventually } from '../../support/eventually';
import { newAddress, untilEnded, untilStatus } from '../../support/journey';
import { sendQueuesOf } from '../../support/run-facts';
import type { SinkAnswer } from '../../support/smtp-sink';
import { type Stack, startStack } from '../../support/stack';

const TEMPLATES = 'templates: { email: { en: { subject: Hi, text: Hi } } }';
const EVENTS = {
  'hi.yaml': TEMPLATES,
  'brief.yaml': `retry_for: 15s\n${TEMPLATES}`,
  'twice.yaml': `${TEMPLATES}\nsequence: [{ send: email }, { wait: 15s }, { send: { name: second, channel: email } }]`,
};

let stack: Stack;
let app: TestApplication;
/** Of the integration that has a rate. */
let id: string;
const answers = new Map<string, () => SinkAnswer>();
beforeAll(async () => {
  stack = await startStack();
  stack.smtp.answer = (to) => answers.get(to)?.() ?? null;
});
afterAll(() => stack.stop());
beforeEach(async () => {
  app = await makeApplication(stack, EVENTS);
  const made = await stack.admin.post<{ integration: { id: string } }>(`${app.path}/integrations`, {
    ...{ channel: 'email', provider: 'smtp', per_second: 50, check: false },
    settings: { url: stack.smtp.url },
  });
  id = made.body.integration.id;
  await eventually('the worker to poll the queue', () =>
    (stack.worker?.output() ?? '').split('\n').some((line) => line.includes(id)),
  );
});

const mailsTo = (to: string): number => stack.smtp.mailsTo(to).length;
const queues = () => ({ own: sendQueueOf(stack.name, id), all: stack.name });

/** What the worker does when the time in which a queue is polled on is over. */
const endQueue = () => stack.store.sendQueues.end(id, new Date(0));
/** As if the rate had been taken away more than 31 days ago. */
async function takeRateAway(): Promise<void> {
  await endQueue();
  const answer = await stack.admin.request('PATCH', `${app.path}/integrations/${id}`, { per_second: null });
  expect(answer.status).toBe(200);
  expect(await stack.store.sendQueues.polled(new Date())).not.toContainEqual(
    expect.objectContaining({ _id: id }),
  );
}

test('a SEND after a WAIT is sent if its queue was given up meanwhile', async () => {
  const to = newAddress();
  const sent = await app.production.send('twice', { to });
  await untilStatus(app.production, sent, 'waiting');
  await stack.worker?.stop();
  expect(mailsTo(to)).toBe(1);
  await takeRateAway();
  await stack.startWorker();
  expect((await untilEnded(app.production, sent)).status).toBe('completed');
  expect(mailsTo(to)).toBe(2);
  expect(await sendQueuesOf(stack, sent)).toEqual([queues().own, queues().all]);
});

test('a notification that is reopened is sent if the queue of its acceptance was given up meanwhile', async () => {
  const to = newAddress();
  answers.set(to, () => ({ code: 550, text: '5.1.1 unknown' }));
  const sent = await app.production.send('hi', { to });
  expect((await untilEnded(app.production, sent)).status).toBe('failed');
  expect(await sendQueuesOf(stack, sent)).toEqual([queues().own]);
  answers.delete(to);
  await stack.worker?.stop();
  await takeRateAway();
  await stack.startWorker();
  await eventually('it to be reopened', async () => {
    const { status } = await stack.admin.post(`/admin/v1/notifications/${sent}/reopen`, {});
    return status === 200;
  });
  expect((await untilEnded(app.production, sent)).status).toBe('completed');
  expect(mailsTo(to)).toBe(1);
});

test('a SEND behind quiet hours asks anew where it waits', async () => {
  const MINUTE = 60_000;
  const clock = (ms: number): string => new Date(ms).toISOString().slice(11, 16);
  const end = Math.ceil((Date.now() + 30_000) / MINUTE) * MINUTE;
  const hours = `quiet_hours: { from: '${clock(Date.now() - 10 * MINUTE)}', to: '${clock(end)}' }`;
  const files = [{ name: 'quiet.yaml', content: `${hours}\n${TEMPLATES}` }];
  const path = `${app.path}/events/production`;
  expect((await stack.admin.request('PUT', path, { files })).status).toBe(200);

  const to = newAddress();
  const sent = await app.production.send('quiet', { to });
  await untilStatus(app.production, sent, 'waiting');
  await stack.worker?.stop();
  await takeRateAway();
  await stack.startWorker();
  expect((await untilEnded(app.production, sent, 120_000)).status).toBe('completed');
  expect(mailsTo(to)).toBe(1);
}, 180_000);

test('what waits in a queue that nobody polls is sent after a cancel and a reopening', async () => {
  const to = newAddress();
  await stack.worker?.stop();
  const sent = await app.production.send('hi', { to });
  await takeRateAway();
  await stack.startWorker();
  await eventually('it to wait there', async () =>
    (await sendQueuesOf(stack, sent).catch((): string[] => [])).includes(queues().own),
  );
  for (const act of ['cancel', 'reopen'])
    await eventually(`the ${act}`, async () => {
      const { status } = await stack.admin.post(`/admin/v1/notifications/${sent}/${act}`, {});
      return status === 200;
    });
  expect((await untilEnded(app.production, sent)).status).toBe('completed');
  expect(mailsTo(to)).toBe(1);
});

test('what waits in a queue that nobody polls, the first attempt and a retry, ends with EXPIRED when retry_for is over', async () => {
  const [refused, unasked] = [newAddress(), newAddress()];
  answers.set(refused, () => ({ code: 451, text: '4.3.0 later' }));
  const retried = await app.production.send('brief', { to: refused });
  await eventually('a first attempt', async () => {
    const found = await stack.store.notifications.get(retried);
    return (found?.messages[0]?.attempts.length ?? 0) > 0;
  });
  await stack.worker?.stop();
  expect((await app.production.notification(retried)).status).toBe('running');
  const first = await app.production.send('brief', { to: unasked });
  await endQueue();
  await stack.startWorker();
  expect(await untilEnded(app.production, first)).toMatchObject({
    status: 'failed',
    messages: [{ error: 'EXPIRED: Not sent in time: retry_for was over before a first attempt.' }],
  });
  expect(await untilEnded(app.production, retried)).toMatchObject({
    status: 'failed',
    messages: [{ error: expect.stringMatching(/^EXPIRED: Not sent in time; .*4\.3\.0 later/) }],
  });
  for (const one of [first, retried])
    expect(await sendQueuesOf(stack, one)).toEqual([queues().own, queues().all]);
  expect(mailsTo(unasked)).toBe(0);
});
