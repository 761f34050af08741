import { randomUUID } from 'node:crypto';
import { currentDetails } from '../../support/current-details';
import { eventually } from '../../support/eventually';
import { untilClosed, untilStopped } from '../../support/executions';
import { newAddress, untilEnded, untilStatus } from '../../support/journey';
import type { ApiServer } from '../../support/providers/api-server';
import { startPostmark } from '../../support/providers/postmark-server';
import { untilTimer } from '../../support/run-facts';
import { type Stack, startStack } from '../../support/stack';
import { type TestApplication, makeApplication } from '../../support/application';
import { type PostmarkAccount, addPostmark } from '../../support/postmark-account';

const coded = (templates: string): string => `
channels: [email]
templates: { email: { en: ${templates} } }
sequence: { code: trial-ending }
`;
const DECLARED = 'channels: [email]\ntemplates: { email: { en: { subject: Hello, text: Hello } } }';
const SAYS_HELLO = coded('{ subject: Hello, text: Hello }');

let stack: Stack;
let plain: TestApplication;
beforeAll(async () => {
  stack = await startStack();
  plain = await makeApplication(stack, {
    'gathering.yaml': SAYS_HELLO,
    'failing.yaml': SAYS_HELLO,
    'paying.yaml': SAYS_HELLO,
    'waiting.yaml': `${DECLARED}\nsequence: [send: email, wait: 3d, send: email]`,
    'steps.yaml': DECLARED,
  });
});
afterAll(() => stack.stop());

const send = (to: object): Promise<string> => stack.production.send('trial-ending', { to });
const stepsOf = async (id: string): Promise<string[]> =>
  ((await stack.store.notifications.get(id))?.messages ?? []).map(({ step }) => step);
const signal = (id: string, name: string) =>
  stack.admin.post(`/admin/v1/notifications/${id}/signal`, { name });

test.concurrent(
  'a sequence in code waits for days as waiting, and a signal lets it go on and end',
  async () => {
    const to = newAddress();
    const id = await send({ email: to, name: 'Ada' });
    const waiting = await untilStatus(stack.production, id, 'waiting');
    expect(waiting).toMatchObject({ completed_at: null, messages: [{ status: 'sent' }] });
    expect(stack.smtp.mailsTo(to)).toHaveLength(1);
    await eventually('what Temporal shows of the wait', async () =>
      /^waits until [\dT:.-]+Z \(WAIT conversion, 3 days\)$/.test(await currentDetails(stack.temporal, id)),
    );
    expect(await signal(id, 'convertde')).toMatchObject({
      status: 400,
      body: { code: 'VALIDATION_ERROR', field: 'name', error: expect.stringContaining('It has converted.') },
    });
    expect(await signal(id, 'converted')).toMatchObject({ status: 200, body: { checked: true } });
    expect(await untilEnded(stack.production, id)).toMatchObject({
      status: 'completed',
      messages: [{ status: 'sent' }, { status: 'sent' }],
    });
    expect(await stepsOf(id)).toEqual(['reminder-1', 'thanks']);
    expect(stack.smtp.mailsTo(to)).toHaveLength(2);
    // The document says so first.
    expect(await untilClosed(stack, id)).toBe('COMPLETED');
  },
);

test('the stack that Temporal shows of an open run has the line of a sequence in code, and nothing of declared steps', async () => {
  const stackOf = (id: string): Promise<string> =>
    stack.temporal.workflow.getHandle(id).query('__stack_trace');
  const code = await send({ email: newAddress() });
  const declared = await plain.production.send('waiting', { to: newAddress() });
  await untilStatus(stack.production, code, 'waiting');
  await untilStatus(plain.production, declared, 'waiting');
  expect(await stackOf(code)).toMatch(/at .*workflows\/sequences\/trial-ending\.ts:\d+:\d+/);
  expect(await stackOf(declared)).toBe('');
});

