import { line } from '../shared/schemas/fields';

/** What a send does if a notification of its event, contact and reference is open (REFERENCE-3, REFERENCE-4). */
export const IF_OPEN = ['keep', 'replace'] as const;
export type IfOpen = (typeof IF_OPEN)[number];

/** What a notification is about in the words of its caller. */
export const reference = line(128).min(1);

/** Returns what at most one open notification has, of those that were sent with `if_open`. */
export const openKeyOf = (of: {
  event: string;
  recipient: string;
  reference: string;
  tenant?: string;
}): string =>
  JSON.stringify([of.recipient, of.event, of.reference, ...(of.tenant === undefined ? [] : [of.tenant])]);
