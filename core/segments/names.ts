import { namesReadBy } from '../contacts/rows';

/** What `contact.…` of a condition may name: what a sequence's condition may, and when the contact was created. */
export const SEGMENT_NAMES: readonly string[] = [
  ...namesReadBy('condition').filter((name) => name !== 'meta'),
  'created_at',
];

/** Maximum number of conditions of a filter. */
export const MOST_CONDITIONS = 20;

const KEY = String.raw`[^.\s]{1,64}`;

/** Path of a field of contacts, or into their metadata. */
export const SEGMENT_PATH = new RegExp(`^contact\\.(?:${SEGMENT_NAMES.join('|')}|meta(?:\\.${KEY}){1,8})$`);
