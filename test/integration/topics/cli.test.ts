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
const topics = (...args: string[]): Promise<Ran> => {
  const { baseUrl, key = '' } = stack.admin;
  const env = { HELIOGRAPH_ADMIN_URL: baseUrl, HELIOGRAPH_ADMIN_KEY: key };
  return heliograph(['topics', ...args, ...on()], { env, cwd });
};

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
