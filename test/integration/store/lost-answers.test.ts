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
    expect(await untilEnded(stack.production, id, 20_000)).toMatchObject({
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
    expect(await untilEnded(stack.production, id, 20_000)).toMatchObject({
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
  expect(await untilEnded(stack.production, id, 20_000)).toMatchObject({ status: 'completed' });
  await stack.temporal.workflow.getHandle(id).result();
  expect(stack.smtp.mailsTo(to)).toHaveLength(1);
  expect(await attemptsOf(id)).toMatchObject([{ outcome: 'sent' }]);
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
