import { type GroupChoice, type Person, type Service, UnreadableRecord } from './person';
import { contactOf, type Fields, fieldsIn, fullName, isFields, overIn, textIn } from './values';

const PREFERENCES = 'cio_subscription_preferences';

/**
 * Customer.io: a person as the API gives it, `{"customer":{"id":"…","attributes":{…},"unsubscribed":false}}`, a page of them
 * (`customers`), or a row of the CSV of an export of people, with the attributes as columns. The attribute
 * `cio_subscription_preferences` is an object, its JSON, or one column a choice (`cio_subscription_preferences.topics.topic_1`).
 * A message needs its topic and its channel to be on, and nobody who is `unsubscribed` gets one.
 * https://docs.customer.io/integrations/api/app/tag/customers/getPeopleById/,
 * https://docs.customer.io/journeys/manage-subscription-preferences, https://docs.customer.io/journeys/subscription-center/
 */
export const customerIo: Service = {
  title: 'Customer.io',
  hasCsv: true,
  peopleIn(record) {
    const { customers } = record;
    return Array.isArray(customers) ? customers.map((one) => personOf(one)) : [personOf(record)];
  },
};

function personOf(record: unknown): Person {
  const given: Fields = isFields(record) ? record : {};
  const person = fieldsIn(given, 'customer') ?? given;
  const attributes = fieldsIn(person, 'attributes') ?? person;
  const text = (name: string): string | undefined => textIn(attributes, name) ?? textIn(person, name);
  const contact = contactOf({
    ...{ id: text('id'), email: text('email'), phone: text('phone') },
    ...{ name: text('name') ?? fullName(text('first_name'), text('last_name')) },
    ...{ language: text('language') ?? text('locale'), timezone: text('timezone') },
  });
  const left: string[] = [];
  const { topics, channels } = choicesIn(attributes);
  const groups = new Map(
    Object.entries(topics).map(([name, on]): [string, GroupChoice] => [
      name,
      { all: isTrue(on, PREFERENCES), over: {} },
    ]),
  );
  const over = Object.fromEntries(
    Object.entries(channels).map(([name, on]) => [name, isTrue(on, PREFERENCES)]),
  );
  const unsubscribed = [person['unsubscribed'], attributes['unsubscribed']].some(
    (value) => isGiven(value) && isTrue(value, 'unsubscribed'),
  );
  return { contact, channels: overIn(over, left), groups, unsubscribed, left };
}

/** Returns what somebody has chosen, however it is written. */
function choicesIn(attributes: Fields): { topics: Fields; channels: Fields } {
  const whole = attributes[PREFERENCES] ?? '';
  const chosen = whole === '' ? {} : typeof whole === 'string' ? parsed(whole) : whole;
  if (!isFields(chosen)) throw new UnreadableRecord(`has a ${PREFERENCES} that is no object`);
  const of = (kind: 'topics' | 'channels'): Fields => {
    const prefix = `${PREFERENCES}.${kind}.`;
    const columns = Object.entries(attributes).filter(
      ([name, value]) => name.startsWith(prefix) && isGiven(value),
    );
    return {
      ...fieldsIn(chosen, kind),
      ...Object.fromEntries(columns.map(([name, value]) => [name.slice(prefix.length), value])),
    };
  };
  return { topics: of('topics'), channels: of('channels') };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new UnreadableRecord(`has a ${PREFERENCES} that is not JSON`);
  }
}

const isGiven = (value: unknown): boolean => (value ?? '') !== '';

/** Returns whether a value is true. A spreadsheet writes `TRUE`, or `1`. */
function isTrue(value: unknown, name: string): boolean {
  const said = typeof value === 'string' ? value.trim().toLowerCase() : value;
  if ([true, 'true', 1, '1'].some((word) => word === said)) return true;
  if ([false, 'false', 0, '0'].some((word) => word === said)) return false;
  throw new UnreadableRecord(`has a value of ${name} that is neither true nor false`);
}
