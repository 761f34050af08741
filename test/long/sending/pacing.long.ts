import { eventually } from '../../support/eventually';
import { untilEnded } from '../../support/journey';
import {
  type PacedMail,
  connectMail,
  mostWithin,
  sendMany,
  startPacedMail,
  untilWaiting,
} from '../../support/paced-mail';
import { sendQueuesOf } from '../../support/run-facts';
import type { ServiceProcess } from '../../support/service';
import { type SmtpSink, startSmtpSink } from '../../support/smtp-sink';
import { type Stack, startStack } from '../../support/stack';
import { sendQueueOf } from '../../../workflows/contract';
import {
  type TestApplication,
  expectRefusal,
  makeApplication,
  newEmail,
  PING,
} from '../../support/application';

const TWICE = `
name: twice
templates:
  email:
    en: { subject: Twice, text: Twice }
sequence:
  - send: { name: first }
  - wait: 1s
  - send: { name: second }
`;

const BRIEF = `
name: brief
retry_for: 3s
templates:
  email:
    en: { subject: Brief, text: Brief }
`;

let stack: Stack;
let app: TestApplication;
let mail: PacedMail;
const workers: (ServiceProcess | undefined)[] = [];
const smtps: SmtpSink[] = [];
beforeAll(async () => {
  [stack, mail] = await Promise.all([startStack(), startPacedMail()]);
  workers.push(stack.worker, await stack.startWorker(), await stack.startWorker());
});
afterAll(async () => {
  await Promise.all(workers.map(async (one) => one?.stop()));
  await Promise.all(smtps.map((one) => one.stop()));
  await stack.stop();
  await mail.close();
});
beforeEach(async () => {
  app = await makeApplication(stack, { 'ping.yaml': PING, 'twice.yaml': TWICE, 'brief.yaml': BRIEF });
  mail.arrivals.length = 0;
});

const change = (id: string, body: object) =>
  stack.admin.request<{ integration: { per_second: number | null } }>(
    'PATCH',
    `${app.path}/integrations/${id}`,
    body,
  );
const remove = (id: string) => stack.admin.request('DELETE', `${app.path}/integrations/${id}`);
const arrived = () => mail.arrivals.map(({ to }) => to).sort();

/** Waits until every worker process polls the queue of an integration. */
const untilPolled = (id: string, perSecond: number | null) =>
  eventually('every worker to poll the queue', () =>
    workers.every((worker) =>
      (worker?.output() ?? '')
        .split('\n')
        .findLast((line) => line.includes(id))
        ?.includes(`"perSecond":${perSecond}`),
    ),
  );

async function ownSmtp(): Promise<{ sink: SmtpSink; id: string }> {
  const sink = await startSmtpSink();
  smtps.push(sink);
  const made = await stack.admin.post<{ integration: { id: string } }>(`${app.path}/integrations`, {
    ...{ channel: 'email', provider: 'smtp', check: false, priority: 10, settings: { url: sink.url } },
  });
  return { sink, id: made.body.integration.id };
}

test('a rate holds over three workers, and most of it is used', async () => {
  const id = await connectMail(stack, app, mail, 0.001);
  await untilPolled(id, 0.001);
  const to = await sendMany(app, 'ping', 120);
  // Each worker's first poll may take one at once, and Temporal's count is about right.
  await untilWaiting(stack, id, 110);
  await change(id, { per_second: 10 });
  await eventually('all to arrive', () => mail.arrivals.length >= to.length);
  expect(arrived()).toEqual([...to].sort());
  const times = mail.arrivals.map(({ at }) => at).slice(1);
  // A busy machine may stop for a while, so the best five seconds say what the rate allows. A rate that is divided among
  // three workers, of which one sends, would give a third of it. If this process stops, it notes late what came meanwhile.
  const most = mostWithin(times, 5000);
  expect(most).toBeLessThanOrEqual(5 * 10 * 1.1 + 10);
  expect(most).toBeGreaterThan(5 * 10 * 0.6);
});

test('a changed rate and a lost one count for what waits already, and nothing is lost', async () => {
  const id = await connectMail(stack, app, mail, 1);
  await untilPolled(id, 1);
  const to = await sendMany(app, 'ping', 120);
  await eventually('the first ones', () => mail.arrivals.length >= 2);
  expect((await change(id, { per_second: 8 })).body.integration.per_second).toBe(8);
  // The old rate would need 18 s.
  await eventually('more than the old rate', () => mail.arrivals.length >= 20, 16_000);
  expect((await change(id, { per_second: null })).body.integration.per_second).toBeNull();

  await eventually('all to arrive', () => mail.arrivals.length >= to.length);
  expect(arrived()).toEqual([...to].sort());
});

