import type { Contact } from './queries';

/** Returns the identifier that names a contact to people. */
export const identifierOf = ({ emailAddresses, phoneNumbers, externalId, uuid }: Contact): string =>
  emailAddresses[0] ?? phoneNumbers[0] ?? externalId ?? uuid;

/** Returns the name of a contact, or else what identifies it. */
export const nameOf = (contact: Contact): string => contact.name ?? identifierOf(contact);

/** Returns the identifiers of a contact that people know. */
export const identifiersOf = ({ emailAddresses, phoneNumbers, externalId, slack }: Contact): string[] =>
  [...emailAddresses, ...phoneNumbers, externalId, slack].filter((one) => one !== null);

/** Returns the language of a contact. Undefined: it has none. */
export const languageOf = ({ meta }: Contact): string | undefined =>
  typeof meta.language === 'string' ? meta.language : undefined;
