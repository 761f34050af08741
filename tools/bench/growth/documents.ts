import { randomUUID } from 'node:crypto';
import { type ContactFields, EMPTY_FIELDS } from '../../../core/contacts/fields';
import { contactKey, identifiersOf, uuidKey } from '../../../core/contacts/keys';
import { listKeysOf } from '../../../core/contacts/search';
import { messageIdOf } from '../../../core/shared/ids';
import type { Scope } from '../../../core/shared/scope';
import type { Contact } from '../../../store/contacts/model';
import type { Notification } from '../../../store/notifications/model';

const DAY_MS = 86_400_000;
const KEPT_DAYS = 90;

/** The contact at a place of the collection, with each of the identifiers that a path may name. */
export function contactAt(place: number, scope: Scope): Contact {
  const _id = randomUUID();
  const at = new Date(Date.now() - (place % KEPT_DAYS) * DAY_MS);
  const fields: ContactFields = {
    ...EMPTY_FIELDS,
    emails: [`customer-${place}@example.org`],
    phones: [`+4670${String(place).padStart(7, '0')}`],
    externalId: `customer-${place}`,
    name: `Customer ${place}`,
    language: 'en',
  };
  const identifiers = identifiersOf(fields).map((one) => contactKey(scope, one));
  const base = {
    ...{ _id, ...scope },
    identifiers: [uuidKey(scope, _id), ...identifiers],
    listKeys: listKeysOf(scope, fields),
  };
  return { ...base, ...fields, meta: '{"plan":"pro"}', revision: 0, createdAt: at, updatedAt: at };
}

/** A notification of a contact as one that the service has completed is stored, ended within the last 90 days. */
export function completedLike(model: Notification, place: number, contact: Contact): Notification {
  const _id = randomUUID();
  const at = new Date(Date.now() - ((place % KEPT_DAYS) * DAY_MS) / 2 - place);
  return {
    ...model,
    _id,
    recipient: contact._id,
    contactId: contact._id,
    contact: { email: contact.emails[0] ?? null, name: contact.name },
    startedAt: at,
    completedAt: at,
    messages: model.messages.map((message) => ({
      ...message,
      id: messageIdOf(_id, message.step, message.channel),
      address: contact.emails[0] ?? null,
      createdAt: at,
      sentAt: at,
      attempts: message.attempts.map((attempt) => ({ ...attempt, id: randomUUID(), at })),
    })),
  };
}

/** The same before its step was claimed. */
export const openLike = (completed: Notification): Notification => ({
  ...completed,
  status: 'running',
  completedAt: null,
  startPending: new Date(),
  backlogOf: completed.applicationId,
  messages: completed.messages.map((message) => ({
    ...message,
    ...{
      status: 'queued',
      sentAt: null,
      attempts: [],
      rendered: null,
      provider: null,
      providerMessageId: null,
    },
  })),
});
