import fc from 'fast-check';
import { type Category, inOrder, isOnByDefault, labelOf } from '../../../../core/preferences/category';
import { decide, preferenceMessage, type Wish } from '../../../../core/preferences/decide';
import { changed, type PreferenceRow } from '../../../../core/preferences/preferences';
import { CHANNELS } from '../../../../core/shared/channels';

const AT = new Date('2026-11-27T08:00:00.000Z');
const category = (of: Partial<Category> = {}): Category => ({
  ...{ name: 'news', labels: { en: { name: 'News' } }, default: true, position: 100 },
  ...of,
});
const row = (of: Partial<PreferenceRow>): PreferenceRow => ({
  ...{ category: null, channel: null, on: false, at: AT, by: 'api' },
  ...of,
});
const wish = (of: Partial<Wish> = {}): Wish => ({
  ...{ category: 'news', channel: 'email', categories: [category()], rows: [] },
  ...of,
});

describe('PREFERENCE-1: the first that says something decides', () => {
  const everything = [
    row({ category: 'news', channel: 'email', on: true }),
    row({ category: 'news' }),
    row({ channel: 'email', on: true }),
  ];
  test.each<[string, Partial<Wish>, boolean, string]>([
    [
      'a required category',
      { categories: [category({ required: true })], rows: everything },
      true,
      'required',
    ],
    ['the category over the channel', { rows: everything }, true, 'category_and_channel'],
    ['the category', { rows: everything.slice(1) }, false, 'category'],
    ['the channel', { rows: everything.slice(2) }, true, 'channel'],
    ['the default', { categories: [category({ default: false })] }, false, 'default'],
    [
      'the default of the channel',
      { categories: [category({ default: { email: false } })] },
      false,
      'default',
    ],
    ['nothing', { categories: [] }, true, 'none'],
    [
      'of an event without a category, the channel',
      { category: null, rows: [row({ channel: 'email' })] },
      false,
      'channel',
    ],
    [
      'of an event without a category, no default',
      { category: null, categories: [category({ default: false })] },
      true,
      'none',
    ],
    [
      'of a category that is gone, the choice for it',
      { categories: [], rows: [row({ category: 'news' })] },
      false,
      'category',
    ],
  ])('%s', (_, of, on, rule) => expect(decide(wish(of))).toMatchObject({ on, rule }));

  const channel = fc.constantFrom(...CHANNELS.slice(0, 3));
  const name = fc.constantFrom('news', 'offers', 'security');
  const orNull = <T>(of: fc.Arbitrary<T>) => fc.option(of, { nil: null });
  const rows = fc
    .uniqueArray(fc.record({ category: orNull(name), channel: orNull(channel), on: fc.boolean() }), {
      selector: ({ category, channel: over }) => `${category}:${over}`,
    })
    .map((all) => all.filter((one) => one.category !== null || one.channel !== null).map(row));
  const categories = fc.uniqueArray(
    fc.record({
      name,
      default: fc.oneof(fc.boolean(), fc.dictionary(channel, fc.boolean())),
      required: fc.boolean(),
    }),
    { selector: (one) => one.name },
  );

  it('is what a naive reading of the order gives, for any choices', () => {
    fc.assert(
      fc.property(orNull(name), channel, rows, categories, (asked, over, chosen, known) => {
        const has = (of: object): boolean | undefined =>
          chosen.find((one) => Object.entries(of).every(([key, value]) => one[key as 'on'] === value))?.on;
        const own = known.find((one) => one.name === asked);
        let expected = true;
        if (own) expected = typeof own.default === 'boolean' ? own.default : (own.default[over] ?? true);
        expected = has({ category: null, channel: over }) ?? expected;
        if (asked !== null) {
          expected = has({ category: asked, channel: null }) ?? expected;
          expected = has({ category: asked, channel: over }) ?? expected;
        }
        if (own?.required) expected = true;
        const list = known.map(({ required, ...one }) => category({ ...one, ...(required && { required }) }));
        expect(decide({ category: asked, channel: over, rows: chosen, categories: list }).on).toBe(expected);
      }),
    );
  });
});

test.each<[string, Partial<Wish>, string]>([
  [
    'a category over a channel',
    { rows: [row({ category: 'news', channel: 'email', by: 'one_click' })] },
    'The recipient has switched off category news over email since 2026-11-27T08:00:00.000Z (with one click in an e-mail).',
  ],
  [
    'a channel',
    { rows: [row({ channel: 'email', by: 'operator' })] },
    'The recipient has switched off the channel email since 2026-11-27T08:00:00.000Z (an operator did it).',
  ],
  [
    'a default',
    { categories: [category({ default: false })] },
    'Category news is off over email, unless the recipient switches it on.',
  ],
])('PREFERENCE-2: the error names what decided: %s', (_, of, message) => {
  expect(preferenceMessage(decide(wish(of)), wish(of))).toBe(message);
});

describe('changes', () => {
  const by = { at: new Date('2026-11-28T08:00:00.000Z'), by: 'page' } as const;
  const has = [row({ channel: 'sms' }), row({ category: 'news', on: true })];

  test.each<[string, Parameters<typeof changed>[1], object[], object[]]>([
    ['one that is there keeps its time', [{ category: null, channel: 'sms', on: false }], has, []],
    [
      'another value takes its place',
      [{ category: null, channel: 'sms', on: true }],
      [has[1]!, { category: null, channel: 'sms', on: true, ...by }],
      [{ category: null, channel: 'sms', on: true, was: false }],
    ],
    [
      'null takes it back',
      [{ category: 'news', channel: null, on: null }],
      [has[0]!],
      [{ category: 'news', channel: null, on: null, was: true }],
    ],
    ['null for none changes nothing', [{ category: 'offers', channel: null, on: null }], has, []],
  ])('PREFERENCE-7: %s', (_, changes, rows, made) =>
    expect(changed(has, changes, by)).toEqual({ rows, made }),
  );
});

test('categories are listed by position, then by name', () => {
  const list = [category({ name: 'b' }), category({ name: 'c', position: 1 }), category({ name: 'a' })];
  expect(inOrder(list).map(({ name }) => name)).toEqual(['c', 'a', 'b']);
});

test.each([
  [['de-AT'], { name: 'Neues', language: 'de' }],
  [[null, 'fr'], { name: 'News', language: 'en' }],
])('a category is called as the languages %j have it', (languages, label) => {
  const labels = { en: { name: 'News' }, de: { name: 'Neues' } };
  expect(labelOf(category({ labels }), languages)).toEqual(label);
});

test('a channel that the default does not name is on', () => {
  expect(CHANNELS.filter((over) => !isOnByDefault({ default: { sms: false } }, over))).toEqual(['sms']);
});
