import { nextTimeOfDay } from '../../core/sequences/time-of-day';
import type { Activities } from '../../workflows/activities-contract';
import { contactZone } from '../contact-zone';
import type { ActivityDeps } from '../deps';
import { findNotification } from '../missing';

/** Returns when clocks show a time of day next, in the contact's time zone. The notification is `waiting` from now on. */
export function createNextTime(deps: ActivityDeps): Activities['nextTime'] {
  const { store } = deps;
  return async ({ notificationId, at, timezone, fromMs }) => {
    const notification = await findNotification(deps, notificationId);
    const contactId = notification?.contactId ?? null;
    const contact = contactId === null ? null : await store.contacts.get(contactId);
    await store.waits.setWaiting(notificationId);
    return nextTimeOfDay(at, [contactZone(deps, notificationId, contact), timezone], fromMs);
  };
}
