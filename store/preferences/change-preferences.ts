import {
  changed,
  MOST_ROWS,
  type PreferenceChange,
  type PreferenceRow,
  switches,
} from '../../core/preferences/preferences';
import type { FaultPoint } from '../../core/shared/fault-points';
import { eventIdOf, newId } from '../../core/shared/ids';
import { scopeKey } from '../../core/shared/scope';
import { buildPreferencePayload } from '../../core/webhooks/preference-payload';
import { countPreferenceChanges } from '../../telemetry/preference-metrics';
import type { Contact } from '../contacts/model';
import { EVER } from '../queries';
import type { Store } from '../store';
import { wants } from '../webhooks/endpoints';
import type { WebhookDelivery } from '../webhooks/deliveries';
import type { PreferenceHistoryRow } from './changes';

/** What is changed, and who changes it. */
export interface PreferenceOrder extends Pick<PreferenceRow, 'by'> {
  contactId: string;
  /** Returns the changes, from what the contact has chosen. It may be called again. */
  changes: (rows: readonly PreferenceRow[]) => readonly PreferenceChange[];
  /** Name of the key or operator, or of the provider and its list. @default it was the contact */
  name?: string;
  /** The notification whose link was used, or from which the contact opted out at the provider. */
  notificationId?: string;
  /** When it was chosen. @default now */
  at?: Date;
  /** Lets a test end the process at a point. */
  fault?: (point: FaultPoint) => void;
}

export interface PreferenceResult {
  contact: Contact;
  /** Null: nothing changed. */
  row: PreferenceHistoryRow | null;
  /** The webhook event, which the sweep delivers unless somebody does earlier. Null: no endpoint wants it, or nothing was switched. */
  event: WebhookDelivery | null;
}

export type PreferenceStores = Pick<
  Store,
  'contacts' | 'preferenceChanges' | 'webhooks' | 'webhookEvents' | 'now'
>;

/** Time after which the sweep finishes a change, milliseconds. */
const FINISH_AFTER_MS = 10_000;

/**
 * Changes a contact's preferences. The contact's revision decides concurrent changes, so none is lost. Each attempt at a SEND
 * reads the contact, so a change counts from the next one on (PREFERENCE-3). The contact keeps the change until it is in the
 * history and its webhook event is stored: the sweep does that after a crash. Returns `gone` if the contact is, and `too_many`
 * if it would have more than `MOST_ROWS` entries.
 */
export async function changePreferences(
  store: PreferenceStores,
  { contactId, changes, by, name, notificationId, at: chosenAt, fault }: PreferenceOrder,
): Promise<PreferenceResult | 'gone' | 'too_many'> {
  for (;;) {
    const contact = await store.contacts.get(contactId);
    if (!contact || contact.erasingSince) return 'gone';
    const before = contact.preferences ?? [];
    const now = store.now();
    const at = chosenAt ?? now;
    const { rows, made } = changed(before, changes(before), { at, by });
    // A repeat finishes what a crash has left.
    if (made.length === 0) return { contact, row: null, event: await finishChange(store, contact) };
    if (rows.length > MOST_ROWS) return 'too_many';
    const { applicationId, environment, revision } = contact;
    const endpoint = await store.webhooks.ofScope(contact);
    const row: PreferenceHistoryRow = {
      _id: `${contactId}:${revision}`,
      ...{ contactId, applicationId, environment, at, by, name: name ?? null },
      notificationId: notificationId ?? null,
      changes: made,
    };
    await finishChange(store, contact);
    const next: Contact = {
      ...contact,
      preferences: rows,
      preferenceChange: {
        ...row,
        learntAt: now,
        ...(switches(made).length > 0 &&
          wants(endpoint, 'preference.changed') && { endpointId: endpoint._id }),
      },
      preferencePending: new Date(now.getTime() + FINISH_AFTER_MS),
    };
    if (!(await store.contacts.replace(next))) continue;
    countPreferenceChanges({ environment, by }, switches(made));
    fault?.('preference-stored');
    return { contact: next, row, event: await finishChange(store, next, fault) };
  }
}

/** Finishes the last change of a contact's preferences, if it is not. It may be repeated. Returns its webhook event. */
export async function finishChange(
  store: PreferenceStores,
  { _id, externalId, preferenceChange: change }: Pick<Contact, '_id' | 'externalId' | 'preferenceChange'>,
  fault?: PreferenceOrder['fault'],
): Promise<WebhookDelivery | null> {
  if (!change) return null;
  // Older releases store no time of their own: theirs is that of the choice.
  const { endpointId, learntAt = change.at, ...row } = change;
  await store.preferenceChanges.add(row);
  fault?.('preference-in-history');
  const event = endpointId === undefined ? null : eventOf(row, { externalId, learntAt, endpointId });
  if (event) await store.webhookEvents.add(event);
  await store.contacts.finishedPreferences(_id, row);
  return event;
}

/** Returns the webhook event of a change, which the sweep delivers. Its time is when the service learnt of the choice. */
function eventOf(
  row: PreferenceHistoryRow,
  { externalId, learntAt, endpointId }: { externalId: string | null; learntAt: Date; endpointId: string },
): WebhookDelivery {
  const type = 'preference.changed';
  return {
    _id: eventIdOf(row._id, type),
    ...{ endpointId, scope: scopeKey(row), type, status: 'pending', alone: true },
    ...{ notificationId: newId(), contactId: row.contactId },
    body: JSON.stringify(buildPreferencePayload({ ...row, externalId, learntAt })),
    ...{ attempts: [], createdAt: learntAt, dueAt: EVER },
  };
}
