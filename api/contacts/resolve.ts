import { isDeepStrictEqual } from 'node:util';
import type { ContactFields } from '../../core/contacts/fields';
import { tokenTimes } from '../../core/contacts/push-tokens';
import {
  type ContactInput,
  type ContactState,
  applyInput,
  EMPTY_CONTACT,
  identifiersIn,
} from '../../core/contacts/input';
import {
  type Identifier,
  contactKeys,
  identifiersOf,
  isIdentifying,
  uuidKey,
} from '../../core/contacts/keys';
import { CONTACT_FIELDS } from '../../core/contacts/rows';
import { listKeysOf } from '../../core/contacts/search';
import { newId } from '../../core/shared/ids';
import type { Scope } from '../../core/shared/scope';
import type { Contact } from '../../store/contacts/model';
import type { Store } from '../../store/store';
import { ApiError } from '../http/api-error';

/** The contact that an input refers to, with the input's changes, and how to write it. */
export interface ContactPlan {
  contact: Contact;
  write: 'none' | 'insert' | 'replace';
}

/** Which contacts own the identifiers of an input. */
export interface Owners {
  /** By `kind:value`. */
  byIdentifier: Map<string, Contact>;
  /** Keys of other forms of a phone number that are another contact's, by key. Older releases made a contact of each form. */
  foreign: Map<string, string>;
  /** The owner of the uuid, if the request has one. */
  byUuid: Contact | null;
}

const idOf = ({ kind, value }: Identifier): string => `${kind}:${value}`;

/** Returns the unique keys by which an input, or the uuid beside it, finds its contact. */
export function keysOfInput(scope: Scope, input: ContactInput, uuid?: string): string[] {
  const keys = identifiersIn(input).flatMap((identifier) => contactKeys(scope, identifier));
  return uuid === undefined ? keys : [...keys, uuidKey(scope, uuid)];
}

/** Returns contacts by each key that they own. */
export const contactsByKey = (contacts: Contact[]): Map<string, Contact> =>
  new Map(contacts.flatMap((contact) => contact.identifiers.map((key) => [key, contact] as const)));

/** Returns which of the known contacts own the identifiers of an input. */
export function ownersAmong(
  known: Map<string, Contact>,
  scope: Scope,
  input: ContactInput,
  uuid?: string,
): Owners {
  const byIdentifier = new Map<string, Contact>();
  const foreign = new Map<string, string>();
  for (const identifier of identifiersIn(input)) {
    const keys = contactKeys(scope, identifier);
    const owner = keys.map((key) => known.get(key)).find((one) => one !== undefined);
    if (owner) byIdentifier.set(idOf(identifier), owner);
    for (const key of keys) {
      const other = known.get(key);
      if (other && other._id !== owner?._id) foreign.set(key, other._id);
    }
  }
  const byUuid = uuid === undefined ? null : (known.get(uuidKey(scope, uuid)) ?? null);
  return { byIdentifier, foreign, byUuid };
}

export async function findOwners(
  store: Store,
  scope: Scope,
  input: ContactInput,
  uuid?: string,
): Promise<Owners> {
  const keys = keysOfInput(scope, input, uuid);
  const found = keys.length > 0 ? await store.contacts.findByKeys(keys) : [];
  return ownersAmong(contactsByKey(found), scope, input, uuid);
}

/**
 * Returns the contact that a POST refers to (CONTACT-10). `external_id` decides, then `email`, then `phone`. If the input
 * has none of them, the other identifiers decide.
 */
export function ownerOf(owners: Owners, input: ContactInput): Contact | null {
  return owners.byUuid ?? ownersInOrder(owners, input)[0] ?? null;
}

/**
 * Returns the contact that `to` refers to (RECIPIENT-15): as `ownerOf`, but an address does not refer to a contact with
 * another external id than the input's (RECIPIENT-16).
 */
export function addresseeOf(owners: Owners, input: ContactInput): Contact | null {
  const mayBe = ({ externalId }: Contact): boolean =>
    !input.externalId || externalId === null || externalId === input.externalId;
  return owners.byUuid ?? ownersInOrder(owners, input).find(mayBe) ?? null;
}

function ownersInOrder(owners: Owners, input: ContactInput): Contact[] {
  const identifiers = identifiersIn(input);
  const hard = identifiers.filter(isIdentifying);
  return (hard.length > 0 ? hard : identifiers).flatMap((one) => owners.byIdentifier.get(idOf(one)) ?? []);
}

