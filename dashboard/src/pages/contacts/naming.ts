import { CONTACT_TABLE } from '../../../../core/contacts/table';
import type { Contact } from './queries';

/** The fields that answers show, with their labels, and whether their values are identifiers. */
export const ANSWERED = Object.values(CONTACT_TABLE).flatMap((row) =>
  'answer' in row ? [{ label: row.label, name: row.answer.name, isKey: 'key' in row }] : [],
);

/** Returns the identifier that names a contact to people. */
export const identifierOf = ({ emailAddresses, phoneNumbers, externalId, uuid }: Contact): string =>
  emailAddresses[0] ?? phoneNumbers[0] ?? externalId ?? uuid;

/** Returns the name of a contact, or else what identifies it. */
export const nameOf = (contact: Contact): string => contact.name ?? identifierOf(contact);

/** Returns the identifiers of a contact that people know. */
export const identifiersOf = (contact: Contact): string[] =>
  ANSWERED.flatMap(({ isKey, name }) => (isKey ? [contact[name] ?? []].flat() : []));

/** Returns the language of a contact. Undefined: it has none. */
export const languageOf = ({ meta }: Contact): string | undefined =>
  typeof meta.language === 'string' ? meta.language : undefined;
