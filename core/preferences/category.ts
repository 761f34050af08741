import { pickLanguage } from '../events/templates/language';
import type { Channel } from '../shared/channels';

/** Lower case, because a name stands in addresses and files. */
export const CATEGORY_NAME = /^[a-z0-9][a-z0-9_-]{0,39}$/;
export const CATEGORY_NAME_RULE =
  'must begin with a lower-case letter or digit and have up to 40 of a-z, 0-9, "_", "-"';

/** Maximum number of categories of an application in one environment. */
export const MOST_CATEGORIES = 50;

/** Maximum characters of all of them as JSON, because each send reads them. */
export const MOST_CATEGORIES_JSON = 32_768;

/** Place of a category that names none. */
export const DEFAULT_POSITION = 100;

/** What a category is called in one language. */
export interface CategoryLabel {
  name: string;
  description?: string;
}

/** A kind of messages that a contact can switch on and off (PREFERENCE-20). */
export interface Category {
  name: string;
  /** By language tag; never empty. The first is used if no other fits. */
  labels: Record<string, CategoryLabel>;
  /** Whether it is on for a contact who has not chosen; by channel, if the channels differ. One that is not named is on. */
  default: boolean | Partial<Record<Channel, boolean>>;
  /** Nobody can switch it off. */
  required?: true;
  /** Its e-mails carry the headers of one-click unsubscribing. */
  bulk?: true;
  /** Place in lists. Those of one place are sorted by name. */
  position: number;
}

/** Returns categories in the order of lists. */
export const inOrder = (categories: readonly Category[]): Category[] =>
  categories.toSorted((a, b) => a.position - b.position || (a.name < b.name ? -1 : 1));

/** Returns what a category is called in the first of the languages that it has. */
export function labelOf(
  { name, labels }: Category,
  languages: readonly (string | null | undefined)[],
): CategoryLabel & { language: string } {
  const available = Object.keys(labels);
  const language = pickLanguage(available, languages, available[0] ?? 'en') ?? available[0];
  return language === undefined ? { name, language: 'en' } : { ...labels[language]!, language };
}

/** Returns whether a category is on over a channel for a contact who has not chosen. */
export const isOnByDefault = ({ default: on }: Pick<Category, 'default'>, over: Channel): boolean =>
  typeof on === 'boolean' ? on : (on[over] ?? true);
