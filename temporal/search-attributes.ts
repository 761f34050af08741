import { defineSearchAttributeKey, SearchAttributeType, TypedSearchAttributes } from '@temporalio/common';

/** Search attributes of every notification, set at its start; all are keywords. */
export const SEARCH_ATTRIBUTES = {
  application: 'HeliographApplication',
  environment: 'HeliographEnvironment',
  event: 'HeliographEvent',
  contact: 'HeliographContact',
} as const;

const keyword = (name: string) => defineSearchAttributeKey(name, SearchAttributeType.KEYWORD);
const keys = {
  application: keyword(SEARCH_ATTRIBUTES.application),
  environment: keyword(SEARCH_ATTRIBUTES.environment),
  event: keyword(SEARCH_ATTRIBUTES.event),
  contact: keyword(SEARCH_ATTRIBUTES.contact),
};

/** The contact's id. */
export const CONTACT_KEY = keys.contact;

/** What the attributes say of a notification. */
export interface SearchableNotification {
  applicationId: string;
  environment: string;
  event: string;
  contactId: string | null;
}

/**
 * The typed attributes of one notification and of its webhooks; an operator filters by them in the Temporal UI, and an
 * erasure finds by them what is left of a contact.
 */
export function searchAttributesOf(of: SearchableNotification): TypedSearchAttributes {
  const pairs = [
    { key: keys.application, value: of.applicationId },
    { key: keys.environment, value: of.environment },
    { key: keys.event, value: of.event },
  ];
  return new TypedSearchAttributes(
    of.contactId === null ? pairs : [...pairs, { key: keys.contact, value: of.contactId }],
  );
}
