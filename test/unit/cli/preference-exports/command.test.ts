import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { KNOCK } from '../../../support/preference-exports';
import { AdminStub, heliograph, type Ran } from '../admin-stub';

const stub = new AdminStub();
let cwd: string;
beforeAll(async () => {
  await stub.start();
  cwd = await mkdtemp(path.join(tmpdir(), 'heliograph-exports-'));
});
afterAll(async () => {
  await stub.stop();
  await rm(cwd, { recursive: true });
});
beforeEach(() => {
  stub.reset();
  stub.answer('GET applications/demo/categories/production', 200, {
    categories: ['news', 'offers'].map((name) => ({ name, default: true, required: false })),
  });
});

const IMPORT = 'POST applications/demo/preference-imports?environment=production';

async function run(content: string, ...args: string[]): Promise<Ran> {
  await writeFile(path.join(cwd, 'knock.jsonl'), content);
  return heliograph(
    [
      ...['contacts', 'import-preferences', 'knock.jsonl', '--app', 'demo', '--env', 'production'],
      ...['--from', 'knock', ...args],
    ],
    { cwd, env: { HELIOGRAPH_ADMIN_URL: stub.url, HELIOGRAPH_ADMIN_KEY: 'admin-key' } },
  );
}
const posts = () => stub.calls.filter(({ method }) => method === 'POST');

test('names that have no category are listed, and nothing is written', async () => {
  const { code, stdout, stderr } = await run(`${JSON.stringify(KNOCK.user)}\n`);
  expect([code, stdout]).toEqual([2, '']);
  expect(stderr).toBe(
    'weekly-digest: 1 contacts\nheliograph: knock.jsonl has choices for 1 names that have no category\nNothing was written. Name the category of each with --category weekly-digest=NAME or --map FILE, or leave them out with --skip-unknown.\n',
  );
  expect(posts()).toEqual([]);
});

test('a dry run says what is in a file, and what would be left out', async () => {
  const { code, stdout } = await run(
    `${JSON.stringify(KNOCK.user)}\n{"id":\n`,
    '--dry-run',
    '--rejects',
    'dry.csv',
  );
  expect(code).toBe(0);
  expect(stdout).toMatch(/^records +2\ncontacts +1\nunsubscribed +0\nunreadable +1\n\nLEFT OUT +CONTACTS\n/);
  expect(stdout).toMatch(/^a condition +1$/m);
  expect(stdout).toMatch(/^weekly-digest, which has no category +1$/m);
  expect(await readFile(path.join(cwd, 'dry.csv'), 'utf8')).toBe(
    'line,code,field,error\n2,UNREADABLE,,The record is not JSON.\n',
  );
  expect(posts()).toEqual([]);
});

test('an array, a map and an option carry over, and what the service rejects is named with its line', async () => {
  await writeFile(path.join(cwd, 'names.json'), '{"weekly-digest":"offers","commercial_subscribed":null}');
  const results = [
    { status: 'changed', contact: 'c', created: true, kept: 2, error: null, code: null, field: null },
    ...['email', 'phone'].map((field) => ({
      ...{ status: 'rejected', contact: null, created: false, kept: 0, error: 'No.' },
      ...{ code: 'VALIDATION_ERROR', field: `entries[1].contact.${field}` },
    })),
  ];
  stub.answer(IMPORT, 200, { changed: 1, unchanged: 0, rejected: 2, results });
  const content = JSON.stringify([KNOCK.user, KNOCK.identified, KNOCK.bulk], null, 2);
  const { code, stdout, stderr } = await run(
    content,
    ...['--map', 'names.json', '--category', 'weekly-digest=news', '--json'],
  );
  expect(code).toBe(0);
  expect(JSON.parse(stdout)).toMatchObject({
    ...{ records: 3, contacts: 4, changed: 1, created: 1, kept: 2, rejected: 2, unknown: {} },
    left_out: { 'commercial_subscribed, which has no category': 1 },
  });
  const line = content.slice(0, content.indexOf('"knock-3"')).split('\n').length - 1;
  expect(stderr).toContain(`line ${line}: No. [VALIDATION_ERROR]\n`);
  expect(posts().map(({ body }) => body)).toMatchObject([
    {
      from: 'Knock',
      entries: [{ categories: { news: { all: true, email: false, sms: false } } }, {}, {}, {}],
    },
  ]);
});

test.each([
  [['--category', 'weekly-digest'], 'names no two categories'],
  [['--category', 'weekly-digest=nws'], 'there is no category nws in production of "demo"'],
  [['--map', 'none.json'], 'there is no file none.json'],
])('%j is refused', async (args, message) => {
  const { code, stderr } = await run('', ...args);
  expect([code, stderr]).toEqual([2, expect.stringContaining(message)]);
});

test('one request follows the other, so that of two records of a person the later counts', async () => {
  stub.answer(IMPORT, 200, { changed: 0, unchanged: 0, rejected: 0, results: [] }, 20);
  expect((await run(`${JSON.stringify(KNOCK.bulk)}\n`.repeat(120))).code).toBe(0);
  expect([posts().length, stub.mostWaiting]).toEqual([3, 1]);
});

test('a failure of the service ends the command, which can be repeated', async () => {
  stub.answer(IMPORT, 503, { error: 'MongoDB is not available.', code: 'UNAVAILABLE' });
  const { code, stderr } = await run(`${JSON.stringify(KNOCK.bulk)}\n`);
  expect([code, stderr]).toEqual([1, expect.stringContaining('MongoDB is not available.')]);
});
