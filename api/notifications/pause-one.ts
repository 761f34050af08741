import { notificationPause } from '../../core/sending/pauses';
import { newId } from '../../core/shared/ids';
import type { Notification } from '../../store/notifications/model';
import type { ApiDeps } from '../deps';

interface Pausing {
  /** In whose name. */
  by: string;
  reason: string | null;
  /** The job that does it. */
  job?: string;
}

/** Pauses a notification. Returns false if it has ended or is paused already. */
export const pauseOne = (
  { store }: Pick<ApiDeps, 'store'>,
  id: string,
  { by, reason, job }: Pausing,
): Promise<boolean> =>
  store.holds.pause(id, { id: newId(), of: notificationPause(id), since: store.now(), by, reason }, job);

/** Resumes a notification. Returns false if it is not paused. */
export async function resumeOne(
  { store, dispatcher }: Pick<ApiDeps, 'store' | 'dispatcher'>,
  { _id, paused }: Pick<Notification, '_id' | 'paused'>,
  job?: string,
): Promise<boolean> {
  if (!paused || !(await store.holds.resume(_id, paused, store.now(), job))) return false;
  await dispatcher.releaseOne({ _id, releasedPause: paused.id });
  return true;
}
