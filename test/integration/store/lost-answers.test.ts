import { scheduleIdOf } from '../../../workflows/contract';
import { eventually } from '../../support/eventually';
import { newAddress, untilEnded } from '../../support/journey';
import { type MongoProxy, startMongoProxy } from '../../support/mongo-proxy';
import { type Stack, startStack } from '../../support/stack';

const TEMPLATES = 'templates: { email: { en: { subject: Hello, text: Hello } } }\n';
const SEQUENCE = 'sequence: [send: email, { send: { name: second } }]\n';

let stack: Stack;
let proxy: MongoProxy;
beforeAll(async () => {
  proxy = await startMongoProxy(process.env.HELIOGRAPH_TEST_MONGODB_URI ?? '');
  const events = {
    'code.yaml': `delivery: at_most_once\n${TEMPLATES}`,
    'news.yaml': TEMPLATES,
    'steps.yaml': `delivery: at_most_once\n${TEMPLATES}${SEQUENCE}`,
  };
  stack = await startStack({ mongodbUri: proxy.uri, events });
});
afterAll(async () => {
  await stack.stop();
  await proxy.stop();
});

const attemptsOf = async (id: string) =>
  (await stack.store.notifications.get(id))?.messages.flatMap(({ attempts }) => attempts);

describe('a claim that was written, and the connection was cut before its answer', () => {
  test.each(['code', 'news'])('is no possible send: %s goes out once', async (event) => {
    const lost = proxy.loseAnswerTo('findAndModify', 'inFlight', 'runId');
    const to = newAddress();
    const id = await stack.production.send(event, { to });
    await lost;
    expect(await untilEnded(stack.production, id)).toMatchObject({
      status: 'completed',
      messages: [{ status: 'sent' }],
    });
    expect(stack.smtp.mailsTo(to)).toHaveLength(1);
    expect(await attemptsOf(id)).toMatchObject([{ outcome: 'sent' }]);
  });

  test('is no possible send where it began a later step', async () => {
    const lost = proxy.loseAnswerTo('findAndModify', 'inFlight', 'runId', '$push');
    const to = newAddress();
    const id = await stack.production.send('steps', { to });
    await lost;
    expect(await untilEnded(stack.production, id)).toMatchObject({
      status: 'completed',
      messages: [{ status: 'sent' }, { status: 'sent' }],
    });
    expect(stack.smtp.mailsTo(to)).toHaveLength(2);
    expect(await attemptsOf(id)).toMatchObject([{ outcome: 'sent' }, { outcome: 'sent' }]);
  });
});

test('an outcome that was written, and the connection was cut before its answer, is recorded once', async () => {
  const lost = proxy.loseAnswerTo('update', 'providerMessageId', 'arrayFilters');
  const to = newAddress();
  const id = await stack.production.send('code', { to });
  await lost;
  expect(await untilEnded(stack.production, id)).toMatchObject({ status: 'completed' });
  await stack.temporal.workflow.getHandle(id).result();
  expect(stack.smtp.mailsTo(to)).toHaveLength(1);
  expect(await attemptsOf(id)).toMatchObject([{ outcome: 'sent' }]);
});

describe.each([365, 11601])('while MongoDB refuses with the code %d', (code) => {
  afterEach(() => (proxy.meddling = {}));
  const refusal = { ok: 0, code, codeName: 'TemporarilyUnavailable', errmsg: 'not now' };

  test('a request is answered with 503', async () => {
    proxy.meddling.refuse = (command) => (command.insert === 'notifications' ? refusal : undefined);
    const answer = await stack.production.post('/v1/send/code', { to: newAddress() });
    expect(answer).toMatchObject({ status: 503, body: { code: 'UNAVAILABLE' } });
  });

  test('an outcome is recorded later, with its details', async () => {
    let refused = 0;
    proxy.meddling.refuse = (command) => {
      const isOutcome =
        command.update === 'notifications' && JSON.stringify(command).includes('providerMessageId');
      return isOutcome && ++refused <= 2 ? refusal : undefined;
    };
    const to = newAddress();
    const id = await stack.production.send('code', { to });
    expect(await untilEnded(stack.production, id)).toMatchObject({ status: 'completed' });
    expect(refused).toBeGreaterThan(2);
    expect(stack.smtp.mailsTo(to)).toHaveLength(1);
    const [attempt] = (await attemptsOf(id)) ?? [];
    expect(attempt).toMatchObject({ outcome: 'sent', providerMessageId: expect.any(String) });
  });
});

