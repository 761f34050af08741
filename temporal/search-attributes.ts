import { defineSearchAttributeKey, SearchAttributeType, TypedSearchAttributes } from '@temporalio/common';

/** Search attributes of every notification, set when its workflow starts. All are keywords. */
export const SEARCH_ATTRIBUTES = {
  application: 'HeliographApplication',
  environment: 'HeliographEnvironment',
  event: 'HeliographEvent',
  contact: 'HeliographContact',
} as const;

const keyword = (name: string) => defineSearchAttributeKey(name, SearchAttributeType.KEYWORD);

/** Key of the contact's id. */
export const CONTACT_KEY = keyword(SEARCH_ATTRIBUTES.contact);

/** Values of the search attributes of a notification. */
export interface SearchableNotification {
  applicationId: string;
  environment: string;
  event: string;
  contactId: string | null;
}

/**
 * Returns the typed attributes of a notification and of its webhooks. Operators filter by them in the Temporal UI, and an
 * erasure finds the workflows of a contact by them.
 */
export const searchAttributesOf = (of: SearchableNotification): TypedSearchAttributes =>
  new TypedSearchAttributes([
    { key: keyword(SEARCH_ATTRIBUTES.application), value: of.applicationId },
    { key: keyword(SEARCH_ATTRIBUTES.environment), value: of.environment },
    { key: keyword(SEARCH_ATTRIBUTES.event), value: of.event },
    ...(of.contactId === null ? [] : [{ key: CONTACT_KEY, value: of.contactId }]),
  ]);
