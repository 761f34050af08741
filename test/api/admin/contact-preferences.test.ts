import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type TestApplication, makeApplication, newEmail } from '../../support/application';
import { CUSTOMER_IO_CSV, KNOCK, NOVU } from '../../support/preference-exports';
import { type Stack, startStack } from '../../support/stack';
import { heliograph, type Ran } from '../../unit/cli/admin-stub';

let stack: Stack;
let app: TestApplication;
let contact: string;
beforeAll(async () => {
  stack = await startStack();
  app = await makeApplication(stack);
  for (const name of ['news', 'offers'])
    await stack.admin.request('PUT', `${app.path}/categories/production/${name}`, {
      labels: { en: { name } },
    });
  const { body } = await app.production.post<{ contact: { uuid: string } }>('/v1/contacts', {
    email: newEmail(),
  });
  contact = body.contact.uuid;
});
afterAll(() => stack.stop());

const preferences = (method: string, body?: unknown, path = '', query = '') =>
  stack.admin.request<Record<string, unknown>>(
    method,
    `${app.path}/contacts/${contact}/preferences${path}?environment=production${query}`,
    body,
  );

test('PREFERENCE-24: an operator changes the preferences of a contact, and the history names who changed what', async () => {
  const changed = await preferences('PATCH', {
    channels: { sms: false },
    categories: { news: { email: false } },
  });
  expect(changed.body.preferences).toMatchObject({
    channels: { sms: false },
    categories: { news: { email: false } },
    entries: [
      { channel: 'sms', by: 'operator' },
      { category: 'news', by: 'operator' },
    ],
  });
  await app.production.request('PATCH', `/v1/contacts/${contact}/preferences`, { channels: { sms: true } });
  // What changes nothing is no change.
  await preferences('PATCH', { channels: { sms: true } });
  expect((await preferences('GET')).body.preferences).toMatchObject({
    effective: expect.arrayContaining([
      { category: 'news', channel: 'email', on: false, rule: 'category_and_channel' },
    ]) as object,
  });

  const first = await preferences('GET', undefined, '/history', '&limit=1');
  expect(first.body).toMatchObject({
    changes: [
      {
        ...{ by: 'api', name: null, notification_id: null },
        changes: [{ category: null, channel: 'sms', was: false, on: true }],
      },
    ],
  });
  const rest = await preferences('GET', undefined, '/history', `&limit=1&after=${String(first.body.next)}`);
  expect(rest.body.changes).toMatchObject([
    {
      ...{ by: 'operator', name: expect.any(String) as string },
      changes: [
        { category: null, channel: 'sms', was: null, on: false },
        { category: 'news', channel: 'email', was: null, on: false },
      ],
    },
  ]);
  const end = await preferences('GET', undefined, '/history', `&after=${String(rest.body.next)}`);
  expect(end.body).toMatchObject({ changes: [], next: null });
  expect((await preferences('GET', undefined, '/history', '&after=first')).body).toMatchObject({
    field: 'after',
  });
  expect((await preferences('PATCH', { categories: { nwes: false } })).body).toMatchObject({
    ...{ code: 'VALIDATION_ERROR', field: 'categories.nwes' },
  });
});

test('PREFERENCE-25: an entry that cannot be imported is named with its path, and an opt-out here outlives imports', async () => {
  const imported = async (...entries: object[]) => {
    const body = { from: 'Knock', entries: entries.map((entry) => ({ contact, ...entry })) };
    const path = `${app.path}/preference-imports?environment=production`;
    return (await stack.admin.request<{ results: object[] }>('POST', path, body)).body.results;
  };
  expect(await imported({ categories: { offers: false } }, { categories: { nwes: false } })).toMatchObject([
    { status: 'changed' },
    { status: 'rejected', field: 'entries[1].categories.nwes' },
  ]);
  const off = { categories: { offers: false } };
  for (const _ of [1, 2]) await app.production.request('PATCH', `/v1/contacts/${contact}/preferences`, off);
  expect(await imported({ categories: { offers: true } })).toMatchObject([{ status: 'unchanged', kept: 1 }]);
  const { body } = await preferences('GET', undefined, '/history', '&limit=2');
  expect(body.changes).toMatchObject([
    { by: 'api', changes: [{ category: 'offers', was: false, on: false }] },
    { by: 'import', changes: [{ category: 'offers', was: null, on: false }] },
  ]);
});

