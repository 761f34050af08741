import { foldMembers } from '../../store/caps/folds';
import type { Settlement } from '../../store/notifications/outcome-change';
import type { Sending } from './sending';

/** When a member looks again, milliseconds. */
const LOOK_AGAIN_MS = 1000;

/**
 * Closes the digest of what is over a limit, for one of its members. The first member that still waits carries it, as in
 * close-digest.ts: it ends the others by an update of each document, so a cancel either finds a member open and keeps it out, or
 * finds it ended. Returns the SEND that continues, or the settlement of one that waits.
 */
export async function closeFold(sending: Sending, id: string): Promise<Sending | Settlement> {
  const { deps, notification, message } = sending;
  const { folds, digestMembers } = deps.store;
  const now = deps.store.now();
  const until = (at: number): Settlement => ({ kind: 'released', until: at, folded: { id } });
  const found = await folds.get(id);
  const isCarrier = found?.carrier === notification._id;
  // It was settled without this one, which sends alone. `settledAt` frees its message for the next digest.
  if (!found || (found.settledAt && !isCarrier))
    return { ...sending, message: { ...message, fold: undefined } };
  // Whoever is paused is attempted when the pause is over, and the others do not wait for it.
  if (found.settledAt || notification.paused) return sending;
  if (found.closesAt > now) return until(found.closesAt.getTime());
  const waiting = until(now.getTime() + LOOK_AGAIN_MS);
  if (!isCarrier) {
    const members = foldMembers(found);
    const own = members.findIndex(({ messageId }) => messageId === message.id);
    const before = found.carrier === null ? members.slice(0, own).map(idOf) : [found.carrier];
    if (await digestMembers.isAnyFolded(before, id, { orInFlight: false })) return waiting;
    if (!(await folds.take(found, notification._id))) return waiting;
    // The carrier before was cancelled after it had gathered some.
    if (found.carrier !== null) await digestMembers.adopt(members.map(idOf), found.carrier, notification._id);
    deps.fault('fold-taken');
  }
  // Read again, because others may have joined until it closed.
  const others = foldMembers((await folds.get(id)) ?? found)
    .map(idOf)
    .filter((one) => one !== notification._id);
  if (others.length > 0) {
    await digestMembers.gatherFolded(others, { fold: id, carrier: notification._id, at: now });
    deps.fault('fold-gathered');
    // One of them has just joined, or looks for the carrier.
    if (await digestMembers.isAnyFolded(others, id, { orInFlight: true })) return waiting;
  }
  await folds.settle(id, now);
  deps.fault('fold-settled');
  return sending;
}

const idOf = ({ notificationId }: { notificationId: string }): string => notificationId;
