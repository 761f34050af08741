import { signalReleased, startRelease } from '../../temporal/workflow-calls';
import type { Round } from './sweep-round';

const BATCH = 500;

/** Starts the releases of pauses that were resumed, and signals resumed notifications, if the API could not. */
export async function releaseResumed({ store, client, taskQueue, before, each }: Round): Promise<void> {
  const { pauses, holds } = store;
  const resumed = (await pauses.resumedBefore(before, BATCH)).flatMap(
    ({ _id: applicationId, pauses: all = [] }) =>
      all.flatMap(({ id, resumedAt }) => (resumedAt ? [{ _id: id, applicationId }] : [])),
  );
  await each(resumed, {
    counts: 'releases',
    work: ({ _id: pause, applicationId }) => startRelease(client, taskQueue, { applicationId, pause }),
  });
  await each(await holds.pendingReleases(before, BATCH), {
    counts: 'released',
    work: async (one) => {
      await signalReleased(client, one._id, one.releasedPause ?? '');
      await holds.clearPendingRelease(one);
    },
    again: { since: ({ startedAt }) => startedAt, postpone: holds.postponeRelease },
  });
}
