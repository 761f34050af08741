import { setTimeout as sleep } from 'node:timers/promises';
import { type FailingOverProxy, startFailingOverProxy } from '../support/failing-over-proxy';
import { type Stack, startStack } from '../support/stack';
import { sendsWhile, wrongAfter } from '../support/steady-sends';

// test/real-mongodb has the same on a real replica set.

let proxy: FailingOverProxy;
let stack: Stack;
beforeAll(async () => {
  proxy = await startFailingOverProxy(String(process.env.HELIOGRAPH_TEST_MONGODB_URI));
  stack = await startStack({ mongodbUri: proxy.uri, sweeps: true });
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
