import pMap from 'p-map';
import type { Report } from '../../dev/servers/report';
import type { Scope } from '../../../core/shared/scope';
import type { Contact } from '../../../store/contacts/model';
import type { Notification } from '../../../store/notifications/model';
import type { Store } from '../../../store/store';
import { completedLike, contactAt } from './documents';

const BATCH = 500;
const AT_ONCE = 4;

/** What is stored; measurements draw from it. */
export interface Stored {
  contacts: Contact[];
  notificationIds: string[];
}

export interface Size {
  contacts: number;
  notifications: number;
}

/** Stores contacts and completed notifications until there are so many. */
export async function fillTo(
  store: Store,
  stored: Stored,
  size: Size,
  { scope, model, report }: { scope: Scope; model: Notification; report: Report },
): Promise<void> {
  const { contacts, notificationIds } = stored;
  await inBatches(contacts.length, size.contacts, async (places) => {
    const batch = places.map((place) => contactAt(place, scope));
    const refused = await store.contacts.insertAll(batch);
    if (refused.length > 0) throw new Error(`${refused.length} contacts were refused`);
    contacts.push(...batch);
    if (contacts.length % 10_000 === 0) report(`${contacts.length} contacts`);
  });
  await inBatches(notificationIds.length, size.notifications, async (places) => {
    const batch = places.map((place) => completedLike(model, place, contacts[place % contacts.length]!));
    await store.notifications.insertAll(batch);
    notificationIds.push(...batch.map(({ _id }) => _id));
    if (notificationIds.length % 10_000 < BATCH) report(`${notificationIds.length} notifications`);
  });
}

/** Does the places from one up to another, some batches at once. */
async function inBatches(from: number, to: number, work: (places: number[]) => Promise<void>): Promise<void> {
  const batches = new Array(Math.max(0, Math.ceil((to - from) / BATCH))).keys();
  const one = (index: number) => {
    const first = from + index * BATCH;
    return work(Array.from({ length: Math.min(BATCH, to - first) }, (_, place) => first + place));
  };
  await pMap(batches, one, { concurrency: AT_ONCE });
}
