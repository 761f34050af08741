import fc from 'fast-check';
import { decide } from '../../../../core/preferences/decide';
import { importedChanges } from '../../../../core/preferences/imported';
import { preferencesInput } from '../../../../core/preferences/input';
import { changed } from '../../../../core/preferences/preferences';
import { entryOf, type Sides } from '../../../../cli/preference-exports/entry';
import { type Person, UnreadableRecord } from '../../../../cli/preference-exports/person';
import { type ServiceName, SERVICES } from '../../../../cli/preference-exports/services';
import { CATEGORIES } from '../../../support/preference-categories';
import { CUSTOMER_IO, KNOCK, NOVU } from '../../../support/preference-exports';

const NAMES: Record<string, string> = {
  ...{ news: 'news', 'weekly-digest': 'news', topic_1: 'news', sale: 'offers' },
  ...{ offers: 'offers', topic_2: 'offers', security: 'security' },
};
const sides: Sides = { categories: CATEGORIES, categoryOf: (group) => NAMES[group] ?? null };
const carried = (name: ServiceName, record: Record<string, unknown>, categories = CATEGORIES) =>
  SERVICES[name]
    .peopleIn(record)
    .map((person) => entryOf(person, { ...sides, ...SERVICES[name], categories }));

test('a user of Knock gets what is on there in all respects, and what has no counterpart is named', () => {
  expect(carried('knock', KNOCK.user)).toEqual([
    {
      entry: {
        contact: {
          ...{ external_id: 'knock-1', email: 'ada@knock.example', phone: '+12025550111' },
          ...{ name: 'Ada Lovelace', language: 'sv-SE', timezone: 'Europe/Stockholm' },
        },
        channels: { email: null, sms: false },
        categories: { news: { all: true, email: false, sms: false }, offers: { email: true, sms: false } },
      },
      left: [
        ...[
          'the set of a tenant',
          'a condition',
          'the channel in_app_feed',
          'a single channel',
          'a condition',
        ],
      ],
    },
  ]);
  expect(carried('knock', KNOCK.bulk).map(({ entry }) => entry)).toEqual(
    ['knock-2', 'knock-none'].map((contact) => ({
      ...{ contact, channels: {}, categories: { offers: { all: false } } },
    })),
  );
  expect(carried('knock', KNOCK.identified)).toMatchObject([
    {
      entry: { contact: { external_id: 'knock-3' }, categories: { offers: { all: false } } },
      left: ['commercial_subscribed, which has no category'],
    },
  ]);
});

test('a subscriber of Novu has no choice for what is the default here', () => {
  expect(carried('novu', NOVU)).toEqual([
    {
      entry: {
        contact: {
          ...{ external_id: 'novu-1', email: 'grace@novu.example', name: 'Grace Hopper', language: 'en-US' },
        },
        channels: {
          ...{ email: null, sms: false, push: null, slack: false, discord: false },
          ...{ telegram: false, whatsapp: false },
        },
        categories: { news: { email: false }, offers: { sms: false } },
      },
      left: ['the channel in_app', 'a schedule', 'the channel in_app', 'old, which has no category'],
    },
  ]);
  const { data, ...subscriber } = NOVU;
  const off = {
    global: { enabled: false, channels: {} },
    workflows: [{ ...data.workflows[0], enabled: false }],
  };
  const [none] = carried('novu', { ...subscriber, preferences: off });
  expect(Object.values(none?.entry.channels ?? {})).toEqual(Array.from({ length: 7 }, () => false));
  expect(none?.entry.categories).toEqual({ news: { all: false } });
});

test('a person of Customer.io gets what both topic and channel allow, and nothing after unsubscribing', () => {
  const none = { news: { all: false }, offers: { all: false } };
  expect(carried('customer-io', CUSTOMER_IO)).toEqual([
    {
      entry: {
        contact: { external_id: '1', email: 'eve@cio.example', name: 'Eve Moore' },
        channels: { email: null, sms: false },
        categories: { news: { all: true, sms: false }, offers: { all: false } },
      },
      left: ['the channel in_app'],
    },
    {
      entry: { contact: { external_id: '2', email: 'mallory@cio.example' }, channels: {}, categories: none },
      left: [],
    },
  ]);
  const [, unsubscribed] = carried('customer-io', CUSTOMER_IO, []);
  expect(unsubscribed?.entry.channels).toEqual({ email: false, sms: false, push: false, whatsapp: false });
});

