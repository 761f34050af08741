import { setTimeout as sleep } from 'node:timers/promises';
import { SEEN_WITHIN_MS, type BroadcastState } from '../../core/broadcasts/broadcast';
import { broadcastPause, pauseOf } from '../../core/sending/pauses';
import { isUuid, newId } from '../../core/shared/ids';
import type { Scope } from '../../core/shared/scope';
import { MOST_PAUSES } from '../../store/accounts/pauses';
import type { Broadcast } from '../../store/broadcasts/broadcasts';
import type { Store } from '../../store/store';
import type { ApiDeps } from '../deps';
import { ApiError } from '../http/api-error';

/** Returns a broadcast by its id. Throws a 404 if there is none, or if it is not of the scope. */
export async function broadcastWithId({ broadcasts }: Store, id: string, scope?: Scope): Promise<Broadcast> {
  const found = isUuid(id) ? await broadcasts.get(id.toLowerCase()) : null;
  const isOfScope =
    !scope || (found?.applicationId === scope.applicationId && found.environment === scope.environment);
  if (found && isOfScope) return found;
  throw ApiError.of('BROADCAST_NOT_FOUND', []);
}

export const CHANGES = ['cancel', 'pause', 'resume'] as const;
export type BroadcastChange = (typeof CHANGES)[number];

/** Changes the state of a broadcast. Returns it as it is then. What is so already stays so (BROADCAST-7, BROADCAST-8). */
export async function changeBroadcast(
  deps: ApiDeps,
  before: Broadcast,
  change: BroadcastChange,
  by: string,
): Promise<Broadcast> {
  const { store, dispatcher } = deps;
  await CHANGE[change](deps, before, by);
  const now = await broadcastWithId(store, before._id);
  if (!WANTED[change].includes(now.state)) throw ApiError.of('BROADCAST_STATE', [now.state, DONE[change]]);
  await dispatcher.startBroadcast(now);
  // Its pages have asked by then whether it goes on, so no attempt begins after the answer.
  if (change !== 'resume' && before.state === 'running') await sleep(SEEN_WITHIN_MS + 50);
  return now;
}

const DONE: Record<BroadcastChange, string> = { cancel: 'cancelled', pause: 'paused', resume: 'resumed' };
const WANTED: Record<BroadcastChange, BroadcastState[]> = {
  cancel: ['cancelled'],
  pause: ['paused'],
  resume: ['scheduled', 'running'],
};

const CHANGE: Record<BroadcastChange, (deps: ApiDeps, of: Broadcast, by: string) => Promise<void>> = {
  cancel: async (deps, { _id, applicationId }) => {
    const { store } = deps;
    await store.broadcasts.cancel(_id, store.now());
    // Nothing of it is sent any more, so nothing is released.
    const pause = await pauseOfBroadcast(deps, { _id, applicationId });
    if (pause) await store.pauses.remove(applicationId, pause.id);
    deps.cached.clear();
  },
  pause: async (deps, { _id, applicationId }, by) => {
    const { store } = deps;
    // First the recipients who wait: a process that dies in between leaves a pause that the next call completes.
    const pause = { id: newId(), of: broadcastPause(_id), since: store.now(), by, reason: null };
    await store.pauses.add(applicationId, pause);
    const held = await pauseOfBroadcast(deps, { _id, applicationId });
    if (!held || held.resumedAt) throw ApiError.of('PAUSES_FULL', [MOST_PAUSES]);
    const isPaused =
      (await store.broadcasts.pause(_id)) || (await store.broadcasts.get(_id))?.state === 'paused';
    if (!isPaused) await store.pauses.remove(applicationId, held.id);
    deps.cached.clear();
  },
  resume: async (deps, { _id, applicationId }) => {
    const { store, dispatcher } = deps;
    await store.broadcasts.resume(_id, store.now());
    const pause = await pauseOfBroadcast(deps, { _id, applicationId });
    if (pause) {
      await store.pauses.resume(applicationId, pause.id, store.now());
      // Also if another call has resumed it: a release that runs already goes on.
      await dispatcher.release({ applicationId, pause: pause.id });
    }
    deps.cached.clear();
  },
};

/** Returns the pause that holds the recipients of a broadcast who wait. */
async function pauseOfBroadcast(
  { store }: ApiDeps,
  { _id, applicationId }: Pick<Broadcast, '_id' | 'applicationId'>,
) {
  const application = await store.applications.get(applicationId);
  return pauseOf(application?.pauses, broadcastPause(_id));
}
