import { setTimeout as sleep } from 'node:timers/promises';
import { eventually } from '../../support/eventually';
import { broadcast, ended, topicOf } from '../../support/broadcasts';
import { type Stack, startStack } from '../../support/stack';

let stack: Stack;
beforeAll(async () => {
  stack = await startStack();
});
afterAll(() => stack.stop());

const people = (name: string, count: number): { email: string }[] =>
  Array.from({ length: count }, (_, at) => ({ email: `${name}-${at}@example.org` }));

const mailsTo = (prefix: string) => stack.smtp.mails.filter(({ to }) => to[0]?.startsWith(prefix));

test('BROADCAST-2: what a killed worker leaves goes on, and nobody gets a second mail but from an attempt that was cut', async () => {
  const topicId = await topicOf(stack, 'killed', people('killed', 400));
  stack.smtp.answer = async () => {
    await sleep(10);
    return null;
  };
  const id = await broadcast(stack, { event: 'welcome', audience: { topicId } });
  await eventually('some mails', () => mailsTo('killed-').length > 40);
  await stack.worker?.kill();
  await stack.startWorker();
  const { counted } = await ended(stack, id);
  expect(counted).toMatchObject({
    total: 400,
    ahead: 0,
    waiting: 0,
    sent: 400,
    failed: 0,
    skipped: {},
    cancelled: 0,
  });
  const got = mailsTo('killed-').map(({ to }) => to[0]);
  expect(new Set(got).size).toBe(400);
  expect(got.length - 400).toBeLessThanOrEqual(48);
});