/** Returns the identifier of the input that belongs to another contact than `owner`. Null if there is none. */
export function conflictOf(owners: Owners, input: ContactInput, owner: Contact | null): Identifier | null {
  const hard = identifiersIn(input).filter(isIdentifying);
  return (
    hard.find((one) => {
      const other = owners.byIdentifier.get(idOf(one));
      return other !== undefined && other._id !== owner?._id;
    }) ?? null
  );
}

/** Maximum size of a contact's metadata, which every send reads. It is the size of the largest body. */
const MAX_META_BYTES = 1024 * 1024;

interface Planning {
  /** Field of the metadata in the body. @default 'meta' */
  metaField?: string;
  /** Whether what the contact has already becomes its newest. @default true */
  reorders?: boolean;
  /** When the push tokens of the input are registered, by the database's clock. @default our own */
  registeredAt?: Date;
}

/**
 * Plans what an input changes. What another contact owns stays with that contact. With `reorders: false`, as in a send, an
 * address that the contact has already does not become its newest. Throws an ApiError if the metadata would grow too
 * large, with `metaField` as its field.
 */
export function planContact(
  scope: Scope,
  owners: Owners,
  owner: Contact | null,
  input: ContactInput,
  { metaField = 'meta', reorders = true, registeredAt = new Date() }: Planning = {},
): ContactPlan {
  const own = (identifier: Identifier): boolean => {
    const other = owners.byIdentifier.get(idOf(identifier));
    return other === undefined || other._id === owner?._id;
  };
  // A uuid in `to` that found its contact is no external id.
  const applied = owners.byUuid ? { ...input, externalId: undefined } : input;
  const now = new Date();
  const next = applyInput(owner ? stateOf(owner) : EMPTY_CONTACT, applied, { mayClaim: own, reorders });
  const _id = owner?._id ?? newId();
  const fields = { ...next, meta: JSON.stringify(next.meta) };
  if (input.meta && Buffer.byteLength(fields.meta) > MAX_META_BYTES) {
    const message = `${metaField}: the metadata of a contact can have at most ${MAX_META_BYTES} bytes. Clear it with PATCH first.`;
    throw new ApiError('VALIDATION_ERROR', message, { field: metaField });
  }
  const carried = new Set(
    identifiersIn(applied)
      .filter(own)
      .flatMap((identifier) => contactKeys(scope, identifier))
      .filter((key) => (owners.foreign.get(key) ?? _id) === _id),
  );
  const mayClaim = (key: string): boolean => carried.has(key) || (owner?.identifiers.includes(key) ?? false);
  const contact: Contact = {
    _id,
    ...scope,
    identifiers: keysOf(scope, _id, next, mayClaim),
    listKeys: listKeysOf(scope, next),
    ...fields,
    ...timesOf(owner, next, { registered: input.pushTokens ?? [], reorders, at: registeredAt }),
    ...(owner?.preferences && { preferences: owner.preferences }),
    revision: owner?.revision ?? 0,
    createdAt: owner?.createdAt ?? now,
    updatedAt: now,
  };
  if (!owner) return { contact, write: 'insert' };
  return { contact, write: sameContact(owner, contact) ? 'none' : 'replace' };
}

/** Returns the times of the tokens; nothing for a contact that never had any. A send renews no time (DEVICE-7). */
function timesOf(
  owner: Contact | null,
  { pushTokens }: ContactState,
  { registered, reorders, at }: { registered: string[]; reorders: boolean; at: Date },
): Pick<Contact, 'pushTokenTimes'> {
  const added = registered.filter((token) => reorders || !owner?.pushTokens.includes(token));
  const known = owner?.pushTokenTimes;
  const times = tokenTimes(pushTokens, { known, registered: added, at });
  return known || times.length > 0 ? { pushTokenTimes: times } : {};
}

/** Returns the fields of a stored contact that inputs change. */
export function stateOf(contact: Contact): ContactState {
  const fields = CONTACT_FIELDS.map(({ field }) => [field, contact[field]]);
  const meta = JSON.parse(contact.meta) as Record<string, unknown>;
  return { ...(Object.fromEntries(fields) as ContactFields), meta };
}

/** Returns the keys that a contact claims: those it had, and those of the input that no other contact owns. */
function keysOf(scope: Scope, id: string, fields: ContactFields, may: (key: string) => boolean): string[] {
  const keys = identifiersOf(fields).flatMap((identifier) => contactKeys(scope, identifier));
  return [uuidKey(scope, id), ...new Set(keys.filter(may))];
}

/** Returns whether nothing of a contact would change but the time of its last change. */
const sameContact = (before: Contact, after: Contact): boolean =>
  (Object.keys(after) as (keyof Contact)[]).every(
    (key) => key === 'updatedAt' || before[key] === after[key] || isDeepStrictEqual(before[key], after[key]),
  );
