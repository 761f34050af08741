import { execFile } from 'node:child_process';
import { appendFile, cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const ROOT = path.join(__dirname, '../../..');

describe('@heliograph/client as a package', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'heliograph-client-'));
    const installed = path.join(folder, 'node_modules/@heliograph/client');
    await run(process.execPath, [path.join(ROOT, 'tools/scripts/api-types.mjs')]);
    await mkdir(installed, { recursive: true });
    await cp(path.join(ROOT, 'client/package.json'), path.join(installed, 'package.json'));
    await run(process.execPath, [
      path.join(ROOT, 'node_modules/typescript/bin/tsc'),
      ...['--project', path.join(ROOT, 'client/tsconfig.json'), '--outDir', path.join(installed, 'dist')],
    ]);
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  const evaluate = async (...options: string[]): Promise<string> =>
    (await run(process.execPath, options, { cwd: folder })).stdout.trim();

  const USE = `console.log([new Heliograph({ baseUrl: 'http://127.0.0.1', apiKey: 'test_' }), HeliographError, verifyWebhook].map((one) => typeof one).join())`;

  it('is imported by ES modules', async () => {
    const source = `import { Heliograph, HeliographError, verifyWebhook } from '@heliograph/client'; ${USE}`;
    expect(await evaluate('--input-type=module', '--eval', source)).toBe('object,function,function');
  });

  it('is required by CommonJS', async () => {
    const source = `const { Heliograph, HeliographError, verifyWebhook } = require('@heliograph/client'); ${USE}`;
    expect(await evaluate('--eval', source)).toBe('object,function,function');
  });

  it('has types that hold a caller to the interface', async () => {
    await symlink(path.join(ROOT, 'node_modules/@types'), path.join(folder, 'node_modules/@types'));
    await writeFile(
      path.join(folder, 'use.mts'),
      `import { Heliograph, verifyWebhook } from '@heliograph/client';
const client = new Heliograph({ baseUrl: 'http://127.0.0.1', apiKey: 'test_' });
export const one: Promise<string> = client.send('welcome', { to: 'ada@example.com' }).then(({ status }) => status);
export const many = client.send('welcome', { to: ['a@b.cd', { external_id: 'x', plan: 1 }] }).then(({ notifications }) => notifications.length);
export const waited = client.send('welcome', { to: { email: 'a@b.cd' } }, { wait: 5 }).then(({ messages }) => messages[0]?.channel);
const event = verifyWebhook('', {}, 'x');
if (event.event === 'delivery.failed') console.log(event.delivery.error.code === 'HARD_BOUNCE');
// @ts-expect-error a recipient needs an identifier
void client.send('welcome', { to: { name: 'Ada' } });
// @ts-expect-error there is no such channel
void client.sendTo('welcome', 'pigeon', { to: 'x' });
// @ts-expect-error a key that is not known
void client.send('welcome', { to: 'x', paylod: {} });
`,
    );
    const tsc = [
      path.join(ROOT, 'node_modules/typescript/bin/tsc'),
      '--strict',
      '--noEmit',
      '--module',
      'node20',
    ];
    const checked = run(process.execPath, [...tsc, '--target', 'es2022', '--types', 'node', 'use.mts'], {
      cwd: folder,
    });
    await expect(checked.catch((error: { stdout: string }) => error.stdout)).resolves.toMatchObject({
      stdout: '',
    });
  });

  it('ships the types of the public API only', async () => {
    const types = await readFile(
      path.join(folder, 'node_modules/@heliograph/client/dist/openapi.d.ts'),
      'utf8',
    );
    expect(types).toContain('"/v1/send/{event}"');
    expect(types).not.toContain('/admin/');
  });
});

describe('`npm run api-types`', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'heliograph-types-'));
    for (const name of ['docs', 'tools/scripts', 'client/src'])
      await mkdir(path.join(folder, name), { recursive: true });
    for (const name of ['docs/openapi.json', 'docs/admin-openapi.json', 'tools/scripts/api-types.mjs'])
      await cp(path.join(ROOT, name), path.join(folder, name));
    await symlink(path.join(ROOT, 'node_modules'), path.join(folder, 'node_modules'));
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  const make = async (): Promise<string> =>
    (await run(process.execPath, [path.join(folder, 'tools/scripts/api-types.mjs')])).stdout;

  it('makes whole files, also if several processes make them at once', async () => {
    await Promise.all([make(), make(), make()]);
    for (const file of ['client/src/openapi.ts', 'generated/admin-openapi.d.ts'])
      expect(await readFile(path.join(folder, file), 'utf8')).toBe(
        await readFile(path.join(ROOT, file), 'utf8'),
      );
    expect(await readdir(path.join(folder, 'generated'))).toEqual(['admin-openapi.d.ts']);
  });

  it('makes types again only after their document has changed', async () => {
    expect(await make()).toBe('');
    await appendFile(path.join(folder, 'docs/openapi.json'), '\n');
    expect(await make()).toBe('wrote client/src/openapi.ts\n');
  });
});
