import type { Category } from '../../../../core/preferences/category';
import { categoryFileShape } from '../../../../core/preferences/category-file';
import { changesOf, preferencesInput, problemOf, replacementOf } from '../../../../core/preferences/input';
import type { PreferenceRow } from '../../../../core/preferences/preferences';

const of = (name: string, required?: true): Category => ({
  ...{ name, labels: { en: { name } }, default: true, position: 100 },
  ...(required && { required }),
});
const CATEGORIES = [of('news'), of('offers'), of('security', true)];
const ROWS: PreferenceRow[] = [
  { category: 'offers', channel: null, on: true, at: new Date(0), by: 'api' },
  { category: 'offers', channel: 'email', on: false, at: new Date(0), by: 'page' },
  { category: null, channel: 'sms', on: false, at: new Date(0), by: 'api' },
];

test.each<[string, object, object[]]>([
  ['a channel', { channels: { sms: true } }, [{ category: null, channel: 'sms', on: true }]],
  [
    'a category, without its single channels',
    { categories: { offers: false } },
    [{ category: 'offers', channel: null, on: false }],
  ],
  [
    'single channels and the whole category',
    { categories: { offers: { all: false, email: null } } },
    [
      { category: 'offers', channel: null, on: false },
      { category: 'offers', channel: 'email', on: null },
    ],
  ],
  [
    'all of a category taken back',
    { categories: { offers: null } },
    [
      { category: 'offers', channel: null, on: null },
      { category: 'offers', channel: 'email', on: null },
    ],
  ],
  ['nothing', {}, []],
])('PREFERENCE-5: PATCH changes what it names: %s', (_, body, changes) =>
  expect(changesOf(preferencesInput.parse(body), ROWS)).toEqual(changes),
);

test('PREFERENCE-5: PUT takes back what it does not name', () => {
  const input = preferencesInput.parse({ categories: { offers: { email: false }, news: true } });
  expect(replacementOf(input, ROWS)).toEqual([
    { category: 'offers', channel: null, on: null },
    { category: null, channel: 'sms', on: null },
    { category: 'offers', channel: 'email', on: false },
    { category: 'news', channel: null, on: true },
  ]);
});

test.each<[string, object, { field: string; message: RegExp } | null]>([
  ['an unknown category', { nws: true }, { field: 'categories.nws', message: /did you mean "news"\?/ }],
  ['a choice for one that is gone is taken back', { old: null }, null],
  ['a required one', { security: false }, { field: 'categories.security', message: /required/ }],
  ['a channel of it', { security: { sms: false } }, { field: 'categories.security', message: /required/ }],
  ['a required one that is switched on', { security: true }, null],
  ['a required one that is taken back', { security: null }, null],
])('PREFERENCE-6: %s', (_, categories, problem) => {
  const found = problemOf(preferencesInput.parse({ categories }), CATEGORIES);
  if (problem === null) expect(found).toBeNull();
  else
    expect(found).toEqual({
      field: problem.field,
      message: expect.stringMatching(problem.message) as string,
    });
});

test.each<[string, object, string | null]>([
  ['required and bulk', { required: true, bulk: true }, 'bulk'],
  ['no language', { labels: {} }, 'labels'],
  ['an unknown channel', { default: { fax: false } }, 'default'],
  ['a default by channel', { default: { sms: false } }, null],
])('a category file with %s', (_, file, path) => {
  const read = categoryFileShape.safeParse({ labels: { en: { name: 'News' } }, ...file });
  expect(read.error?.issues[0]?.path[0] ?? null).toBe(path);
});
