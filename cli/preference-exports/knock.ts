import { bothOn, type GroupChoice, type Person, type Service, UnreadableRecord } from './person';
import { contactOf, type Fields, fieldsIn, isFields, overIn, textIn } from './values';

/** Name of the choice that Knock keeps for all commercial workflows, as a group. */
const COMMERCIAL = 'commercial_subscribed';

/** The set that counts without a tenant. */
const DEFAULT_SET = 'default';

/**
 * Knock: a user with `preferences` as the API gives it, `{"id":"u-1","email":"…","preferences":[PreferenceSet]}`, as a user is
 * identified with, `"preferences":{"default":{…}}`, or a request of bulk preferences, `{"user_ids":["u-1"],"preferences":{…}}`.
 * https://docs.knock.app/api-reference/users/list_preferences, …/users/bulk/set_preferences,
 * https://docs.knock.app/preferences/overview#preference-evaluation-rules
 */
export const knock: Service = {
  title: 'Knock',
  peopleIn(record) {
    const sets = record['preferences'];
    const ids: unknown = record['user_ids'];
    const contacts = Array.isArray(ids)
      ? ids.map((id: unknown) => contactOf({ id: textIn({ id }, 'id') }))
      : [contactOf(userIn(record))];
    const left: string[] = [];
    const chosen = choicesIn(setOf(sets, left), left);
    return contacts.map((contact) => ({ contact, ...chosen, left }));
  },
};

function userIn(record: Fields) {
  const text = (name: string): string | undefined => textIn(record, name);
  return {
    ...{ id: text('user_id') ?? text('id'), email: text('email'), phone: text('phone_number') },
    ...{ name: text('name'), language: text('locale'), timezone: text('timezone') },
  };
}

/** Returns the set that counts without a tenant. */
function setOf(sets: unknown, left: string[]): Fields {
  if (Array.isArray(sets)) {
    const all = sets.filter(isFields);
    left.push(...all.filter(({ id }) => id !== DEFAULT_SET).map(() => 'the set of a tenant'));
    return all.find(({ id }) => id === DEFAULT_SET) ?? {};
  }
  if (!isFields(sets)) throw new UnreadableRecord('has no preferences');
  return fieldsIn(sets, DEFAULT_SET) ?? sets;
}

function choicesIn(set: Fields, left: string[]): Pick<Person, 'channels' | 'groups' | 'unsubscribed'> {
  const groups = new Map<string, GroupChoice>();
  for (const kind of ['categories', 'workflows']) {
    for (const [name, value] of Object.entries(fieldsIn(set, kind) ?? {})) {
      groups.set(name, bothOn(groups.get(name), choiceOf(value, left)));
    }
  }
  const commercial = set[COMMERCIAL];
  if (commercial === false) groups.set(COMMERCIAL, { all: false, over: {} });
  else if (isFields(commercial)) left.push('a condition');
  leaveSingle(set, left);
  return { channels: overIn(fieldsIn(set, 'channel_types'), left), groups, unsubscribed: false };
}

function choiceOf(value: unknown, left: string[]): GroupChoice {
  if (typeof value === 'boolean') return { all: value, over: {} };
  if (!isFields(value)) throw new UnreadableRecord('has a choice that is neither true, false nor an object');
  if (Array.isArray(value['conditions'])) left.push('a condition');
  leaveSingle(value, left);
  return { over: overIn(fieldsIn(value, 'channel_types'), left) };
}

/** A choice for one of their channels, by its id, has no counterpart: our channels are types. */
function leaveSingle(fields: Fields, left: string[]): void {
  if (Object.keys(fieldsIn(fields, 'channels') ?? {}).length > 0) left.push('a single channel');
}
