import type { Channel } from '../shared/channels';

/**
 * Who switched something. `one_click` is the header of an e-mail, `provider` a list of a provider, `import` the file of
 * another service.
 */
export const PREFERENCE_BY = ['api', 'page', 'one_click', 'provider', 'operator', 'import'] as const;
export type PreferenceBy = (typeof PREFERENCE_BY)[number];

/** What an entry is about: a category, a channel, or a category over one channel. Not both are null. */
export interface PreferenceOf {
  category: string | null;
  channel: Channel | null;
}

/** What a contact has chosen. Stored with the contact, which each attempt reads. */
export interface PreferenceRow extends PreferenceOf {
  on: boolean;
  at: Date;
  by: PreferenceBy;
}

/** A new choice. Null takes the entry away, so that what comes after it in the order decides. */
export interface PreferenceChange extends PreferenceOf {
  on: boolean | null;
}

/** A change that was made. */
export interface PreferenceMade extends PreferenceChange {
  /** What it was. Null: there was no choice. The same as `on`: an import had written it, and now somebody has chosen it here. */
  was: boolean | null;
}

export const isAbout =
  ({ category, channel }: PreferenceOf) =>
  (row: PreferenceOf): boolean =>
    row.category === category && row.channel === channel;

/** Maximum entries of a contact: categories come and go. */
export const MOST_ROWS = 500;

/**
 * Makes changes. Returns the rows after them, and those changes that change something. What an import wrote and somebody chooses
 * here is changed too: from then on, no import changes it (PREFERENCE-25).
 */
export function changed(
  rows: readonly PreferenceRow[],
  changes: readonly PreferenceChange[],
  { at, by }: Pick<PreferenceRow, 'at' | 'by'>,
): { rows: PreferenceRow[]; made: PreferenceMade[] } {
  let next = [...rows];
  const made: PreferenceMade[] = [];
  for (const { category, channel, on } of changes) {
    const of = { category, channel };
    const known = next.find(isAbout(of));
    const was = known?.on ?? null;
    const isChosenHere = known?.by === 'import' && by !== 'import';
    if (was === on && !isChosenHere) continue;
    next = next.filter((row) => !isAbout(of)(row));
    if (on !== null) next.push({ ...of, on, at, by });
    made.push({ ...of, on, was });
  }
  return { rows: next, made };
}

/** Returns those changes that switch something on or off, or take a choice back. */
export const switches = (made: readonly PreferenceMade[]): PreferenceMade[] =>
  made.filter(({ was, on }) => was !== on);
