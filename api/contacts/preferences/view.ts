import { z } from 'zod';
import { type Category, inOrder } from '../../../core/preferences/category';
import { decide, PREFERENCE_RULES } from '../../../core/preferences/decide';
import { PREFERENCE_BY, type PreferenceRow } from '../../../core/preferences/preferences';
import { CHANNELS } from '../../../core/shared/channels';
import { byChannel } from '../../../core/shared/schemas/by-channel';
import type { Contact } from '../../../store/contacts/model';
import { channel, timestamp } from '../../http/formats';

const choices = z.object(byChannel(z.boolean().optional()));

/** What a contact has chosen, and what follows from it (PREFERENCE-7). */
export const preferencesSchema = z
  .object({
    channels: choices.describe('What the contact has chosen for whole channels.'),
    categories: z
      .record(z.string(), choices.extend({ all: z.boolean().optional() }))
      .describe('What the contact has chosen for a category, `all`, and for its single channels.'),
    entries: z
      .array(
        z.object({
          category: z.string().nullable().describe('Null: the choice is for the whole channel.'),
          channel: z.enum(CHANNELS).nullable().describe('Null: the choice is for the whole category.'),
          on: z.boolean(),
          at: timestamp.describe('When it was chosen.'),
          by: z.enum(PREFERENCE_BY).describe('Who chose: `page` and `one_click` are the contact.'),
        }),
      )
      .describe('The same choices, each with its time.'),
    effective: z
      .array(
        z.object({
          category: z.string().nullable().describe('Null: messages of events without a category.'),
          channel: z.enum(CHANNELS),
          on: z.boolean(),
          rule: z.enum(PREFERENCE_RULES).describe('What decided (PREFERENCE-1).'),
        }),
      )
      .describe('Whether messages are sent, for each category of the application and each channel.'),
  })
  .meta({ id: 'Preferences' });

type PreferencesView = z.output<typeof preferencesSchema>;

export function preferencesView(
  { preferences: rows = [] }: Pick<Contact, 'preferences'>,
  categories: readonly Category[],
): PreferencesView {
  const names = [null, ...inOrder(categories).map(({ name }) => name)];
  return {
    ...chosen(rows),
    entries: rows.map(({ at, ...row }) => ({ ...row, at: at.toISOString() })),
    effective: names.flatMap((category) =>
      CHANNELS.map((channel) => {
        const { on, rule } = decide({ category, channel, categories, rows });
        return { category, channel, on, rule };
      }),
    ),
  };
}

function chosen(rows: readonly PreferenceRow[]): Pick<PreferencesView, 'channels' | 'categories'> {
  const view: Pick<PreferencesView, 'channels' | 'categories'> = { channels: {}, categories: {} };
  for (const { category, channel, on } of rows) {
    if (category === null) view.channels[channel!] = on;
    else (view.categories[category] ??= {})[channel ?? 'all'] = on;
  }
  return view;
}

const choice = z.boolean().nullable();

/** A change that was made. */
export const preferenceMadeSchema = z.object({
  category: z.string().nullable().describe('Null: the choice is for the whole channel.'),
  channel: channel.nullable().describe('Null: the choice is for the whole category.'),
  was: choice.describe('Null: there was no choice.'),
  on: choice.describe('Null: the choice was taken back.'),
});
