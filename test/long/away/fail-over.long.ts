import { setTimeout as sleep } from 'node:timers/promises';
import { PING } from '../../support/application';
import { eventually } from '../../support/eventually';
import { type FailingOverProxy, startFailingOverProxy } from '../../support/failing-over-proxy';
import { newAddress, untilEnded } from '../../support/journey';
import { outcomesInTask } from '../../support/run-facts';
import { type Stack, startStack } from '../../support/stack';
import { sendsWhile, wrongAfter } from '../../support/steady-sends';

// test/real-mongodb has the same on a real replica set.

/** Messages that are with the provider when MongoDB goes away. */
const AT_ONCE = 15;
/** How long it is away, seconds. The worker knows of each event by itself whether it is quick. */
const OUTAGES = [5, 15, 45];

let proxy: FailingOverProxy;
let stack: Stack;
beforeAll(async () => {
  proxy = await startFailingOverProxy(String(process.env.HELIOGRAPH_TEST_MONGODB_URI));
  stack = await startStack({
    mongodbUri: proxy.uri,
    sweeps: true,
    events: Object.fromEntries(
      OUTAGES.map((seconds) => [`away-${seconds}.yaml`, PING.replace('name: ping', `name: away-${seconds}`)]),
    ),
    env: { SMTP_POOL_SIZE: String(AT_ONCE) },
  });
});
afterAll(async () => {
  await stack.stop();
  await proxy.stop();
});

test('sends through a MongoDB that steps down and dies are each sent once, and counted once', async () => {
  const sent = await sendsWhile(stack, { perSecond: 10, seconds: 30 }, async () => {
    for (const fault of ['stepDown', 'cut', 'stepDown', 'cut'] as const) {
      await sleep(4_000);
      await proxy[fault](1_500);
    }
  });
  expect(sent).toHaveLength(300);
  expect(proxy.met.refused).toBeGreaterThan(0);
  expect(await wrongAfter(stack, sent, 180_000)).toEqual([]);
}, 400_000);

/** Sends until the next first attempts are made in workflow tasks. */
const warmUp = (event: string) =>
  eventually('a first attempt in the workflow task', async () => {
    const id = await stack.production.send(event, { to: newAddress() });
    await untilEnded(stack.production, id);
    return (await outcomesInTask(stack, id)).includes('sent');
  });

test.each(OUTAGES)(
  'OUTAGE-1: what a provider accepts while MongoDB is away for %i s is sent once',
  async (seconds) => {
    const event = `away-${seconds}`;
    await warmUp(event);
    const held: (() => void)[] = [];
    stack.smtp.answer = () => new Promise<null>((resolve) => held.push(() => resolve(null)));
    const sent = await Promise.all(
      Array.from({ length: AT_ONCE }, async () => {
        const to = newAddress();
        return { to, id: await stack.production.send(event, { to }) };
      }),
    );
    await eventually('the messages to be with the provider', () => held.length === AT_ONCE);
    const back = proxy.cut(seconds * 1000);
    stack.smtp.answer = () => null;
    for (const accept of held) accept();
    await back;
    const ended = await Promise.all(sent.map(({ id }) => untilEnded(stack.production, id, 90_000)));
    expect(ended.filter(({ status }) => status !== 'completed')).toEqual([]);
    const mails = sent.map(({ to }) => stack.smtp.mailsTo(to).length);
    expect(mails).toEqual(sent.map(() => 1));
  },
  200_000,
);
