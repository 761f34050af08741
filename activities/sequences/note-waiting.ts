import type { NoteWaitingInput } from '../../workflows/activities-contract';
import type { ActivityDeps } from '../deps';

/** Writes that a sequence waits. Changes nothing if its next SEND has begun, or if it has ended. */
export function createNoteWaiting({ store }: ActivityDeps) {
  return ({ notificationId, sends }: NoteWaitingInput): Promise<void> =>
    store.waits.setWaiting(notificationId, sends);
}
