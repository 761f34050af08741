import { broadcastRecipientIdOf } from '../../../core/shared/ids';
import { broadcast, ended, topicOf } from '../../support/broadcasts';
import { type Stack, startStack } from '../../support/stack';

let stack: Stack;
beforeAll(async () => {
  stack = await startStack();
});
afterAll(() => stack.stop());

const people = (from: number, to: number): { email: string }[] =>
  Array.from({ length: to - from }, (_, at) => ({ email: `reader-${from + at}@example.org` }));

test('BROADCAST-1: each contact of a topic gets one mail, without a workflow', async () => {
  const topicId = await topicOf(stack, 'all', people(0, 120));
  const id = await broadcast(stack, { event: 'welcome', audience: { topicId } });
  const { counted, state, total } = await ended(stack, id);
  expect({ state, total }).toEqual({ state: 'completed', total: 120 });
  expect(counted).toMatchObject({
    total: 120,
    ahead: 0,
    waiting: 0,
    sent: 120,
    failed: 0,
    skipped: {},
    cancelled: 0,
  });
  const got = stack.smtp.mails.flatMap(({ to }) => to).filter((to) => to.startsWith('reader-'));
  expect(got.length).toBe(120);
  expect(new Set(got).size).toBe(120);
  const subscriptions = await stack.store.subscriptions.ofTopic(topicId, { limit: 1 });
  const one = broadcastRecipientIdOf(id, subscriptions[0]?.contactId ?? '');
  await expect(stack.temporal.workflow.getHandle(one).describe()).rejects.toThrow(/not found/);
  expect(await stack.store.notifications.get(one)).toMatchObject({ status: 'completed', batchId: id });
});
