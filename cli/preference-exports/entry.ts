import { type Category, isOnByDefault } from '../../core/preferences/category';
import type { PreferencesInput } from '../../core/preferences/input';
import { type Channel, CHANNELS } from '../../core/shared/channels';
import { bothOn, type GroupChoice, type Over, type Person, type Service } from './person';

/** Who is unsubscribed there gets nothing over these channels. */
const UNSUBSCRIBED: readonly Channel[] = ['email', 'sms', 'push', 'whatsapp'];

/** What is written for a person, and what has no counterpart here. */
export interface Carried {
  entry: PreferencesInput & { contact: Person['contact'] };
  left: string[];
}

/** What an import knows of both sides. */
export interface Sides extends Pick<Service, 'listsDefaults'> {
  categories: readonly (Pick<Category, 'name' | 'default'> & { required?: boolean })[];
  /** Returns the name of our category for a group of theirs. Null: it is left out. */
  categoryOf: (group: string) => string | null;
}

/**
 * Carries what somebody has chosen into our order. There, all that is said must be on; here, a choice for a category comes
 * before one for a channel (PREFERENCE-1). So a channel that is off is also written as off for each category that is on, and a
 * channel that is on is no choice: it must not come before the default of a category.
 */
export function entryOf(person: Person, sides: Sides): Carried {
  const { contact, channels, unsubscribed } = person;
  const left = [...person.left];
  const optional = sides.categories.filter(({ required }) => !required);
  if (unsubscribed) {
    const categories = Object.fromEntries(optional.map(({ name }) => [name, { all: false }]));
    const none = optional.length === 0 ? UNSUBSCRIBED : [];
    const over = none.map((channel): [string, false] => [channel, false]);
    return {
      entry: { contact, channels: Object.fromEntries([...channelsOf(channels), ...over]), categories },
      left,
    };
  }
  const categories: PreferencesInput['categories'] = {};
  for (const [name, choice] of choicesByCategory(person, sides, left)) {
    const category = sides.categories.find((one) => one.name === name);
    if (category === undefined) continue;
    if (!category.required) categories[name] = choiceOf(choice, channels, category, sides);
    else if (choice.all === false || Object.values(choice.over).includes(false))
      left.push(`the required category ${name}, switched off`);
  }
  return { entry: { contact, channels: Object.fromEntries(channelsOf(channels)), categories }, left };
}

const channelsOf = (channels: Over): [string, false | null][] =>
  Object.entries(channels).map(([channel, on]) => [channel, on ? null : false]);

/** Returns the choices by our categories. Of several groups with one category, all must be on. */
function choicesByCategory(
  { groups }: Person,
  { categoryOf }: Sides,
  left: string[],
): Map<string, GroupChoice> {
  const choices = new Map<string, GroupChoice>();
  for (const [group, choice] of groups) {
    const name = categoryOf(group);
    if (name === null) left.push(`${group}, which has no category`);
    else choices.set(name, bothOn(choices.get(name), choice));
  }
  return choices;
}

function choiceOf(
  { all, over }: GroupChoice,
  channels: Over,
  category: Pick<Category, 'default'>,
  { listsDefaults }: Sides,
): Over & { all?: boolean } {
  if (all === false) return { all };
  const chosen: Over & { all?: boolean } = all === undefined ? {} : { all };
  for (const channel of CHANNELS) {
    const isOff = channels[channel] === false;
    if (isOff && (all !== undefined || over[channel] !== undefined)) chosen[channel] = false;
    else if (over[channel] === false) chosen[channel] = false;
    else if (over[channel] && !(listsDefaults && isOnByDefault(category, channel))) chosen[channel] = true;
  }
  return chosen;
}