// Before the next ones: their refused recipients give the application a key, and with one each send looks for suppressions.
describe('a send to a known contact without webhook (docs/operations/performance.md)', () => {
  const COUNTED = /^(aggregate|find|findAndModify|insert|update|delete)$/;
  // Written once for many sends: the starts of workflows, the backlogs, and the statistics.
  const SHARED = ['"$unset":{"startPending":1}}', '"backlog"', '"update":"statistics"'];
  const isRecorded = (): boolean =>
    proxy.commands.some(
      ({ update, updates }) =>
        update === 'notifications' && JSON.stringify(updates).includes('"status":"completed"'),
    );

  /** Returns the operations of one send, in a busy second of its key. */
  async function operationsOf(to: string): Promise<string[]> {
    await Promise.all(Array.from({ length: 8 }, () => stack.production.get('/v1/webhooks')));
    await stack.production.get('/v1/webhooks');
    proxy.commands.length = 0;
    await stack.production.send('news', { to });
    await eventually('the outcome to be recorded', isRecorded);
    return proxy.commands.flatMap((command) => {
      const [name = '', collection] = Object.entries(command)[0] ?? [];
      const text = JSON.stringify(command);
      const isOfOne = COUNTED.test(name) && !SHARED.some((part) => text.includes(part));
      return isOfOne && collection !== 'sendqueues' ? [`${name} ${String(collection)}`] : [];
    });
  }

  test('costs six operations, four of them writes', async () => {
    const to = newAddress();
    const sweep = stack.temporal.schedule.getHandle(scheduleIdOf('sweep', stack.name));
    await sweep.pause();
    let seen: string[] = [];
    // A second may end, and with it what is cached or counted in advance.
    await eventually('six operations', async () => (seen = await operationsOf(to)).length === 6).catch(
      () => undefined,
    );
    await sweep.unpause();
    expect(seen).toEqual([
      'find contacts',
      'findAndModify quotas',
      'insert notifications',
      'findAndModify notifications',
      'aggregate notifications',
      'update notifications',
    ]);
  });
});

describe('the quota of a send that failed behind it', () => {
  const quotaUsed = () =>
    stack.store.quotas.used(
      `${stack.applicationId}:production:month:${new Date().toISOString().slice(0, 7)}`,
    );
  /** Sends while an answer of MongoDB is lost; gives what was charged. A replica set's driver may mend it by itself. */
  async function charged(words: string[], headers: Record<string, string> = {}) {
    const before = await quotaUsed();
    const lost = proxy.loseAnswerTo(...words);
    const to = [newAddress(), newAddress(), 'not@'];
    const { status } = await stack.production.post('/v1/send/news', { to }, headers);
    await lost;
    return { status, charged: (await quotaUsed()) - before };
  }

  test.each<Record<string, string>>([{}, { 'idempotency-key': 'a' }])(
    'goes back where nothing was made, with %j',
    async (headers) => {
      const result = await charged(['insert', 'contacts', 'identifiers'], headers);
      expect(result).toEqual(
        result.status === 200 ? { status: 200, charged: 2 } : { status: 503, charged: 0 },
      );
    },
  );

  test('goes back where a second quota failed', async () => {
    const path = `/admin/v1/applications/${stack.applicationId}`;
    await stack.admin.request('PATCH', path, { daily_quota: 1000 });
    const result = await charged(['findAndModify', ':day:']);
    expect(result).toEqual(result.status === 200 ? { status: 200, charged: 2 } : { status: 503, charged: 0 });
    await stack.admin.request('PATCH', path, { daily_quota: null });
  });

  test('stays for what was made although its answer was lost', async () => {
    expect(await charged(['insert', 'notifications', 'startPending'])).toMatchObject({ charged: 2 });
  });
});
