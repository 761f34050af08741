import {
  changed,
  MOST_ROWS,
  type PreferenceChange,
  type PreferenceRow,
} from '../../core/preferences/preferences';
import type { Place } from '../../core/shared/place';
import type { Contact } from '../contacts/model';
import type { Store } from '../store';
import type { PreferenceHistoryRow } from './changes';

/** What is changed, and who changes it. */
export interface PreferenceOrder extends Pick<PreferenceRow, 'by'> {
  contactId: string;
  /** Returns the changes, from what the contact has chosen. It may be called again. */
  changes: (rows: readonly PreferenceRow[]) => readonly PreferenceChange[];
  /** Name of the key or operator. @default it was the contact */
  name?: string;
  /** The notification whose link was used. */
  notificationId?: string;
}

/** What became of it. Null: the contact is gone, or would have more than `MOST_ROWS` entries. */
export interface PreferenceResult {
  contact: Contact;
  /** Null: nothing changed. */
  row: PreferenceHistoryRow | null;
}

/**
 * Changes a contact's preferences. The contact's revision decides concurrent changes, so none is lost. Each attempt at a SEND
 * reads the contact, so a change counts from the next one on (PREFERENCE-3). The contact keeps its last change until the next one,
 * because a crash may leave it out of the history.
 */
export async function changePreferences(
  store: Pick<Store, 'contacts' | 'preferenceChanges' | 'now'>,
  { contactId, changes, by, name, notificationId }: PreferenceOrder,
): Promise<PreferenceResult | 'gone' | 'too_many'> {
  for (;;) {
    const contact = await store.contacts.get(contactId);
    if (!contact || contact.erasingSince) return 'gone';
    const before = contact.preferences ?? [];
    const at = store.now();
    const { rows, made } = changed(before, changes(before), { at, by });
    if (made.length === 0) return { contact, row: null };
    if (rows.length > MOST_ROWS) return 'too_many';
    const { applicationId, environment, revision } = contact;
    const row: PreferenceHistoryRow = {
      _id: `${contactId}:${revision}`,
      ...{ contactId, applicationId, environment, at, by, name: name ?? null },
      notificationId: notificationId ?? null,
      changes: made,
    };
    const { preferenceChange: last } = contact;
    if (last) await store.preferenceChanges.add(last);
    const next = { ...contact, preferences: rows, preferenceChange: row };
    if (!(await store.contacts.replace(next))) continue;
    await store.preferenceChanges.add(row);
    return { contact: next, row };
  }
}

/** Returns one page of a contact's history, newest first. */
export async function preferenceHistory(
  store: Pick<Store, 'preferenceChanges'>,
  { _id, preferenceChange: last }: Pick<Contact, '_id' | 'preferenceChange'>,
  page: { after?: Place; limit: number },
): Promise<PreferenceHistoryRow[]> {
  if (last && !page.after) await store.preferenceChanges.add(last);
  return store.preferenceChanges.list(_id, page);
}
