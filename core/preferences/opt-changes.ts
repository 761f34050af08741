import type { Channel } from '../shared/channels';
import type { Category } from './category';
import { isAbout, type PreferenceChange, type PreferenceOf, type PreferenceRow } from './preferences';

type Changes = (rows: readonly PreferenceRow[]) => PreferenceChange[];

/** Returns the changes of an opt-out at a provider: off, unless the contact has chosen after it (PREFERENCE-50). An import is no choice. */
export const changesOfOptOut =
  (of: PreferenceOf, at: Date): Changes =>
  (rows) => {
    const known = rows.find(isAbout(of));
    const isOpen = !known || known.by === 'import' || (known.on && known.at <= at);
    return isOpen ? [{ ...of, on: false }] : [];
  };

/** Which choices an opt-in takes back. */
export interface OptIn {
  channel: Channel;
  /** Opt-outs after this time stay. */
  until: Date;
  /** Categories, null for the whole channel. Absent: all. */
  only?: readonly (string | null)[];
}

/** Returns the changes of an opt-in at a provider: it takes back what an opt-out there has set, and nothing else (PREFERENCE-51). */
export const changesOfOptIn =
  ({ channel, until, only }: OptIn): Changes =>
  (rows) =>
    rows
      .filter(({ by, on, at, ...of }) => {
        const isOptOut = by === 'provider' && !on && of.channel === channel;
        return isOptOut && at <= until && (only?.includes(of.category) ?? true);
      })
      .map(({ category }) => ({ category, channel, on: null }));

/** Returns the category that an opt-out from a message of an event switches off; null: there is none that can be. */
export function categoryToLeave(
  event: { category?: string } | null,
  categories: readonly Category[],
): string | null {
  const known = categories.find(({ name }) => name === event?.category);
  return known && !known.required ? known.name : null;
}
