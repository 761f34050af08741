import { randomUUID } from 'node:crypto';
import { withSendQueue } from '../../../api/admin/integrations/send-queue-of';
import type { Integration } from '../../../core/sending/integration';
import { ownDatabase } from '../database';

const db = ownDatabase();

/** A change of the rate that loses against another one, which stored `stored`. Returns the rate at which workers poll then. */
async function rateAfterLosing(
  [before, after, stored]: (number | null)[],
  isGone = false,
): Promise<number | null | undefined> {
  const [id, applicationId] = [randomUUID(), randomUUID()];
  const paced = (perSecond?: number | null) => ({ id, perSecond }) as Integration;
  const queues = db.store.sendQueues;
  // What is stored was written through the same function.
  await withSendQueue(queues, { applicationId, after: paced(stored) }, () => Promise.resolve());
  await withSendQueue(
    queues,
    { applicationId, before: paced(before), after: paced(after) },
    () => Promise.resolve(null),
    () => Promise.resolve(isGone ? undefined : paced(stored)),
  );
  const queue = (await queues.polled(db.store.now())).find(({ _id }) => _id === id);
  if (queue) expect(queue.until === null).toBe(queue.perSecond !== null);
  return queue?.perSecond;
}

test('a change of a rate that was refused leaves the queue at the rate that is stored', async () => {
  expect(await rateAfterLosing([5, null, 5])).toBe(5);
  expect(await rateAfterLosing([5, 500, 5])).toBe(5);
  expect(await rateAfterLosing([5, 500, 7])).toBe(7);
  expect(await rateAfterLosing([null, 500, null])).toBeNull();
  expect(await rateAfterLosing([5, 500, 5], true)).toBeNull();
});
