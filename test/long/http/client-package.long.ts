import { execFile } from 'node:child_process';
import { appendFile, cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { codeOf, receives, settingsOf } from '../../support/client-readme';
import { niced, NICED_WITHIN_MS } from '../../support/niced';
import { type Stack, startStack } from '../../support/stack';

const run = promisify(execFile);
const ROOT = path.join(__dirname, '../../..');
jest.setTimeout(NICED_WITHIN_MS);

describe('@heliograph/client as a package', () => {
  let stack: Stack;
  let folder: string;
  let packed: { filename: string; files: { path: string }[] }[];
  beforeAll(async () => {
    stack = await startStack();
    folder = await mkdtemp(path.join(tmpdir(), 'heliograph-client-'));
    const source = path.join(folder, 'source');
    await cp(path.join(ROOT, 'client'), path.join(source, 'client'), {
      recursive: true,
      filter: (name) => !/\/client\/(?:dist|node_modules|python|go)$/.test(name),
    });
    for (const name of ['docs/openapi.json', 'docs/admin-openapi.json', 'tools/scripts/api-types.mjs'])
      await cp(path.join(ROOT, name), path.join(source, name));
    await symlink(path.join(ROOT, 'node_modules'), path.join(source, 'node_modules'));
    const npm = async (cwd: string, ...args: string[]): Promise<string> =>
      (await run(...niced('npm', [...args, '--no-audit', '--no-fund']), { cwd })).stdout;
    packed = JSON.parse(
      (await npm(path.join(source, 'client'), 'pack', '--json', '--silent')).replace(/^[^[]*/, ''),
    ) as typeof packed;
    await writeFile(path.join(folder, 'package.json'), '{}');
    await npm(folder, 'install', '--offline', path.join(source, 'client', packed[0]?.filename ?? ''));
  });
  afterAll(async () => {
    await rm(folder, { recursive: true, force: true });
    await stack.stop();
  });
  const evaluate = async (...options: string[]): Promise<string> =>
    (await run(process.execPath, options, { cwd: folder })).stdout.trim();

  it('has its code, types, README and license, and nothing else', async () => {
    const files = packed[0]?.files.map((file) => file.path) ?? [];
    expect(files).toEqual(expect.arrayContaining(['LICENSE', 'README.md', 'package.json', 'dist/index.js']));
    expect(
      files.filter((name) => !/^(?:LICENSE|README\.md|package\.json|dist\/[\w-]+\.(?:js|d\.ts))$/.test(name)),
    ).toEqual([]);
  });

  describe('by its README', () => {
    const programs = codeOf('client/README.md', 'js');
    const runs = async (code: string): Promise<string> => {
      await writeFile(path.join(folder, 'use.mjs'), code);
      const env = { ...process.env, ...settingsOf(stack) };
      return (await run(process.execPath, ['use.mjs'], { cwd: folder, env })).stdout;
    };

    it('sends, waits, cancels and says what is wrong', async () => {
      const printed = await runs(programs[0] ?? '');
      expect(printed).toMatch(/^sent$/m);
      expect(printed).toMatch(/^accepted [0-9a-f-]{36}\nrejected to\[1\]/m);
      expect(printed).toMatch(/^2\d{3}-\d\d-\d\d.*\n0 stopped\n0 signalled\n400 TEMPLATE_MISSING push$/m);
    });

    it('keeps contacts and the webhook endpoint', async () => {
      const printed = await runs(programs[1] ?? '');
      expect(printed).toMatch(/^\{ plan: 'team' \}\n1\nuser-42\n2\n/m);
      expect(printed).toMatch(/^done 2 rows\n[^]*?^3,VALIDATION_ERROR,/m);
      expect(printed).toMatch(/^user-42\nwhsec_/m);
      expect(printed).toMatch(/^0 redelivered$/m);
    });

    it('verifies webhooks', async () => {
      const start = async (code: string): Promise<[string, string[], string]> => {
        await writeFile(path.join(folder, 'receiver.mjs'), code);
        return [process.execPath, ['receiver.mjs'], folder];
      };
      const { id, printed, forged } = await receives(stack, programs[2] ?? '', start);
      expect(printed).toContain(`delivery.sent ${id}`);
      expect(forged).toBe(400);
    });
  });

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
    const [typed = ''] = codeOf('client/README.md', 'ts');
    // A file of CommonJS has no await outside of a function.
    const code = `declare const baseUrl: string, apiKey: string;\n${typed.replace('await ', 'void ')}`;
    await writeFile(path.join(folder, 'readme.ts'), code);
    await writeFile(
      path.join(folder, 'send-events.d.ts'),
      `export interface SendEvents { 'order-shipped': { order_id: string; tracking_url: string } }`,
    );
    const options = ['--target', 'es2022', '--types', 'node', 'use.mts', 'readme.ts'];
    const checked = run(...niced(process.execPath, [...tsc, ...options]), { cwd: folder });
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
