import type { ApiReply, ApiServer } from '../../support/providers/api-server';
import { startPostmark, TOKEN } from '../../support/providers/postmark-server';
import { API_KEY, startResend } from '../../support/providers/resend-server';
import { eventually } from '../../support/eventually';
import { untilEnded } from '../../support/journey';
import { type Stack, startStack } from '../../support/stack';
import { untilTime } from '../../support/until-time';
import { type TestApplication, makeApplication, newEmail, PING } from '../../support/application';

const ONCE = `
delivery: at_most_once
templates: { email: { en: { subject: Once, text: Once } } }
`;

let stack: Stack;
let first: ApiServer;
let second: ApiServer;
let app: TestApplication;
let ids: { postmark: string; resend: string };

beforeAll(async () => {
  [stack, first, second] = await Promise.all([startStack(), startPostmark(handled), startResend()]);
});
afterAll(async () => {
  await Promise.all([stack.stop(), first.close(), second.close()]);
});

/** What Postmark answers instead of what it would. */
let answer: () => ApiReply | 'hang' | 'reset' | null;
function handled<T>(handle: (request: never) => T) {
  return ((request: never) => answer() ?? handle(request)) as never;
}

const add = async (provider: string, body: object): Promise<string> => {
  const added = await stack.admin.post<{ integration: { id: string } }>(`${app.path}/integrations`, {
    ...{ channel: 'email', provider, check: false },
    ...body,
  });
  expect(added.status).toBe(201);
  return added.body.integration.id;
};

beforeEach(async () => {
  answer = () => null;
  first.requests.length = 0;
  second.requests.length = 0;
  second.next.length = 0;
  app = await makeApplication(stack, { 'ping.yaml': PING, 'once.yaml': ONCE });
  ids = {
    postmark: await add('postmark', {
      priority: 1,
      settings: { server_token: TOKEN, base_url: first.url },
    }),
    resend: await add('resend', { priority: 2, settings: { api_key: API_KEY, base_url: second.url } }),
  };
});

const attemptsOf = async (id: string) =>
  (await stack.store.notifications.get(id))?.messages[0]?.attempts.map(({ provider, outcome }) =>
    [provider, outcome].join(' '),
  );
const healthOf = async (id: string) => (await stack.store.applications.get(app.id))?.health?.[id];

test('while the first provider takes messages the next one gets none', async () => {
  await untilEnded(app.production, await app.production.send('ping', { to: newEmail() }));
  expect([first.requests.length, second.requests.length]).toEqual([1, 0]);
});

test('a provider that refuses the account is left at once, within the same message, and the attempts say so', async () => {
  answer = () => ({ status: 401, body: { ErrorCode: 10, Message: 'No valid token.' } });
  const id = await app.production.send('ping', { to: newEmail() });
  const view = await untilEnded(app.production, id);
  expect(view).toMatchObject({ status: 'completed', messages: [{ status: 'sent' }] });
  expect(view.messages).toHaveLength(1);
  expect(await attemptsOf(id)).toEqual(['postmark transient', 'resend sent']);
  const operators = await stack.admin.get<{ notification: { messages: { attempts: object[] }[] } }>(
    `/admin/v1/notifications/${id}`,
  );
  expect(operators.body.notification.messages[0]?.attempts).toMatchObject([
    { provider: 'postmark', code: 'UNAUTHORIZED', moves_on: true },
    { provider: 'resend', outcome: 'sent', moves_on: false },
  ]);
});

test('a hiccup is tried again where it was; a provider that stays down is left', async () => {
  let left = 1;
  answer = () => (left-- > 0 ? { status: 503, body: { ErrorCode: 0, Message: 'Down.' } } : null);
  const hiccup = await app.production.send('ping', { to: newEmail() });
  await untilEnded(app.production, hiccup);
  expect(await attemptsOf(hiccup)).toEqual(['postmark transient', 'postmark sent']);
  // Every success forgets what was counted.
  await eventually('the count to be gone', async () => (await healthOf(ids.postmark)) === undefined);

  answer = () => ({ status: 503, body: { ErrorCode: 0, Message: 'Down.' } });
  const down = await app.production.send('ping', { to: newEmail() });
  await untilEnded(app.production, down);
  expect(await attemptsOf(down)).toEqual(['postmark transient', 'postmark transient', 'resend sent']);
});

