import { pausedThing } from '../../core/sending/pauses';
import { scopeOf } from '../../core/shared/scope';
import { signalReleased, startRelease } from '../../temporal/workflow-calls';
import type { Round } from './sweep-round';

const BATCH = 500;

/** Resumes the prefixes whose hold is over, and releases what they hold (CAP-13). */
export async function endHolds({ store, client, taskQueue, each }: Round): Promise<void> {
  const { pauses, smsGuard, now } = store;
  const ended = (await pauses.endingBefore(now(), BATCH)).flatMap(
    ({ _id: applicationId, pauses: all = [] }) =>
      all.flatMap(({ id, of, endsAt, resumedAt }) =>
        endsAt && endsAt < now() && !resumedAt ? [{ _id: id, of, applicationId }] : [],
      ),
  );
  await each(ended, {
    counts: 'releases',
    work: async ({ _id: pause, of, applicationId }) => {
      const { name: prefix } = pausedThing(of);
      const scope = scopeOf(of.slice('prefix:'.length, of.lastIndexOf(':')));
      // Before the resume: what it releases would be held again.
      await smsGuard.reset({ scope, prefix });
      await pauses.resume(applicationId, pause, now());
      await startRelease(client, taskQueue, { applicationId, pause });
    },
  });
}

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
