import type { Activities } from '../../workflows/activities-contract';
import type { ActivityDeps } from '../deps';

/** Writes that a sequence waits. Changes nothing if its next SEND has begun, or if it has ended. */
export const createNoteWaiting =
  ({ store }: ActivityDeps): Activities['noteWaiting'] =>
  ({ notificationId, sends }) =>
    store.waits.setWaiting(notificationId, sends);