test.each([
  ...[true, 'true', 'TRUE', ' True', '1', 1].map((value) => [value, true]),
  ...[false, 'false', 'FALSE', '0', 0, '', null, undefined].map((value) => [value, false]),
])('Customer.io: unsubscribed may be %j, as a spreadsheet saves it', (unsubscribed, isOff) => {
  const topic = 'cio_subscription_preferences.topics.topic_1';
  const [person] = SERVICES['customer-io'].peopleIn({ id: '1', unsubscribed, [topic]: unsubscribed ?? '' });
  const isChosen = (unsubscribed ?? '') !== '';
  expect([person?.unsubscribed, person?.groups.get('topic_1')?.all]).toEqual([
    isOff,
    isChosen ? isOff : undefined,
  ]);
});

test('a required category that was switched off there is named, and stays on', () => {
  expect(carried('knock', { user_ids: ['u'], preferences: { categories: { security: false } } })).toEqual([
    {
      entry: { contact: 'u', channels: {}, categories: {} },
      left: ['the required category security, switched off'],
    },
  ]);
});

test.each<[ServiceName, Record<string, unknown>, string]>([
  ['knock', { preferences: {} }, 'names nobody'],
  ['knock', { id: 'u' }, 'has no preferences'],
  ['knock', { id: 'u', preferences: { categories: { news: 'yes' } } }, 'neither true, false nor an object'],
  ['novu', { subscriberId: 'u' }, 'has neither global nor workflows'],
  ['novu', { subscriberId: 'u', workflows: [{}] }, 'a workflow without an identifier'],
  ['customer-io', { id: '1', cio_subscription_preferences: '{' }, 'is not JSON'],
  ['customer-io', { id: '1', cio_subscription_preferences: '[]' }, 'is no object'],
  [
    'customer-io',
    { id: '1', 'cio_subscription_preferences.topics.topic_1': 'yes' },
    'neither true nor false',
  ],
  ['customer-io', { id: '1', unsubscribed: 'yes' }, 'unsubscribed that is neither true nor false'],
])('%s: a record such as %j is refused', (name, record, message) =>
  expect(() => carried(name, record)).toThrow(message),
);

const FIELDS = [
  ...['id', 'user_ids', 'preferences', 'default', 'categories', 'workflows', 'channel_types', 'conditions'],
  ...['subscriberId', 'global', 'channels', 'workflow', 'identifier', 'customers', 'customer', 'attributes'],
  ...['cio_subscription_preferences', 'topics', 'unsubscribed', 'email', 'locale', 'timezone', 'chat'],
];

test('whatever a record is, it is read or refused', () => {
  const records = fc.object({ key: fc.constantFrom(...FIELDS), maxDepth: 5, maxKeys: 6 });
  fc.assert(
    fc.property(fc.constantFrom(...(Object.keys(SERVICES) as ServiceName[])), records, (name, record) => {
      try {
        for (const { entry } of carried(name, record)) {
          const { contact: _, ...input } = entry;
          preferencesInput.parse(input);
        }
      } catch (error) {
        expect(error).toBeInstanceOf(UnreadableRecord);
      }
    }),
  );
});

const over = fc.record({ email: fc.boolean(), sms: fc.boolean(), push: fc.boolean() }, { requiredKeys: [] });
const people = fc.record({
  channels: over,
  groups: fc
    .dictionary(
      fc.constantFrom('news', 'weekly-digest', 'offers', 'sale', 'security'),
      fc.record({ all: fc.boolean(), over }, { requiredKeys: ['over'] }),
    )
    .map((groups) => new Map(Object.entries(groups))),
});

test('PREFERENCE-25: nobody gets more than there, and nothing that they wanted is lost', () => {
  fc.assert(
    fc.property(people, fc.boolean(), ({ channels, groups }, listsDefaults) => {
      const person: Person = { contact: 'u', channels, groups, unsubscribed: false, left: [] };
      const { entry } = entryOf(person, { ...sides, ...(listsDefaults && { listsDefaults }) });
      const { contact: _, ...input } = entry;
      const { changes } = importedChanges(preferencesInput.parse(input), []);
      const { rows } = changed([], changes, { at: new Date(0), by: 'import' });
      for (const { name, required } of CATEGORIES)
        for (const channel of ['email', 'sms', 'push'] as const) {
          const said = [
            channels[channel],
            ...[...groups].flatMap(([group, { all, over: finer }]) =>
              NAMES[group] === name ? [all, finer[channel]] : [],
            ),
          ];
          const byGroup = said.slice(1).filter((on) => on !== undefined);
          const byDefault = decide({ category: name, channel, categories: CATEGORIES });
          const expected = required || (!said.includes(false) && (byGroup.length > 0 || byDefault.on));
          expect(decide({ category: name, channel, categories: CATEGORIES, rows }).on).toBe(expected);
        }
    }),
  );
});
