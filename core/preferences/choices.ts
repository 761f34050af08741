import type { Channel } from '../shared/channels';
import type { Category } from './category';
import { decide } from './decide';
import { changed, type PreferenceChange, type PreferenceRow } from './preferences';
import type { LinkFacts } from './token';

/** A switch of the preference page: a category over a channel, or with null all messages without a category. */
export interface Cell {
  category: string | null;
  channel: Channel;
}

/** A switch as it was shown, and as it was sent back. */
export interface Chosen extends Cell {
  shown: boolean;
  on: boolean;
}

const off = { at: new Date(0), by: 'page' } as const;
const optional = (categories: readonly Category[]): Category[] =>
  categories.filter(({ required }) => !required);

/** Whether nobody can switch off what a link is about. */
export const isRequired = (
  { category }: Pick<LinkFacts, 'category'>,
  categories: readonly Category[],
): boolean => categories.some(({ name, required }) => name === category && required);

/**
 * Returns the changes of a link that unsubscribes, or with `on` subscribes again: its category over its channel. Without a
 * category, all that can be switched off over this channel (PREFERENCE-36).
 */
export function changesOfLink(
  { category, channel }: Pick<LinkFacts, 'category' | 'channel'>,
  categories: readonly Category[],
  on: boolean,
): PreferenceChange[] {
  if (category !== null) return isRequired({ category }, categories) ? [] : [{ category, channel, on }];
  const all = optional(categories);
  return all.length === 0
    ? [{ category: null, channel, on }]
    : all.map(({ name }) => ({ category: name, channel, on }));
}

/** Returns the changes that switch off every category that can be; without categories, every channel (PREFERENCE-37). */
export function changesOfNone(
  rows: readonly PreferenceRow[],
  categories: readonly Category[],
  channels: readonly Channel[],
): PreferenceChange[] {
  const all = optional(categories);
  if (all.length === 0) return channels.map((channel) => ({ category: null, channel, on: false }));
  return all.flatMap(({ name }) => [
    { category: name, channel: null, on: false },
    // A finer choice would win.
    ...rows
      .filter(({ category, channel, on }) => category === name && channel !== null && on)
      .map(({ category, channel }) => ({ category, channel, on: null })),
  ]);
}

/**
 * Returns the changes after which everything is as the page said: what a contact changed is as chosen, and all else is as it
 * was, also if a choice for a channel would decide it (PREFERENCE-38).
 */
export function changesOfPage(
  chosen: readonly Chosen[],
  rows: readonly PreferenceRow[],
  categories: readonly Category[],
): PreferenceChange[] {
  const changes: PreferenceChange[] = chosen
    .filter(({ category, shown, on }) => category === null && shown !== on)
    .map(({ channel, on }) => ({ category: null, channel, on }));
  const after = changed(rows, changes, off).rows;
  for (const { category, channel, shown, on } of chosen) {
    if (category === null || isRequired({ category }, categories)) continue;
    const wish = { category, channel, categories };
    const wanted = shown === on ? decide({ ...wish, rows }).on : on;
    if (decide({ ...wish, rows: after }).on !== wanted) changes.push({ category, channel, on: wanted });
  }
  return changes;
}
