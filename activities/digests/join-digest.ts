import type { DigestWindow } from '../../core/events/definition';
import { isOpen } from '../../core/shared/statuses';
import { nextTimeOfDay } from '../../core/sequences/time-of-day';
import { type DigestWindow as Window, membersOf } from '../../store/digests/digests';
import type { Notification } from '../../store/notifications/model';
import type { DigestInput, DigestJoined } from '../../workflows/activities-contract';
import type { ActivityDeps } from '../deps';
import { findNotification } from '../missing';

/**
 * How long a window that is opened late stays open at least, milliseconds: what waited for a worker with it comes within
 * moments, and belongs to it.
 */
const LATE_MS = 30_000;

/** Brings a notification into the window that gathers its event for its recipient, opening one where none is open. */
export function createJoinDigest(deps: ActivityDeps) {
  return async ({ notificationId, window, dueAt }: DigestInput): Promise<DigestJoined> => {
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
      key: keyOf(notification),
      closesAt,
    });
    if (await isLeftOpen(deps, joined, notificationId))
      joined = (await store.digests.prolong(joined, closesAt)) ?? joined;
    const isFirst = membersOf(joined)[0] === notificationId;
    return { kind: 'gathers', closesAt: joined.closesAt.getTime(), isFirst };
  };
}

/**
 * Whether the time of a window is over, and nobody is left who would close it: all who joined it before were cancelled, or
 * have failed. Then it is as if it were opened now.
 */
async function isLeftOpen({ store }: ActivityDeps, window: Window, notificationId: string): Promise<boolean> {
  if (window.carrier !== null || window.closesAt.getTime() > Date.now()) return false;
  const members = membersOf(window);
  return !(await store.digestMembers.isAnyOpen(members.slice(0, members.indexOf(notificationId))));
}

/**
 * What is gathered together: what goes to one recipient, over the same channel where that was forced. If its event became
 * sensitive meanwhile, a carrier that is not would store what sensitive ones say.
 */
const keyOf = ({
  applicationId,
  environment,
  event,
  recipient,
  forcedChannel,
  sensitive,
}: Notification): string =>
  [
    ...(sensitive ? ['sensitive'] : []),
    applicationId,
    environment,
    event,
    forcedChannel ?? '',
    recipient,
  ].join(':');

async function closingOf(
  { store }: ActivityDeps,
  { contactId }: Notification,
  window: DigestWindow,
  dueAt: number,
): Promise<number> {
  const now = Date.now();
  if ('durationMs' in window)
    return Math.max(dueAt + window.durationMs, now + Math.min(window.durationMs, LATE_MS));
  const contact = contactId === null ? null : await store.contacts.get(contactId);
  const until = nextTimeOfDay(window, [contact?.timezone ?? null, window.timezone], dueAt);
  return Math.max(until, now);
}
