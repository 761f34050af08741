import { changesOf, type PreferencesInput } from './input';
import { isAbout, type PreferenceChange, type PreferenceRow } from './preferences';

/** The changes of an import. */
export interface ImportedChanges {
  changes: PreferenceChange[];
  /** How many choices of the file were left out, because of what was chosen here. */
  kept: number;
}

/**
 * Returns the changes of what a file of another service says of a contact (PREFERENCE-25). Of a category that it names, it
 * replaces what an earlier import wrote. What was chosen here stays, and nothing is switched on that somebody has switched
 * off here, because the file may be older.
 */
export function importedChanges(input: PreferencesInput, rows: readonly PreferenceRow[]): ImportedChanges {
  const named = changesOf(input, rows);
  const own = rows.filter(({ by }) => by !== 'import');
  const [changes, kept] = [[] as PreferenceChange[], new Set<PreferenceChange>()];
  for (const change of named) {
    const chosen = own.find(isAbout(change));
    if (chosen === undefined && !(change.on === true && own.some(coversOff(change)))) changes.push(change);
    else if (change.on !== null && change.on !== chosen?.on) kept.add(change);
  }
  const replaced = rows.filter(
    (row) =>
      row.by === 'import' &&
      row.category !== null &&
      Object.hasOwn(input.categories, row.category) &&
      !changes.some(isAbout(row)),
  );
  const takenBack = replaced.map(({ category, channel }) => ({ category, channel, on: null }));
  return { changes: [...takenBack, ...changes], kept: kept.size };
}

/** Returns whether a choice switches off something wider, which a finer one would win over. */
const coversOff =
  ({ category, channel }: PreferenceChange) =>
  (row: PreferenceRow): boolean =>
    !row.on &&
    (row.category === null
      ? category !== null && (channel === null || row.channel === channel)
      : row.category === category && row.channel === null);
