import { type AfterStep, isOpen } from '../../core/shared/statuses';
import { membersOf, type DigestWindow } from '../../store/digests/digests';
import type { Activities, DigestClosed } from '../../workflows/activities-contract';
import type { ActivityDeps } from '../deps';
import { findNotification } from '../missing';

/**
 * Ends a digest's window for one of its members. The first member that is still open carries the digest: it closes the
 * window and then ends the others, each by an update of its own document. So a cancel either finds a member open and keeps it
 * out, or finds it ended. If a carrier ends in the middle of this, the next member takes over.
 */
export function createCloseDigest(deps: ActivityDeps): Activities['closeDigest'] {
  const { store, fault } = deps;
  return async ({ notificationId, after, key }) => {
    const [notification, window] = await Promise.all([
      findNotification(deps, notificationId),
      store.digests.of(notificationId),
    ]);
    if (!notification || !isOpen(notification.status))
      return { kind: 'over', status: notification?.status ?? 'stopped' };
    // An operator has reopened it after the window was settled without it. It carries itself only.
    if (!window || window.settledAt) return carry(notificationId, after, key);
    if (window.carrier !== notificationId) {
      if (await store.digestMembers.isAnyOpen(before(window, notificationId))) return { kind: 'later' };
      if (!(await store.digests.take(window, notificationId))) return { kind: 'later' };
      fault('digest-taken');
    }
    const carried = await carry(notificationId, after, key);
    if (carried.kind !== 'carries') return carried;
    fault('digest-carried');
    // Read again, because others may have joined until the window closed.
    const closed = (await store.digests.of(notificationId)) ?? window;
    const others = membersOf(closed).filter((id) => id !== notificationId);
    const at = new Date();
    if (others.length > 0) await store.digestMembers.gather(others, notificationId, at);
    fault('digest-gathered');
    await store.digests.settle(window._id, at);
    fault('digest-settled');
    return carried;
  };

  async function carry(id: string, after: AfterStep, key?: string): Promise<DigestClosed> {
    if (await store.digestMembers.carry(id, after === 'waiting' ? 'waiting' : 'running', key))
      return { kind: 'carries' };
    return { kind: 'over', status: (await findNotification(deps, id))?.status ?? 'stopped' };
  }
}

/** Returns the members that may carry the digest before this one. */
const before = (window: DigestWindow, notificationId: string): string[] => {
  if (window.carrier !== null) return [window.carrier];
  const members = membersOf(window);
  return members.slice(0, members.indexOf(notificationId));
};