test('SIGNAL-5: a signal that no worker can check is kept, and one that nothing waits for is refused', async () => {
  const to = newAddress();
  const id = await send({ email: to });
  await untilStatus(stack.production, id, 'waiting');
  await stack.worker?.stop();
  expect(await signal(id, 'converted')).toMatchObject({ status: 200, body: { checked: false } });
  const answer = await stack.production.post('/v1/signal/trial-ending', { to, signal: 'converted' });
  expect(answer.body).toEqual({ success: true, signalled: 1 });
  await stack.startWorker();
  expect(await untilEnded(stack.production, id)).toMatchObject({ status: 'completed' });
  expect(await stepsOf(id)).toEqual(['reminder-1', 'thanks']);

  const refused = { status: 409, body: { code: 'NOTIFICATION_STATE' } };
  expect(await signal(id, 'converted')).toMatchObject(refused);
  const steps = await stack.production.send('onboarding', { to: newAddress() });
  expect(await signal(steps, 'converted')).toMatchObject(refused);
  expect(await signal('nobody', 'converted')).toMatchObject({ status: 404 });
});

describe('POST /v1/signal/{event}', () => {
  const pay = (to: unknown, args?: unknown[], signal = 'paid') =>
    plain.production.post('/v1/signal/paying', { to, signal, ...(args && { args }) });
  const waiting = async (to: string, reference?: string): Promise<string> => {
    const id = await plain.production.send('paying', { to, ...(reference !== undefined && { reference }) });
    await untilStatus(plain.production, id, 'waiting');
    return id;
  };

  test.concurrent(
    'SIGNAL-1, SIGNAL-2, SIGNAL-4: signals all open notifications of the recipient, with arguments',
    async () => {
      const [to, other] = [newAddress(), newAddress()];
      const [one, two, others] = await Promise.all([waiting(to), waiting(to), waiting(other)]);
      const answer = await pay({ email: to }, ['pro', { seats: 3 }]);
      expect(answer).toMatchObject({ status: 200, body: { success: true, signalled: 2 } });
      for (const id of [one, two]) {
        expect(await untilEnded(plain.production, id)).toMatchObject({ status: 'completed' });
        expect(await stepsOf(id)).toEqual(['pro-3']);
      }
      expect((await pay(to, ['pro'])).body).toEqual({ success: true, signalled: 0 });
      expect((await pay(newAddress(), ['pro'])).body).toEqual({ success: true, signalled: 0 });
      expect((await plain.sandbox.post('/v1/signal/paying', { to: other, signal: 'paid' })).body).toEqual({
        success: true,
        signalled: 0,
      });
      expect(await plain.production.notification(others)).toMatchObject({ status: 'waiting' });
      expect((await pay(other, ['free'])).body).toEqual({ success: true, signalled: 1 });
      await untilEnded(plain.production, others);
      expect(await stepsOf(others)).toEqual(['free-1']);
    },
  );

  test.concurrent('SIGNAL-7: a signal with a reference is for one of two bookings of a person', async () => {
    const to = newAddress();
    const [one, two] = await Promise.all([waiting(to, '1'), waiting(to, '2')]);
    const body = { to, reference: '2', signal: 'paid', args: ['pro', { seats: 3 }] };
    const answer = await plain.production.post('/v1/signal/paying', body);
    expect(answer.body).toEqual({ success: true, signalled: 1 });
    expect(await untilEnded(plain.production, two)).toMatchObject({ status: 'completed', reference: '2' });
    expect(await plain.production.notification(one)).toMatchObject({ status: 'waiting' });
  });

  test.concurrent('SIGNAL-3: a signal that no sequence handles is 400 with the names', async () => {
    const to = newAddress();
    await waiting(to);
    const refused = (words: string) => ({
      status: 400,
      body: { code: 'VALIDATION_ERROR', field: 'signal', error: expect.stringContaining(words) as string },
    });
    expect(await pay(to, [], 'piad')).toMatchObject(refused('It handles paid.'));
    const ofSteps = await plain.production.post('/v1/signal/steps', { to, signal: 'paid' });
    expect(ofSteps).toMatchObject(refused('runs steps'));
  });

  test.concurrent('SIGNAL-5: a signal before send_at is kept', async () => {
    const to = newAddress();
    const send_at = new Date(Date.now() + 12_000).toISOString();
    const id = await plain.production.send('paying', { to, send_at });
    await untilTimer(stack, id);
    expect((await pay(to, ['early'])).body).toEqual({ success: true, signalled: 1 });
    expect(await untilEnded(plain.production, id)).toMatchObject({ status: 'completed' });
    expect(await stepsOf(id)).toEqual(['early-1']);
  });

  test.concurrent('SIGNAL-6: a signal is 503 for a notification whose workflow has not begun', async () => {
    const to = newAddress();
    const open = await stack.store.notifications.get(await waiting(to));
    if (!open) throw new Error('there is none');
    await stack.store.notifications.insertAll([{ ...open, _id: randomUUID(), startPending: new Date() }]);
    const answer = await pay(to, ['pro']);
    expect(answer).toMatchObject({ status: 503, body: { code: 'UNAVAILABLE' } });
    expect(answer.headers.get('retry-after')).toBe('1');
  });
});

