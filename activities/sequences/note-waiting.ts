import type { NoteWaitingInput } from '../../workflows/activities-contract';
import type { ActivityDeps } from '../deps';

/** Writes that a sequence waits; once its next SEND has begun, or it is over, this changes nothing. */
export function createNoteWaiting({ store }: ActivityDeps) {
  return ({ notificationId, sends }: NoteWaitingInput): Promise<void> =>
    store.waits.setWaiting(notificationId, sends);
}
