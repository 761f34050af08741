import { z } from 'zod';
import { suggestion } from '../shared/suggestion';
import type { Channel } from '../shared/channels';
import { byChannel } from '../shared/schemas/by-channel';
import { type Category, CATEGORY_NAME, CATEGORY_NAME_RULE } from './category';
import { isAbout, type PreferenceChange, type PreferenceRow } from './preferences';

const choice = z.boolean().nullable();
const choices = byChannel(choice.optional());

/** What `channels` and `categories` of a request hold. */
export const preferencesInput = z
  .strictObject({
    channels: z
      .strictObject(choices)
      .default({})
      .describe('Per channel: `true`, `false`, or `null` to take the choice back.'),
    categories: z
      .record(
        z.string().regex(CATEGORY_NAME, CATEGORY_NAME_RULE),
        z.union([choice, z.strictObject({ all: choice.optional(), ...choices })]),
      )
      .default({})
      .describe(
        'Per category: `true` or `false` for the category, or an object with a choice for single channels, and `all` for the category. `null` takes back what the contact has chosen for the category.',
      ),
  })
  .meta({ id: 'PreferencesInput' });

export type PreferencesInput = z.output<typeof preferencesInput>;

/** A part of the input that cannot be done. */
export interface PreferenceProblem {
  field: string;
  message: string;
}

/** Returns why an input cannot be done: a category that there is not, or one that nobody can switch off (PREFERENCE-6). */
export function problemOf(
  { categories: given }: PreferencesInput,
  categories: readonly Category[],
): PreferenceProblem | null {
  const names = categories.map(({ name }) => name);
  for (const [name, wanted] of Object.entries(given)) {
    const field = `categories.${name}`;
    const category = categories.find((one) => one.name === name);
    if (!category) {
      const known =
        names.length === 0 ? 'The application has no category.' : `Its categories: ${names.join(', ')}.`;
      // Taking back a choice for a category that is gone is always right.
      if (wanted === null) continue;
      return { field, message: `There is no category ${name}${suggestion(name, names) || '.'} ${known}` };
    }
    const isOff = (on: unknown): boolean => on === false;
    if (category.required && (isOff(wanted) || (wanted !== null && Object.values(wanted).some(isOff))))
      return { field, message: `${field}: this category is required, so nobody can switch it off.` };
  }
  return null;
}

/** Returns the changes that an input names (PREFERENCE-5). `rows`: what the contact has chosen. */
export function changesOf(
  { channels, categories }: PreferencesInput,
  rows: readonly PreferenceRow[],
): PreferenceChange[] {
  const given = Object.entries(channels) as [Channel, boolean | null][];
  return [
    ...given.map(([channel, on]) => ({ category: null, channel, on })),
    ...Object.entries(categories).flatMap(([category, wanted]): PreferenceChange[] => {
      if (typeof wanted === 'boolean') return [{ category, channel: null, on: wanted }];
      if (wanted === null)
        return rows.flatMap((row) =>
          row.category === category ? [{ category, channel: row.channel, on: null }] : [],
        );
      const { all, ...over } = wanted;
      return [
        ...(all === undefined ? [] : [{ category, channel: null, on: all }]),
        ...(Object.entries(over) as [Channel, boolean | null][]).map(([channel, on]) => ({
          ...{ category, channel, on },
        })),
      ];
    }),
  ];
}

/** Returns the changes after which a contact has chosen what the input says, and nothing else (PREFERENCE-5). */
export function replacementOf(input: PreferencesInput, rows: readonly PreferenceRow[]): PreferenceChange[] {
  const changes = changesOf(input, rows).filter(({ on }) => on !== null);
  const left = rows.filter((row) => !changes.some((change) => isAbout(row)(change)));
  return [...left.map(({ category, channel }) => ({ category, channel, on: null })), ...changes];
}
