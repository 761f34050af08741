import { newId } from '../../../core/shared/ids';
import { type ApplicationPause, pausedThing, pauseOf } from '../../../core/sending/pauses';
import type { Application } from '../../../store/accounts/applications';
import { MOST_PAUSES } from '../../../store/accounts/pauses';
import type { ApiDeps } from '../../deps';
import { ApiError } from '../../http/api-error';
import { type PauseView, pauseIn } from './view';

/** The call of a route that pauses or resumes. */
interface Call {
  admin: { name: string };
  body: { reason?: string };
  record: (record: { about: string[]; before?: object; after?: object }) => Promise<void>;
}

/** Pauses an event or an integration of an application, unless it is paused. */
export async function pauseThing(
  { store, cached }: ApiDeps,
  call: Call,
  { application, of, about }: { application: Application; of: string; about: string[] },
): Promise<{ pause: PauseView | null }> {
  const before = activePause(application, of);
  const reason = call.body.reason ?? null;
  const pause = { id: newId(), of, since: store.now(), by: call.admin.name, reason };
  await store.pauses.add(application._id, pause);
  const now = await store.applications.get(application._id);
  if (!now || !activePause(now, of)) {
    throw ApiError.of('PAUSES_FULL', [MOST_PAUSES]);
  }
  cached.clear();
  await call.record({ about, before: { paused: before !== undefined }, after: { paused: true, reason } });
  return { pause: await pauseIn(store, now, of) };
}

/** Resumes an event or an integration of an application. It does nothing if that is not paused. */
export async function resumeThing(
  { store, cached, dispatcher }: ApiDeps,
  call: Pick<Call, 'record'>,
  { application, of, about }: { application: Application; of: string; about: string[] },
): Promise<{ pause: PauseView | null }> {
  const { _id: applicationId, pauses } = application;
  const pause = pauseOf(pauses, of);
  if (pause) {
    await store.pauses.resume(applicationId, pause.id, store.now());
    // Also if another call has resumed it: a release that runs already goes on.
    await dispatcher.release({ applicationId, pause: pause.id });
    cached.clear();
  }
  const wasPaused = activePause(application, of) !== undefined;
  await call.record({ about, before: { paused: wasPaused }, after: { paused: false } });
  return { pause: await pauseIn(store, (await store.applications.get(applicationId)) ?? {}, of) };
}

/** Returns a pause that was not resumed. */
export function activePause(
  { pauses }: Pick<Application, 'pauses'>,
  of: string,
): ApplicationPause | undefined {
  const pause = pauseOf(pauses, of);
  return pause?.resumedAt ? undefined : pause;
}

/** Throws if something is paused that has to be resumed before it is deleted (PAUSE-8). */
export function refusePaused(application: Pick<Application, 'pauses'>, of: string): void {
  if (!pauseOf(application.pauses, of)) return;
  const { kind } = pausedThing(of);
  throw new ApiError(
    'PAUSED',
    `The ${kind} is paused. Resume it, and delete it after what it holds is released.`,
  );
}
