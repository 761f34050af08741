import { setTimeout as sleep } from 'node:timers/promises';
import { type ReplicaSet, startReplicaSet } from '../support/replica-set';
import { type Stack, startStack } from '../support/stack';
import { sendsWhile, wrongAfter } from '../support/steady-sends';
import { findRealMongo } from './find';

let set: ReplicaSet;
let stack: Stack;
beforeAll(async () => {
  set = await startReplicaSet(await findRealMongo());
  stack = await startStack({ mongodbUri: set.uri, sweeps: true });
}, 300_000);
afterAll(async () => {
  await stack.stop();
  await set.stop();
});

test('3,000 sends while the primary steps down every ten seconds and is killed once: each is sent once, and counted once', async () => {
  const sent = await sendsWhile(stack, { perSecond: 50, seconds: 60 }, async () => {
    const begun = Date.now();
    for (const [turn, fault] of (
      ['stepDown', 'stepDown', 'killPrimary', 'stepDown', 'stepDown'] as const
    ).entries()) {
      await sleep(Math.max(0, begun + (turn + 1) * 10_000 - Date.now()));
      await set[fault]();
    }
  });
  expect(sent).toHaveLength(3_000);
  expect(await wrongAfter(stack, sent, 300_000)).toEqual([]);
}, 900_000);
