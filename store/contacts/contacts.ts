import pMap, { pMapSkip } from 'p-map';
import type { Contact, ContactModel } from './model';
import { isDuplicateKey } from '../connection';
import { type ContactPage, type ContactQuery, listContacts } from './list';
import { type PushToken, addPushToken, removePushTokens } from './push-tokens';
import { insertMany } from '../insert-many';
import { inBothPlaces } from './reserved-metadata';

/** The tombstone of a contact that is being erased. */
export interface Erasing {
  _id: string;
  /** When the sweep may look at it. */
  erasingSince: Date;
}

/** Replacements under way at once. */
const AT_ONCE = 20;

/** What a tombstone has of the person. */
const NOTHING = {
  emails: [],
  phones: [],
  name: null,
  externalId: null,
  avatar: null,
  username: null,
  slack: null,
  telegram: null,
  discord: null,
  pushTokens: [],
  language: null,
  timezone: null,
  meta: '{}',
  listKeys: [],
};

const read = (contact: Contact | null): Contact | null => contact && inBothPlaces(contact);

/** Contacts by their unique keys. Every write is conditional, so concurrent ones never lose each other. */
export interface ContactStore {
  get(id: string): Promise<Contact | null>;
  /** The contacts that own any of these keys (`core/contact-keys`). */
  findByKeys(keys: string[]): Promise<Contact[]>;
  /** False when a key is already someone's: look again and update. */
  insert(contact: Contact): Promise<boolean>;
  /** Replaces the contact read at `contact.revision`; false when it moved or a key is already someone's. */
  replace(contact: Contact): Promise<boolean>;
  /** Inserts many at once; the ids of those that met a key of someone else's come back. */
  insertAll(contacts: Contact[]): Promise<string[]>;
  /** Replaces many at once; the ids of those that had moved come back. */
  replaceAll(contacts: Contact[]): Promise<string[]>;
  /** One page of a scope's contacts, newest first; erased ones are in none. */
  list(query: ContactQuery): Promise<ContactPage>;
  addPushToken(id: string, token: PushToken): Promise<Contact | null>;
  /** Null where the contact has none of them, or is gone. */
  removePushTokens(id: string, tokens: readonly PushToken[]): Promise<Contact | null>;
  /** Takes everything of the person away and frees the keys; false when it was gone or erased already. */
  tombstone(id: string, at: Date): Promise<boolean>;
  /** Erasures that the sweep was to look at before `before`, oldest first. */
  erasing(before: Date, limit: number): Promise<Erasing[]>;
  /** Puts the sweep's next look at an erasure off. */
  postponeErasure(of: Erasing, until: Date): Promise<void>;
  remove(id: string): Promise<void>;
}

export function createContactStore(model: ContactModel): ContactStore {
  const replace = async (contact: Contact): Promise<boolean> => {
    try {
      const { _id, revision, ...fields } = contact;
      const replaced = await model.updateOne(
        { _id, revision },
        { $set: { ...fields, revision: revision + 1 } },
      );
      return replaced.matchedCount > 0;
    } catch (error) {
      if (isDuplicateKey(error)) return false;
      throw error;
    }
  };
  return {
    insertAll: async (contacts) => {
      if (contacts.length === 0) return [];
      const refused = await insertMany(model, contacts);
      return refused.map(({ _id }) => _id);
    },
    replaceAll: (contacts) =>
      pMap(contacts, async (contact) => ((await replace(contact)) ? pMapSkip : contact._id), {
        concurrency: AT_ONCE,
      }),
    get: async (id) => read(await model.findById(id).lean<Contact>().exec()),
    findByKeys: async (keys) => {
      const found = await model
        .find({ identifiers: { $in: keys } })
        // All in one answer: for an array of recipients a cursor would be a second round trip, and could be lost.
        .batchSize(keys.length + 1)
        .lean<Contact[]>()
        .exec();
      return found.map(inBothPlaces);
    },
    insert: async (contact) => {
      try {
        await model.insertMany([contact], { lean: true });
        return true;
      } catch (error) {
        if (isDuplicateKey(error)) return false;
        throw error;
      }
    },
    replace,
    list: async (query) => {
      const { contacts, total } = await listContacts(model, query);
      return { contacts: contacts.map(inBothPlaces), total };
    },
    addPushToken: async (id, token) => read(await addPushToken(model, id, token)),
    removePushTokens: async (id, tokens) => read(await removePushTokens(model, id, tokens)),
    tombstone: async (id, at) => {
      const emptied = await model.updateOne(
        { _id: id, erasingSince: { $exists: false } },
        {
          $set: { ...NOTHING, identifiers: [`erased:${id}`], erasingSince: at },
          $inc: { revision: 1 },
        },
      );
      return emptied.matchedCount > 0;
    },
    erasing: (before, limit) =>
      model
        .find({ erasingSince: { $lt: before } }, { erasingSince: 1 })
        .sort({ erasingSince: 1 })
        .limit(limit)
        .lean<Erasing[]>()
        .exec(),
    postponeErasure: async ({ _id, erasingSince }, until) => {
      await model.updateOne({ _id, erasingSince }, { $set: { erasingSince: until } });
    },
    remove: async (id) => {
      await model.deleteOne({ _id: id });
    },
  };
}
