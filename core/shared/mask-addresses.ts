import { maskedIdentifier } from '../contacts/asked-identifiers';

/** E-mail addresses and international phone numbers. The lengths are bounded, so that no text takes long. */
const ADDRESS = /[^\s"'`<>()[\]{},;:=/\\@]{1,64}@[^\s"'`<>()[\]{},;:=/\\@]{1,253}|\+\d{7,15}\b/g;

/** Returns a text with every address in it masked, for logs: `a***@example.com`, `+15***43`. */
export const maskAddresses = (text: string): string => text.replace(ADDRESS, maskedIdentifier);
