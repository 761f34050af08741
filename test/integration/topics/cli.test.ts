import { mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type Stack, startStack } from '../../support/stack';
import { heliograph, type Ran } from '../../unit/cli/admin-stub';

let stack: Stack;
let cwd: string;
beforeAll(async () => {
  [stack, cwd] = await Promise.all([startStack(), mkdtemp(path.join(tmpdir(), 'topics-'))]);
});
afterAll(() => stack.stop());

const on = (): string[] => ['--app', stack.applicationId, '--env', 'production'];
const run = (...args: string[]): Promise<Ran> => {
  const { baseUrl, key = '' } = stack.admin;
  const env = { HELIOGRAPH_ADMIN_URL: baseUrl, HELIOGRAPH_ADMIN_KEY: key };
  return heliograph([...args, ...on()], { env, cwd });
};
const topics = (...args: string[]): Promise<Ran> => run('topics', ...args);

test('TOPIC-9, TOPIC-11: the command line creates a topic, imports a file and shows what it came to', async () => {
  expect(await topics('create', 'news', '--name', 'Newsletter')).toMatchObject({ code: 0, stderr: '' });
  const file = path.join(cwd, 'readers.csv');
  await writeFile(file, 'email,name\nada@cli.example,Ada\nada,Wrong\ngrace@cli.example,Grace\n');
  const imported = await topics('import', 'news', 'readers.csv', '--rejects', 'rejects.csv');
  expect(imported).toMatchObject({ code: 0 });
  expect(imported.stdout).toMatch(/^subscribed +2$/m);
  expect(imported.stdout).toMatch(/^rejected +1$/m);
  expect(await readFile(path.join(cwd, 'rejects.csv'), 'utf8')).toMatch(
    /^3,VALIDATION_ERROR,contact\.email,/m,
  );
  const [, id = ''] = /^import +(\S+)$/m.exec(imported.stdout) ?? [];
  expect((await topics('import', 'news', '--follow', id)).stdout).toMatch(/^state +done$/m);
  expect(await topics('import', 'news', '--stop', id)).toMatchObject({ code: 1 });
  expect(await topics('import', 'news')).toMatchObject({ code: 2 });
  expect((await topics('import', 'news', 'readers.txt')).stderr).toContain('its name must end with .csv');
  expect((await topics('import', 'none', 'readers.csv')).stderr).toContain('There is no topic none.');

  const removed = await topics('unsubscribe', 'news', 'ada@cli.example', 'nobody');
  expect(removed.stdout).toMatch(/^ada@cli.example +unsubscribed/m);
  expect(removed.stdout).toMatch(/^nobody +rejected +There is no contact/m);
  expect((await topics('subscribe', 'news', 'ada@cli.example')).stdout).toMatch(/ subscribed/);
  expect((await topics('list')).stdout).toMatch(/^news +Newsletter +2 /m);
  expect((await topics('show', 'news')).stdout).toMatch(/^subscribers +2$/m);
  expect((await topics('delete', 'news')).stdout).toBe('The topic news is deleted from production.\n');
});

test('SEGMENT-1, SEGMENT-4, SEGMENT-6: the command line saves, counts and lists a segment', async () => {
  const person = { external_id: 'eve', email: 'eve@cli.example', meta: { plan: 'pro' } };
  await stack.production.post('/v1/contacts', person);
  await writeFile(path.join(cwd, 'pro.json'), '{"value":"contact.meta.plan","is":"pro"}');
  const segments = (...args: string[]) => run('segments', ...args);
  const created = await segments('create', 'pros', '--filter', 'pro.json', '--name', 'Pros');
  expect(created.stdout).toMatch(/^contacts +1$/m);
  expect((await segments('show', 'pros')).stdout).toMatch(/^filter +\{"value":"contact.meta.plan"/m);
  expect((await segments('count', 'pro.json')).stdout).toBe('contacts  1\n');
  expect((await segments('contacts', 'pros')).stdout).toContain('eve@cli.example');
  expect((await segments('list')).stdout).toMatch(/^pros +Pros/m);
  await writeFile(path.join(cwd, 'wrong.json'), '{"value":"contact.age","is":1}');
  expect((await segments('count', 'wrong.json')).stderr).toContain('filter.value must be contact.');
  expect((await segments('delete', 'pros')).stdout).toBe('The segment pros is deleted from production.\n');
});