test.concurrent('an operator signals with arguments', async () => {
  const to = newAddress();
  const id = await plain.production.send('paying', { to });
  await untilStatus(plain.production, id, 'waiting');
  const path = `/admin/v1/notifications/${id}/signal`;
  expect(await stack.admin.post(path, { name: 'paid', args: ['pro', { seats: 2 }] })).toMatchObject({
    status: 200,
    body: { checked: true },
  });
  await untilEnded(plain.production, id);
  expect(await stepsOf(id)).toEqual(['pro-2']);
});

test.concurrent('a cancel stops a sequence in code while it waits', async () => {
  const to = newAddress();
  const id = await send({ email: to });
  await untilStatus(stack.production, id, 'waiting');
  const cancelled = await stack.production.post('/v1/cancel/trial-ending', { to });
  expect(cancelled.body).toMatchObject({ success: true, cancelled: 1 });
  expect(await untilEnded(stack.production, id)).toMatchObject({ status: 'stopped' });
  await untilStopped(stack, id);
});

test.concurrent('a recipient whom no message of the event could reach is refused', async () => {
  const refused = await stack.production.post('/v1/send/trial-ending', { to: { external_id: 'nobody' } });
  expect(refused.status).toBe(400);
  expect(refused.body).toMatchObject({ code: 'IDENTIFIER_MISSING' });
  const forced = await stack.production.post('/v1/send/trial-ending/push', { to: newAddress() });
  expect(forced.body).toMatchObject({ code: 'TEMPLATE_MISSING', channel: 'push' });
});

test.concurrent(
  'a reopened sequence in code that would go another way, for want of its signals, sends nothing and says so',
  async () => {
    const to = newAddress();
    stack.smtp.answer = (address) => (address === to ? { code: 550, text: '5.7.1 refused' } : null);
    const id = await send({ email: to });
    await untilStatus(stack.production, id, 'waiting');
    expect(await signal(id, 'converted')).toMatchObject({ status: 200 });
    expect(await untilEnded(stack.production, id)).toMatchObject({ status: 'failed' });
    expect(await stepsOf(id)).toEqual(['reminder-1', 'thanks']);
    expect(await untilClosed(stack, id)).toBe('FAILED');
    stack.smtp.answer = () => null;
    expect(await stack.admin.post(`/admin/v1/notifications/${id}/reopen`, {})).toMatchObject({ status: 200 });
    expect(await untilEnded(stack.production, id)).toMatchObject({ status: 'failed' });
    const shown = await stack.admin.get<{ notification: { failure: string } }>(
      `/admin/v1/notifications/${id}`,
    );
    expect(shown.body.notification.failure).toMatch(
      /^REOPENED_ELSEWHERE: it would send reminder-2 now where the run before it had come to thanks: signals/,
    );
    expect(stack.smtp.mailsTo(to)).toEqual([]);
    // What it did not come to has failed as before, and is found by that.
    const refused = { status: 'failed', error: { code: 'REJECTED' } };
    const found = await stack.store.notifications.get(id);
    expect(found).toMatchObject({
      messages: [refused, refused],
      failures: expect.arrayContaining(['REJECTED@smtp']),
    });
  },
);