test('a limit that lasts goes to the next provider, a short one is waited for', async () => {
  answer = () => ({ status: 429, headers: { 'retry-after': '3600' }, body: { ErrorCode: 0, Message: 'x' } });
  const long = await app.production.send('ping', { to: newEmail() });
  await untilEnded(app.production, long);
  expect(await attemptsOf(long)).toEqual(['postmark rate_limited', 'resend sent']);
  let limited = 1;
  answer = () =>
    limited-- > 0
      ? { status: 429, headers: { 'retry-after': '1' }, body: { ErrorCode: 0, Message: 'x' } }
      : null;
  const short = await app.production.send('ping', { to: newEmail() });
  await untilEnded(app.production, short);
  expect(await attemptsOf(short)).toEqual(['postmark rate_limited', 'postmark sent']);
});

test('what must not go twice is not sent by another where it may have gone out', async () => {
  answer = () => 'reset';
  const id = await app.production.send('once', { to: newEmail() });
  const view = await untilEnded(app.production, id);
  expect(view.messages[0]?.error).toMatch(/^OUTCOME_UNKNOWN/);
  expect(second.requests).toHaveLength(0);
});

test('a refusal of the message is no failure of the provider', async () => {
  answer = () => ({ status: 422, body: { ErrorCode: 300, Message: 'Bad content.' } });
  const id = await app.production.send('ping', { to: newEmail() });
  expect(await untilEnded(app.production, id)).toMatchObject({ status: 'failed' });
  expect(second.requests).toHaveLength(0);
  expect(await healthOf(ids.postmark)).toBeUndefined();
});

test('a provider that keeps failing is rested, and tried again by itself', async () => {
  answer = () => ({ status: 503, body: { ErrorCode: 0, Message: 'Down.' } });
  const sends = await Promise.all(
    Array.from({ length: 4 }, () => app.production.send('ping', { to: newEmail() })),
  );
  for (const id of sends) await untilEnded(app.production, id);
  const isResting = () =>
    eventually('the rest', async () => {
      const health = await healthOf(ids.postmark);
      return health?.restUntil && { ...health, restUntil: health.restUntil };
    });
  expect(await isResting()).toMatchObject({ rests: 1, why: 'PROVIDER_ERROR' });
  const listed = await stack.admin.get<{ integrations: object[] }>(`${app.path}/integrations`);
  expect(listed.body.integrations).toMatchObject([
    { id: ids.postmark, health: { state: 'resting', code: 'PROVIDER_ERROR', until: expect.any(String) } },
    { id: ids.resend, health: { state: 'ok' } },
  ]);
  // On a busy machine a rest may be over before the send comes to it. The next one is longer.
  await eventually('a send during a rest', async () => {
    await isResting();
    const seen = first.requests.length;
    const meanwhile = await app.production.send('ping', { to: newEmail() });
    await untilEnded(app.production, meanwhile);
    return (await attemptsOf(meanwhile))?.join() === 'resend sent' && first.requests.length === seen;
  });

  answer = () => null;
  await untilTime((await isResting()).restUntil.getTime());
  await eventually('the rest to be over and the provider to be tried', async () => {
    const id = await app.production.send('ping', { to: newEmail() });
    await untilEnded(app.production, id);
    return (await attemptsOf(id))?.join() === 'postmark sent';
  });
  await eventually('the count to be gone', async () => (await healthOf(ids.postmark)) === undefined);
});

test('who puts an integration right has it tried anew at once', async () => {
  answer = () => ({ status: 401, body: { ErrorCode: 10, Message: 'No valid token.' } });
  for (let count = 0; count < 5; count += 1)
    await untilEnded(app.production, await app.production.send('ping', { to: newEmail() }));
  await eventually('the rest', async () => (await healthOf(ids.postmark))?.restUntil);
  answer = () => null;
  await stack.admin.request('PATCH', `${app.path}/integrations/${ids.postmark}`, {
    settings: { server_token: TOKEN },
  });
  const id = await app.production.send('ping', { to: newEmail() });
  await untilEnded(app.production, id);
  expect(await attemptsOf(id)).toEqual(['postmark sent']);
});

test('a provider with a queue of its own takes over, and hands over', async () => {
  await stack.admin.request('PATCH', `${app.path}/integrations/${ids.resend}`, { per_second: 50 });
  await eventually('the queue to be polled', async () => {
    const { pollers } = await stack.temporal.workflowService.describeTaskQueue({
      namespace: stack.temporal.options.namespace,
      taskQueue: { name: `${stack.name}-send-${ids.resend}` },
      taskQueueType: 2,
    });
    return (pollers?.length ?? 0) > 0;
  });
  answer = () => ({ status: 401, body: { ErrorCode: 10, Message: 'No valid token.' } });
  const id = await app.production.send('ping', { to: newEmail() });
  await untilEnded(app.production, id);
  expect(await attemptsOf(id)).toEqual(['postmark transient', 'resend sent']);
});
