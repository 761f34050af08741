import type { Channel } from '../shared/channels';
import { type Category, isOnByDefault } from './category';
import { isAbout, type PreferenceOf, type PreferenceRow } from './preferences';

/** Which row of the order decided (PREFERENCE-1). */
export const PREFERENCE_RULES = [
  'required',
  'category_and_channel',
  'category',
  'channel',
  'default',
  'none',
] as const;
export type PreferenceRule = (typeof PREFERENCE_RULES)[number];

export interface Decision {
  on: boolean;
  rule: PreferenceRule;
  /** The contact's choice, if that decided. */
  row?: PreferenceRow;
}

/** What a decision is made from. */
export interface Wish {
  /** The category of the event; null: it has none. */
  category: string | null;
  channel: Channel;
  /** What the application says of that category; absent: it has no such category. */
  categories?: readonly Category[];
  /** What the contact has chosen. */
  rows?: readonly PreferenceRow[];
}

/**
 * Decides whether a contact gets messages of a category over a channel. The first that says something counts: a required
 * category, the contact's choice for the category over this channel, for the category, for the channel, the default of the
 * application, on (PREFERENCE-1).
 */
export function decide({ category, channel, categories = [], rows = [] }: Wish): Decision {
  const known = category === null ? undefined : categories.find(({ name }) => name === category);
  if (known?.required) return { on: true, rule: 'required' };
  const chosen = (rule: PreferenceRule, of: PreferenceOf): Decision | undefined => {
    const row = rows.find(isAbout(of));
    return row && { on: row.on, rule, row };
  };
  return (
    (category === null ? undefined : chosen('category_and_channel', { category, channel })) ??
    (category === null ? undefined : chosen('category', { category, channel: null })) ??
    chosen('channel', { category: null, channel }) ??
    (known ? { on: isOnByDefault(known, channel), rule: 'default' } : { on: true, rule: 'none' })
  );
}

/** Returns whether something decided that a provider has set for the contact. */
export const isOfProvider = ({ row }: Decision): boolean => row?.by === 'provider';

const BY: Readonly<Record<PreferenceRow['by'], string>> = {
  api: 'through the API',
  page: 'on the preference page',
  one_click: 'with one click in an e-mail',
  provider: 'at the provider',
  operator: 'an operator did it',
  import: 'imported from another service',
};

/** Returns the error message of a message that its recipient does not want. It names the row that decided, and its time. */
export function preferenceMessage({ rule, row }: Decision, { category, channel }: Wish): string {
  if (!row) return `Category ${category} is off over ${channel}, unless the recipient switches it on.`;
  const what = {
    category_and_channel: `category ${category} over ${channel}`,
    category: `category ${category}`,
    channel: `the channel ${channel}`,
  }[rule as 'category_and_channel' | 'category' | 'channel'];
  return `The recipient has switched off ${what} since ${row.at.toISOString()} (${BY[row.by]}).`;
}
