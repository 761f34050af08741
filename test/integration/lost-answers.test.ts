import { newAddress, untilEnded } from '../support/journey';
import type { MongoProxy } from '../support/mongo-proxy';
import { startMongoProxy } from '../support/mongo-proxy';
import type { Stack } from '../support/stack';
import { startStack } from '../support/stack';

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
