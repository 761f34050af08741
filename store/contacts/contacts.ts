import type { Contact, ContactModel } from './model';
import { contactsBeginningWith, type ContactQuery, listContacts } from './list';
import type { Scope } from '../../core/shared/scope';
import {
  type PushToken,
  type ReadPushToken,
  addPushToken,
  forgetPushToken,
  removePushToken,
  renewPushToken,
} from './push-tokens';
import { idRange } from '../id-range';
import { insertMany, insertNew } from '../insert';
import { hasMatched, pendingBy } from '../queries';
import { replaceAll } from './replace-all';
import { completed } from './reserved-metadata';
import { EMPTY_FIELDS } from '../../core/contacts/fields';

/** The tombstone of a contact that is being erased, and when the sweep continues that. */
type Erasing = { _id: string; erasingSince: Date };
/** A change of preferences that is not finished, and when the sweep does it. */
type Unfinished = Pick<Contact, '_id' | 'externalId' | 'preferenceChange'> & { preferencePending: Date };

const read = (contact: Contact | null): Contact | null => contact && completed(contact);

export type ContactStore = ReturnType<typeof createContactStore>;

/** Contacts by their unique keys. Every write is conditional, so concurrent writes are never lost. */
export function createContactStore(model: ContactModel) {
  const preferences = pendingBy<Contact, Unfinished>(model, 'preferencePending', {
    preferencePending: 1,
    preferenceChange: 1,
    externalId: 1,
  });
  const erasures = pendingBy<Contact, Erasing>(model, 'erasingSince', { erasingSince: 1 });
  /** Replaces the contact. Returns false if its revision has changed, or if a key belongs to another contact. */
  const replace = async (contact: Contact): Promise<boolean> =>
    (await replaceAll(model, [contact])).length === 0;
  return {
    /** Inserts contacts. Returns the ids of those that have a key of another contact. */
    insertAll: async (contacts: Contact[]) =>
      contacts.length === 0 ? [] : (await insertMany(model, contacts)).map(({ _id }) => _id),
    /** Replaces contacts. Returns the ids of those that need a new plan. */
    replaceAll: (contacts: readonly Contact[]) => replaceAll(model, contacts),
    get: async (id: string) => read(await model.findById(id).lean<Contact>().exec()),
    /** Returns the contacts with these ids. */
    getMany: async (ids: string[]) => {
      const found = model.find({ _id: { $in: ids } }).batchSize(ids.length + 1);
      return (await found.lean<Contact[]>()).map(completed);
    },
    /** Returns contacts whose id begins with `start`. */
    startingWith: async (start: string, limit: number) => {
      const found = await model
        .find({ _id: idRange(start) })
        .limit(limit)
        .lean<Contact[]>()
        .exec();
      return found.map(completed);
    },
    /** Returns some contacts whose name or an identifier begins with a text. */
    beginningWith: async (scope: Scope, search: string, limit: number) =>
      (await contactsBeginningWith(model, scope, search, limit)).map(completed),
    /** Returns the contacts that own any of these keys (core/contacts/keys.ts). */
    findByKeys: async (keys: string[]) => {
      // One answer has all of them. For an array of recipients a cursor would need a second round trip, and can be lost.
      const options = { batchSize: keys.length + 1 };
      const found = await model.collection.find<Contact>({ identifiers: { $in: keys } }, options).toArray();
      return found.map(completed);
    },
    /** Returns false if a key belongs to another contact: read that one and update it. */
    insert: (contact: Contact) => insertNew(model, contact),
    replace,
    /** Returns one page of a scope's contacts, newest first, without erased ones. */
    list: async (query: ContactQuery) => {
      const { contacts, total } = await listContacts(model, query);
      return { contacts: contacts.map(completed), total };
    },
    addPushToken: async (id: string, token: PushToken & { at: Date }) =>
      read(await addPushToken(model, id, token)),
    /** Returns false if the contact does not have the token any more, or was removed. */
    renewPushToken: (id: string, token: string, at: Date) => renewPushToken(model, id, token, at),
    /** Returns null if the contact does not have the token, or was removed. */
    removePushToken: async (id: string, token: PushToken) => read(await removePushToken(model, id, token)),
    /** Removes a token that is gone, unless it was registered again since it was read. Returns whether it did. */
    forgetPushToken: async (id: string, token: ReadPushToken) =>
      (await forgetPushToken(model, id, token)) !== null,
    /** Removes all personal data and frees the keys. Returns false if the contact was removed or is being erased. */
    tombstone: (id: string, at: Date) => {
      const empty = { ...EMPTY_FIELDS, meta: '{}', listKeys: [], identifiers: [`erased:${id}`] };
      return hasMatched(
        model.updateOne(
          { _id: id, erasingSince: { $exists: false } },
          {
            $set: { ...empty, erasingSince: at },
            $unset: { pushTokenTimes: '', preferences: '', preferenceChange: '', preferencePending: '' },
            $inc: { revision: 1 },
          },
        ),
      );
    },
    /** Returns the erasures that the sweep continues if they are due before `before`, oldest first. */
    erasing: erasures.due,
    /** Returns the changes of preferences that the sweep finishes if they are due before `before`, oldest first. */
    unfinishedPreferences: preferences.due,
    postponePreferences: preferences.postpone,
    /** Marks the last change of preferences as finished. */
    finishedPreferences: async (_id: string, row: { _id: string }) => {
      await model.updateOne(
        { _id, 'preferenceChange._id': row._id },
        { $unset: { preferencePending: 1, preferenceChange: 1 } },
      );
    },
    /** Postpones the sweep's next attempt at an erasure. */
    postponeErasure: erasures.postpone,
    remove: async (id: string) => {
      await model.deleteOne({ _id: id });
    },
  };
}
