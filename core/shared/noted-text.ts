import { maskedIdentifier } from '../contacts/asked-identifiers';
import { maskAddresses } from './mask-addresses';

/** Characters that are looked at. Masking shortens a text. */
const LOOKED_AT = 4;
const LONG_NUMBER = /\d{7,}/g;
const CONTROL = /[\u0000-\u001f\u007f-\u009f]/g;
const NAME = /^(?=.*[A-Za-z])[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/;

/** Returns a text in which a caller may have written anything, as it is kept: with addresses masked, and of a bounded length. */
export function notedText(text: string, most: number): string {
  const masked = maskAddresses(text.slice(0, LOOKED_AT * most))
    .replace(LONG_NUMBER, maskedIdentifier)
    .replace(CONTROL, ' ');
  return masked.length > most ? `${masked.slice(0, most - 1)}…` : masked;
}

/** Returns the name of an event as a caller wrote it. What cannot be a name may be an address, and is masked. */
export const notedName = (name: string): string =>
  NAME.test(name) ? name : notedText(maskedIdentifier(name.slice(0, 64)), 64);
