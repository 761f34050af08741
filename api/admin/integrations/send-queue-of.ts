import type { Integration } from '../../../core/sending/integration';
import type { SendQueueStore } from '../../../store/sending/send-queues';

/**
 * How long an ended queue is polled. A message is retried for 30 days at most, and comes back to its queue for as long. It
 * is put there within an hour after the integrations were read (workflows/engine/delivery.ts).
 */
const POLLED_ON_MS = 31 * 86_400_000;

/** An integration as it was, and as it becomes. */
interface QueueChange {
  applicationId: string;
  before?: Integration | undefined;
  after?: Integration | undefined;
}

/**
 * Writes an integration and keeps its task queue in step. A queue is polled before the first message is sent to it, and
 * as long as one may come back to it. `write` returns null if it wrote nothing: then the queue goes by `stored` again.
 */
export async function withSendQueue<T>(
  sendQueues: SendQueueStore,
  { applicationId, before, after }: QueueChange,
  write: () => Promise<T>,
  stored?: () => Promise<Integration | undefined>,
): Promise<T> {
  const perSecond = after?.perSecond ?? null;
  if (after && perSecond !== null) await sendQueues.open({ _id: after.id, applicationId, perSecond });
  const written = await write();
  if (written === null && stored) {
    let found: Integration | undefined;
    // Another change may come between.
    do {
      found = await stored();
      await withSendQueue(sendQueues, { applicationId, before: after, after: found }, () =>
        Promise.resolve(),
      );
    } while ((await stored())?.perSecond !== found?.perSecond);
  } else if (before && perSecond === null && (before.perSecond ?? null) !== null) {
    await sendQueues.end(before.id, new Date(Date.now() + POLLED_ON_MS));
  }
  return written;
}