test('what waits for an integration that is removed goes out through the next one', async () => {
  const { sink, id: slow } = await ownSmtp();
  await change(slow, { per_second: 0.2 });
  await connectMail(stack, app, mail, null);
  await untilPolled(slow, 0.2);
  const to = await sendMany(app, 'ping', 20);
  await eventually('a first one', () => sink.mails.length > 0);
  await remove(slow);
  await eventually('the rest', () => mail.arrivals.length + sink.mails.length >= to.length);
  expect([...arrived(), ...sink.mails.map((one) => one.to[0])].sort()).toEqual([...to].sort());
});

test('a sandbox message that is captured waits for no rate', async () => {
  await connectMail(stack, app, mail, 0.001);
  const id = await app.sandbox.send('ping', { to: newEmail() });
  expect((await untilEnded(app.sandbox, id)).status).toBe('completed');
  expect(await sendQueuesOf(stack, id)).toEqual([stack.name]);
});

test('a later SEND goes to the queue of whoever sends by then', async () => {
  const first = await connectMail(stack, app, mail, 50);
  await untilPolled(first, 50);
  const to = newEmail();
  const id = await app.production.send('twice', { to });
  await eventually('the first message', () => mail.arrivals.length === 1);
  const { sink, id: second } = await ownSmtp();
  expect((await untilEnded(app.production, id)).status).toBe('completed');
  expect(sink.mailsTo(to)).toHaveLength(1);
  const [own, main] = [sendQueueOf(stack.name, first), stack.name];
  expect(await sendQueuesOf(stack, id)).toEqual([own, main]);
  await change(second, { per_second: 50 });
  await untilPolled(second, 50);
  const again = await app.production.send('twice', { to });
  expect((await untilEnded(app.production, again)).status).toBe('completed');
  const others = sendQueueOf(stack.name, second);
  // A worker that has no time for an attempt in the workflow's task asks on the main queue.
  const asked = await sendQueuesOf(stack, again);
  expect(asked.filter((queue) => queue !== stack.name)).toEqual([others, others]);
  expect(asked.at(-1)).toBe(others);
});

test('what waits for its turn when retry_for is over ends with EXPIRED at once', async () => {
  const id = await connectMail(stack, app, mail, 0.001);
  await untilPolled(id, 0.001);
  await sendMany(app, 'ping', 2);
  await eventually('one to have its turn', () => arrived().length > 0);
  const waiting = await app.production.send('brief', { to: newEmail() });
  expect(await untilEnded(app.production, waiting)).toMatchObject({
    status: 'failed',
    messages: [{ status: 'failed', error: expect.stringMatching(/^EXPIRED/) }],
  });
});

test('what waits for its turn is cancelled at once', async () => {
  const id = await connectMail(stack, app, mail, 0.01);
  await untilPolled(id, 0.01);
  const [to] = [newEmail(), await sendMany(app, 'ping', 3)];
  // Sends that were accepted one after the other may reach the queue in another order.
  await eventually('one to have its turn', () => arrived().length > 0);
  const waiting = await app.production.send('ping', { to });
  const workflow = stack.temporal.workflow.getHandle(waiting);
  // A cancel that comes before the start reaches Temporal is repeated by the sweep, a minute later.
  await eventually('its workflow to begin', () => workflow.describe().catch(() => null));
  const answer = await app.production.post('/v1/cancel/ping', { to });
  expect(answer.body).toEqual({ success: true, cancelled: 1 });
  await eventually('its workflow to end', async () => {
    return (await workflow.describe()).status.name === 'CANCELLED';
  });
  expect(arrived()).not.toContain(to);
});

test('a rate is refused where it is none', async () => {
  const add = (per_second: unknown) =>
    stack.admin.post(`${app.path}/integrations`, {
      ...{ channel: 'email', provider: 'smtp', check: false, settings: { url: 'smtp://127.0.0.1:9' } },
      per_second,
    });
  for (const wrong of [0, -1, 10_001, '20'])
    expectRefusal(await add(wrong), 400, 'VALIDATION_ERROR', { field: 'per_second' });
  expect((await add(0.5)).body).toMatchObject({ integration: { per_second: 0.5 } });
});