describe('PREFERENCE-25: the guide of moving', () => {
  let cwd: string;
  beforeAll(async () => {
    cwd = await mkdtemp(path.join(tmpdir(), 'moving-'));
    const files = {
      'knock.jsonl': `${JSON.stringify(KNOCK.user)}\n${JSON.stringify(KNOCK.bulk)}\n{"id":"knock-4",\n`,
      'unknown.jsonl': JSON.stringify(KNOCK.identified),
      'novu.json': JSON.stringify([NOVU], null, 2),
      'people.csv': CUSTOMER_IO_CSV,
      'names.json': JSON.stringify({ 'weekly-digest': 'news', sale: 'offers' }),
      'readers.csv': 'external_id,email\nreader-1,reader@example.org\n',
    };
    for (const [name, content] of Object.entries(files)) await writeFile(path.join(cwd, name), content);
    await app.production.post('/v1/contacts', { external_id: 'knock-2', email: newEmail() });
  });
  afterAll(() => rm(cwd, { recursive: true }));

  const run = (words: string[]): Promise<Ran> => {
    const env = { HELIOGRAPH_ADMIN_URL: stack.admin.baseUrl, HELIOGRAPH_ADMIN_KEY: stack.admin.key ?? '' };
    return heliograph([...words, '--app', app.id], { env, cwd });
  };
  /** The commands of the guide, in its order. */
  const commands = async (): Promise<string[][]> => {
    const guide = await readFile(path.join(__dirname, '../../../docs/guides/migrating.md'), 'utf8');
    return [...guide.matchAll(/^npx heliograph (.*)$/gm)].map(([, line = '']) =>
      [...line.matchAll(/'([^']*)'|\S+/g)].map(([word, quoted]) => quoted ?? word),
    );
  };
  const countsOf = ({ stdout }: Ran): Record<string, number> =>
    Object.fromEntries(
      [...stdout.matchAll(/^([a-z]+) +(\d+)$/gm)].map(([, name, count]): [string, number] => [
        name ?? '',
        Number(count),
      ]),
    );
  const chosenBy = async (who: string) => {
    const { body } = await app.production.get<{ preferences: Record<string, unknown> }>(
      `/v1/contacts/${who}/preferences`,
    );
    return body.preferences;
  };

  test('has commands that run, and its imports can be repeated', async () => {
    const guide = await commands();
    expect(guide.length).toBeGreaterThanOrEqual(7);
    const imports: Record<string, number>[] = [];
    for (const words of guide) {
      const ran = await run(words);
      expect([words.join(' '), ran.code]).toEqual([words.join(' '), 0]);
      if (words[1] === 'import-preferences' && !words.includes('--dry-run')) imports.push(countsOf(ran));
    }
    expect(imports).toMatchObject([
      { records: 3, contacts: 3, unreadable: 1, changed: 2, unchanged: 0, created: 1, rejected: 2 },
      { records: 1, contacts: 1, unreadable: 0, changed: 1, created: 1, rejected: 0 },
      { contacts: 3, unsubscribed: 1, unreadable: 1, changed: 3, created: 3, rejected: 1 },
    ]);
    expect(await chosenBy('knock-1')).toMatchObject({
      channels: { sms: false },
      categories: { news: { all: true, email: false, sms: false }, offers: { email: true, sms: false } },
    });
    expect(await chosenBy('novu-1')).toMatchObject({
      categories: { news: { email: false }, offers: { sms: false } },
    });
    expect(await chosenBy('2')).toMatchObject({
      categories: { news: { all: false }, offers: { all: false } },
      entries: [{ by: 'import' }, { by: 'import' }],
    });

    // A person chooses here, and the file stays behind.
    await app.production.request('PATCH', '/v1/contacts/knock-1/preferences', {
      categories: { news: { email: true } },
    });
    for (const words of guide.filter(([, what]) => what === 'import-preferences'))
      if (!words.includes('--dry-run')) {
        const kept = words.includes('knock') ? 1 : 0;
        expect(countsOf(await run(words))).toMatchObject({ changed: 0, created: 0, kept });
      }
    expect(await chosenBy('knock-1')).toMatchObject({ categories: { news: { email: true } } });
    const history = await stack.admin.request<{ changes: { by: string; name: string }[] }>(
      'GET',
      `${app.path}/contacts/knock-1/preferences/history?environment=production`,
    );
    expect(history.body.changes).toMatchObject([
      { by: 'api' },
      { by: 'import', name: expect.stringMatching(/, from Knock$/) as string },
    ]);
  });

  test('names that have no category stop an import, and a line that names nobody here is rejected', async () => {
    const words = [
      'contacts',
      'import-preferences',
      'unknown.jsonl',
      '--from',
      'knock',
      '--env',
      'production',
    ];
    expect(await run(words)).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('commercial_subscribed: 1 contacts') as string,
    });
    expect((await app.production.get('/v1/contacts/knock-3')).status).toBe(404);
    const rejects = path.join(cwd, 'rejected.csv');
    await run([
      ...'contacts import-preferences knock.jsonl --from knock --env production'.split(' '),
      ...'--skip-unknown --rejects rejected.csv'.split(' '),
    ]);
    expect(await readFile(rejects, 'utf8')).toMatch(
      /^line,code,field,error\n3,UNREADABLE,,The record is not JSON\.\n2,CONTACT_NOT_FOUND,,knock-none: There is no contact/,
    );
  });
});
