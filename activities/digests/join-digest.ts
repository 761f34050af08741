import { digestKeyOf } from '../../core/sequences/digest-key';
import type { DigestWindow } from '../../core/sequences/steps';
import { isOpen } from '../../core/shared/statuses';
import { nextTimeOfDay } from '../../core/sequences/time-of-day';
import { type DigestWindow as Window, membersOf } from '../../store/digests/digests';
import { contentOf } from '../../store/notifications/content';
import type { Notification } from '../../store/notifications/model';
import type { Activities } from '../../workflows/activities-contract';
import { contactZone } from '../contact-zone';
import type { ActivityDeps } from '../deps';
import { findNotification } from '../missing';
import { windowKeyOf } from './window-key';

/**
 * Minimum time that a window which is opened late stays open, milliseconds: the notifications that waited for a worker with
 * its first one come within moments, and belong to it.
 */
const LATE_MS = 30_000;

/** Adds a notification to the open window of its event and recipient, or opens one. */
export function createJoinDigest(deps: ActivityDeps): Activities['joinDigest'] {
  return async ({ notificationId, window, dueAt }) => {
    const { store } = deps;
    const notification = await findNotification(deps, notificationId);
    if (!notification || !isOpen(notification.status))
      return { kind: 'over', status: notification?.status ?? 'stopped' };
    if (notification.digest) return { kind: 'carries' };
    if (notification.status === 'running') await store.waits.setWaiting(notificationId);
    const closesAt = new Date(await closingOf(deps, notification, window, dueAt));
    let joined: Window = await store.digests.join({
      notificationId,
      acceptedAt: notification.startedAt,
      contactId: notification.contactId,
      key: windowKeyOf(notification, await ownKey(deps, notification, window)),
      closesAt,
    });
    if (await isLeftOpen(deps, joined, notificationId))
      joined = (await store.digests.prolong(joined, closesAt)) ?? joined;
    const isFirst = membersOf(joined)[0] === notificationId;
    return { kind: 'gathers', closesAt: joined.closesAt.getTime(), isFirst };
  };
}

/**
 * Whether the time of a window is over and no earlier member is left to close it, because all were cancelled or have failed.
 * Such a window is prolonged as if it were opened now.
 */
async function isLeftOpen({ store }: ActivityDeps, window: Window, notificationId: string): Promise<boolean> {
  if (window.carrier !== null || window.closesAt.getTime() > store.now().getTime()) return false;
  const members = membersOf(window);
  return !(await store.digestMembers.isAnyOpen(members.slice(0, members.indexOf(notificationId))));
}

/** Returns the value of the digest's key in the payload of a notification. Null: the digest has no key, or it has no value. */
async function ownKey(
  { store, vault }: ActivityDeps,
  notification: Notification,
  { key }: DigestWindow,
): Promise<string | null> {
  if (key === undefined) return null;
  const { batchId } = notification;
  const batch = batchId === null ? null : await store.batches.get(batchId);
  return digestKeyOf(key, contentOf(vault, notification, batch).payload ?? '{}');
}

async function closingOf(
  deps: ActivityDeps,
  { _id, contactId }: Notification,
  window: DigestWindow,
  dueAt: number,
): Promise<number> {
  const now = deps.store.now().getTime();
  if ('durationMs' in window)
    return Math.max(dueAt + window.durationMs, now + Math.min(window.durationMs, LATE_MS));
  const contact = contactId === null ? null : await deps.store.contacts.get(contactId);
  const until = nextTimeOfDay(window, [contactZone(deps, _id, contact), window.timezone], dueAt);
  return Math.max(until, now);
}
