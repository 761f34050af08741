import { type TestApplication, expectRefusal, makeApplication } from '../../support/application';
import type { Answer } from '../../support/http-api';
import { type Stack, startStack } from '../../support/stack';

interface Answered extends Record<string, unknown> {
  categories: { name: string; events: string[] }[];
  category: { name: string; events: string[] };
  problems: { file: string; line: number; message: string }[];
  parts: object[];
  error: string;
}

let stack: Stack;
let app: TestApplication;
beforeAll(async () => {
  stack = await startStack();
});
afterAll(() => stack.stop());
beforeEach(async () => {
  app = await makeApplication(stack);
});

const admin = (method: string, path: string, body?: unknown): Promise<Answer<Answered>> =>
  stack.admin.request<Answered>(method, `${app.path}/${path}`, body);
const push = (files: Record<string, string>, environment = 'production') =>
  admin('PUT', `events/${environment}`, {
    files: Object.entries(files).map(([name, content]) => ({ name, content })),
  });
const NEWS = { labels: { en: { name: 'News' } } };
const FILE = 'labels: { en: { name: News } }\n';
const EVENT = (category: string): string =>
  `category: ${category}\ntemplates: { sms: { en: { text: Hi } } }\n`;
const names = async (): Promise<string[]> =>
  (await admin('GET', 'categories/production')).body.categories.map(({ name }) => name);

test('PREFERENCE-20: categories are listed in their order, put and deleted, in one environment', async () => {
  const created = await admin('PUT', 'categories/production/news', NEWS);
  expect(created).toMatchObject({ status: 201, body: { category: { ...NEWS, default: true, bulk: false } } });
  await admin('PUT', 'categories/production/alerts', { ...NEWS, position: 1, default: { sms: false } });
  expect(await admin('PUT', 'categories/production/news', { ...NEWS, bulk: true })).toMatchObject({
    status: 200,
    body: { category: { name: 'news', bulk: true, required: false, position: 100, events: [] } },
  });
  expect(await names()).toEqual(['alerts', 'news']);
  expect((await admin('GET', 'categories/sandbox')).body.categories).toEqual([]);
  expectRefusal(await admin('PUT', 'categories/production/No', NEWS), 400, 'VALIDATION_ERROR', {
    field: 'category',
  });
  expectRefusal(
    await admin('PUT', 'categories/production/no', { ...NEWS, required: true, bulk: true }),
    ...([400, 'VALIDATION_ERROR', { field: 'bulk' }] as const),
  );
  for (const [body, error] of [
    [
      { ...NEWS, default: { emial: false } },
      /^default\.emial is not a known field\. Known fields: email, sms/,
    ],
    [{ labels: { english: { name: 'News' } } }, /^labels\.english is not a language code such as "en"/],
  ] as const)
    expect((await admin('PUT', 'categories/production/no', body)).body.error).toMatch(error);
  expect((await admin('DELETE', 'categories/production/news')).status).toBe(200);
  expectRefusal(await admin('GET', 'categories/production/news'), 404, 'CATEGORY_NOT_FOUND');
  expect(await names()).toEqual(['alerts']);
});

test('PREFERENCE-22: an event and its category are pushed together, and an unknown category is refused', async () => {
  expect((await push({ 'a.yaml': EVENT('news') })).body.problems).toEqual([
    {
      ...{ file: 'a.yaml', line: 1 },
      message: '"category": the application has no category. Push categories/news.yaml with it',
    },
  ]);
  const pushed = await push({ 'a.yaml': EVENT('news'), 'categories/news.yaml': FILE });
  expect(pushed.body).toMatchObject({
    applied: ['a'],
    parts: [{ name: 'categories/news.yaml', change: 'created', version: null }],
  });
  expect((await push({ 'b.yaml': EVENT('nwes') })).body.problems).toEqual([
    { file: 'b.yaml', line: 1, message: '"category" must be one of news, did you mean "news"?' },
  ]);
  expect((await push({ 'categories/news.yaml': `# The same\n${FILE}` })).body.parts).toMatchObject([
    { change: 'unchanged' },
  ]);
  expect((await push({ 'categories/news.yaml': 'label: x' })).body.problems).toMatchObject([
    { file: 'categories/news.yaml', line: 1 },
    { file: 'categories/news.yaml', line: 1 },
  ]);
  expect((await admin('GET', 'categories/production/news')).body.category).toMatchObject({
    ...{ name: 'news', events: ['a'] },
  });
});

test('PREFERENCE-23: a category that an event names is not deleted, also while the event is pushed', async () => {
  await push({ 'a.yaml': EVENT('news'), 'categories/news.yaml': FILE });
  const refused = await admin('DELETE', 'categories/production/news');
  expectRefusal(refused, 409, 'CATEGORY_IN_USE');
  expect(refused.body.error).toContain('used by a.');
  for (let round = 0; round < 5; round += 1) {
    const name = `c${round}`;
    await admin('PUT', `categories/production/${name}`, NEWS);
    const [pushed] = await Promise.all([
      push({ [`e${round}.yaml`]: EVENT(name) }),
      admin('DELETE', `categories/production/${name}`),
    ]);
    expect((await names()).includes(name)).toBe(pushed.status === 200);
  }
  await admin('PUT', 'categories/production/letters', NEWS);
  await admin('PUT', 'topics/production/weekly', { category: 'letters' });
  const ofTopic = await admin('DELETE', 'categories/production/letters');
  expectRefusal(ofTopic, 409, 'CATEGORY_IN_USE');
  expect(ofTopic.body.error).toContain('has the topics weekly.');
  await admin('DELETE', 'topics/production/weekly');
  expect((await admin('DELETE', 'categories/production/letters')).status).toBe(200);
  // None of the changes of one moment is lost.
  const many = Array.from({ length: 8 }, (_, index) => `many-${index}`);
  await Promise.all(many.map((name) => admin('PUT', `categories/production/${name}`, NEWS)));
  expect(await names()).toEqual(expect.arrayContaining(many));
});

test('a promotion takes the category of an event along if asked', async () => {
  await push({ 'a.yaml': EVENT('news'), 'categories/news.yaml': FILE }, 'sandbox');
  const promote = (body: object) => admin('POST', 'events/sandbox/a/promote', body);
  expect((await promote({})).body).toMatchObject({
    ...{ code: 'VALIDATION_ERROR', field: 'with_parts' },
    error: expect.stringContaining('without categories/news.yaml') as string,
  });
  expect((await promote({ with_parts: true })).body.parts).toEqual([
    {
      ...{ name: 'categories/news.yaml', state: 'missing', promoted: true },
      ...{ version: null, production_version: null },
    },
  ]);
  expect((await promote({})).body.parts).toMatchObject([{ state: 'same', promoted: false }]);
  // What recipients read on the page to which the event leads goes along too, and production need not have it.
  const refused = await push({ 'preference-page/de.yaml': 'svae: Sichern\n' }, 'sandbox');
  expect(refused.body.problems).toMatchObject([{ file: 'preference-page/de.yaml', line: 1 }]);
  const texts = { name: 'preference-page/de.yaml', version: 1 };
  const pushed = await push({ 'preference-page/de.yaml': 'save: Sichern\n' }, 'sandbox');
  expect(pushed.body.parts).toEqual([{ ...texts, change: 'created' }]);
  expect((await promote({})).body.parts).toMatchObject([{ ...texts, state: 'missing' }, { state: 'same' }]);
  await promote({ with_parts: true });
  expect((await admin('GET', 'parts/production')).body.parts).toMatchObject([
    { ...texts, kind: 'preference_page', language: 'de' },
  ]);
});
