import { ALIASES } from '../contacts/aliases';
import { type ContactInput, givenFor } from '../contacts/input';
import { hasKnownLength } from '../contacts/phone';
import { CONTACT_FIELDS } from '../contacts/rows';
import { nearest } from '../shared/suggestion';

/** What is probably a mistake in a `to` that is accepted (RECIPIENT-20). */
export interface RecipientWarning {
  code: 'FIELD_UNKNOWN' | 'PHONE_LENGTH';
  /** Path into the body. */
  field: string;
  /** The field that was probably meant. */
  meant?: string;
}

/** Fields of one `to` that are looked at. */
const MOST_FIELDS = 10;

/** Fields that a `to` may have. */
const FIELDS = [
  ...CONTACT_FIELDS.flatMap(({ body }) => Object.keys(body)),
  'meta',
  'payload',
  'metadata',
  'reference',
];
const KNOWN = new Set([...FIELDS, ...Object.keys(ALIASES)]);
const PHONES = CONTACT_FIELDS.filter(({ form }) => form === 'phone');

/** Returns the fields of a `to` that are metadata, and are spelled almost as a field of a recipient. */
export const misspelledIn = (to: object, path: string): RecipientWarning[] =>
  Object.keys(to)
    .filter((name) => !KNOWN.has(name))
    .slice(0, MOST_FIELDS)
    .flatMap((name) => {
      const meant = nearest(name, FIELDS);
      return meant === undefined ? [] : { code: 'FIELD_UNKNOWN', field: `${path}.${name}`, meant };
    });

/** Returns the phone numbers of an input whose length their numbering plan does not know. */
export const oddPhonesIn = (input: ContactInput, pathOf: (name: string) => string): RecipientWarning[] =>
  PHONES.flatMap((row) => {
    const odd = [givenFor(input, row) ?? []].flat().some((phone) => !hasKnownLength(phone));
    return odd ? { code: 'PHONE_LENGTH', field: pathOf(row.wire) } : [];
  });

/** Returns a warning as a sentence. */
export function warningText({ code, field, meant }: RecipientWarning): string {
  switch (code) {
    case 'FIELD_UNKNOWN':
      return `${field} is not a field of a recipient and becomes metadata. Did you mean ${meant}?`;
    case 'PHONE_LENGTH':
      return `${field} has a length that no phone number of its country has. It is used as it is.`;
  }
}