test.concurrent('a sequence in code can gather the sends to a recipient', async () => {
  const to = newAddress();
  const gathered = () => plain.production.send('gathering', { to });
  const ids = await Promise.all([gathered(), gathered(), gathered()]);
  const views = await Promise.all(ids.map((id) => untilEnded(plain.production, id)));
  expect(views.map(({ status }) => status)).toEqual(['completed', 'completed', 'completed']);
  expect(views.flatMap(({ messages }) => messages)).toHaveLength(1);
  expect(stack.smtp.mailsTo(to)).toHaveLength(1);
});

test.concurrent(
  'what a sequence in code fails with is shown to operators, and not as a fault of its messages',
  async () => {
    const id = await plain.production.send('failing', { to: newAddress() });
    expect(await untilEnded(plain.production, id)).toMatchObject({
      status: 'failed',
      messages: [{ status: 'sent', error: null }],
    });
    const shown = await stack.admin.get<{ notification: { failure: string } }>(
      `/admin/v1/notifications/${id}`,
    );
    expect(shown.body.notification.failure).toBe('NO_PLAN: the plan is gone');
    await eventually(
      'its details',
      async () =>
        (await currentDetails(stack.temporal, id)) ===
        'its steps are over: failed (NO_PLAN: the plan is gone)',
    );
    expect(stack.worker?.output()).toContain('NO_PLAN: the plan is gone');
    const result = stack.temporal.workflow.getHandle(id).result();
    await expect(result).rejects.toMatchObject({
      cause: { message: 'The notification failed: NO_PLAN: the plan is gone' },
    });
  },
);

describe('by what a sequence in code asks', () => {
  let postmark: ApiServer;
  let app: TestApplication;
  let account: PostmarkAccount;
  beforeAll(async () => {
    postmark = await startPostmark();
    app = await makeApplication(stack, { 'asking.yaml': coded("{ subject: '{{step}}', text: Hello }") });
    account = await addPostmark(stack, app, postmark);
  });
  afterAll(() => postmark.close());

  test.concurrent('a receipt, the payload and the time of day decide, and it waits as waiting', async () => {
    const send = (plan: string) => app.production.send('asking', { to: newAddress(), payload: { plan } });
    const [pro, free] = [await send('pro'), await send('free')];
    for (const id of [pro, free]) {
      await eventually('the wait for its receipt', async () =>
        /^waits until .* \(a receipt of reminder-1, seen\)$/.test(await currentDetails(stack.temporal, id)),
      );
      await untilStatus(app.production, id, 'waiting');
      await account.confirm(id);
    }
    expect(await untilEnded(app.production, pro)).toMatchObject({ status: 'completed' });
    expect(await stepsOf(pro)).toEqual(['reminder-1', 'thanks']);
    await eventually('the wait for Monday', async () =>
      /^waits until .*:30:00\.000Z \(WAIT monday morning\)$/.test(await currentDetails(stack.temporal, free)),
    );
    expect(await app.production.notification(free)).toMatchObject({ status: 'waiting' });
    const { messages } = await app.production.notification(free);
    expect(messages).toMatchObject([{ status: 'delivered' }]);
  });

  test.concurrent('two waits for receipts at once each get their own', async () => {
    const id = await app.production.send('asking', { to: newAddress(), payload: { two: true } });
    await untilStatus(app.production, id, 'waiting');
    for (let time = 0; time < 2; time += 1) await account.confirm(id);
    expect(await untilEnded(app.production, id)).toMatchObject({ status: 'completed' });
    expect(await stepsOf(id)).toEqual(['a', 'b', 'delivered-delivered']);
  });
});
