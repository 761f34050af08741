import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startAcmeServer } from '../../../examples/extensions/test/acme-server';
import { freePort } from '../../../tools/dev/servers/ports';
import { eventually } from '../../support/eventually';
import { niced, NICED_WITHIN_MS } from '../../support/niced';
import type { ApiServer } from '../../support/providers/api-server';

const ROOT = path.join(__dirname, '../../..');
const LEFT_OUT = new Set(['node_modules', '.git', '.data', 'dist', '.mutation', 'histories']);
const PORTS = [
  'API_PORT',
  'API_SANDBOX_PORT',
  'ADMIN_PORT',
  'METRICS_PORT',
  'SMTP_PORT',
  'INBOX_PORT',
  'TEMPORAL_PORT',
  'TEMPORAL_UI_PORT',
  'MONGO_PORT',
];

interface Block {
  before: string;
  language: string;
  text: string;
}

/** The tutorial starts the service. The guides go on with it. */
const PAGES = [
  'docs/getting-started.md',
  'docs/guides/templates.md',
  'docs/guides/digests.md',
  'docs/guides/failover.md',
  // It has no commands, and the settings of the extensions.
  'docs/guides/extensions.md',
  'docs/internals/adding-a-provider.md',
];

/** Returns the blocks of code of a page, each with the line above it, which is empty if that is another block. */
const blocksOf = (page: string): Block[] =>
  [...readFileSync(path.join(ROOT, page), 'utf8').matchAll(/([^\n]*)\n\n```(\w*)\n(.*?)^```$/gms)].map(
    ([, before = '', language = '', text = '']) => ({ before, language, text }),
  );

let copy: string;
let env: NodeJS.ProcessEnv;
let service: ChildProcess | undefined;
let acme: ApiServer;

beforeAll(async () => {
  acme = await startAcmeServer();
  copy = mkdtempSync(path.join(tmpdir(), 'getting-started-'));
  cpSync(ROOT, copy, { recursive: true, filter: (from) => !LEFT_OUT.has(path.basename(from)) });
  // npm keeps some packages of a workspace beside it.
  for (const workspace of ['', 'dashboard', 'client', 'cli']) {
    const packages = path.join(ROOT, workspace, 'node_modules');
    if (existsSync(packages)) symlinkSync(packages, path.join(copy, workspace, 'node_modules'));
  }
  // The pages run Jest with its usual suite.
  const {
    TEMPORAL_ADDRESS: _temporal,
    MONGODB_URI: _mongo,
    HELIOGRAPH_TEST_SUITE: _suite,
    ...others
  } = process.env;
  const ports: number[] = [];
  for (const _ of PORTS) ports.push(await freePort());
  env = {
    ...others,
    HELIOGRAPH_DATA_DIR: path.join(copy, '.data'),
    ...Object.fromEntries(PORTS.map((name, index) => [name, String(ports[index])])),
  };
});

afterAll(async () => {
  await stop();
  await acme.close();
  rmSync(copy, { recursive: true, force: true });
});

test.each(PAGES)(
  'every command of %s does what the page says',
  async (page) => {
    const blocks = blocksOf(page);
    let id = '';
    rmSync(path.join(copy, 'my-events'), { recursive: true, force: true });
    for (const [index, { before, language, text }] of blocks.entries()) {
      const file = /^\/\/ (\S+)\n/.exec(text)?.[1] ?? /`([^`]+)`(?: becomes)?:$/.exec(before)?.[1];
      if (file !== undefined && (language === 'ts' || language === 'yaml')) write(file, text);
      if (language !== 'sh' || text.startsWith('export KEY')) continue;
      if (text.startsWith('npm ci && npm start')) {
        await start();
        continue;
      }
      const [, folder] = /^HELIOGRAPH_EXTENSIONS=(\S+) npm start$/m.exec(text) ?? [];
      if (folder !== undefined) {
        await stop();
        env = { ...env, HELIOGRAPH_EXTENSIONS: folder };
        await start();
        continue;
      }
      const next = blocks[index + 1];
      const expected = next?.language === '' && next.before === '' ? linesOf(next.text) : [];
      const command = text.replace(/[0-9a-f]{8}-…/g, id);
      let output = '';
      // What is only looked at may not be there yet; what changes something is done once.
      const run = async (): Promise<boolean> => {
        const { status, stdout, stderr } = await shell(command);
        output = `${stdout}${stderr}`;
        return status === 0 && expected.every((line) => line.test(output));
      };
      if (/^npx heliograph notifications (?:show|list)/.test(text)) await eventually(command, run);
      else if (!(await run()))
        throw new Error(`${command}\nexpected ${expected.join('\n')}\nprinted ${output}`);
      id = /"id":"([^"]+)"/.exec(output)?.[1] ?? id;
    }
  },
  NICED_WITHIN_MS,
);

test('the provider of its page has sent the message, with its settings', async () => {
  const { json } = await eventually('Acme to get the message', () =>
    acme.requests.find(({ path: at }) => at === '/v1/messages'),
  );
  expect(json).toMatchObject({ to: '+15005550009', text: expect.stringContaining('123456') });
  const log = readFileSync(path.join(copy, '.data/logs/heliograph.log'), 'utf8');
  const line = log.split('\n').findLast((one) => one.includes('extensions are loaded')) ?? '{}';
  expect(JSON.parse(line)).toMatchObject({
    ...{ sequences: ['invoice-due'], providers: ['acme'], settings: ['ACME_REGION', 'ACME_TOKEN'] },
  });
});

test(
  'the change of docs/guides/changing-sequences.md replays on an open notification, and not without its patch',
  async () => {
    const to = '{"to":{"email":"bo@example.com"},"payload":{"number":"2026-18"}}';
    const sent = await shell(
      `curl -sS http://127.0.0.1:3000/v1/send/invoice-due -H "Authorization: Bearer $KEY" -H 'Content-Type: application/json' -d '${to}'`,
    );
    const { id } = JSON.parse(sent.stdout) as { id: string };
    await eventually('the notification to wait', async () => {
      const { stdout } = await shell(`npx heliograph notifications show ${id}`);
      return stdout.includes('waits until');
    });
    const blocks = blocksOf('docs/guides/changing-sequences.md');
    const { text: changed = '' } = blocks.find(({ language }) => language === 'ts') ?? {};
    const replay = `npm run --silent replay -- --address 127.0.0.1:7233`;
    write('extensions/sequences/invoice-due.ts', changed);
    expect(await shell(replay)).toMatchObject({
      status: 0,
      stdout: expect.stringContaining(`ok      ${id}`),
    });
    write('extensions/sequences/invoice-due.ts', changed.replace(/if \(patched\(.*?\)\) /, ''));
    const shown = linesOf(blocks.find(({ text }) => text.startsWith('BREAKS'))?.text ?? '');
    expect(shown).toHaveLength(1);
    const { status, stdout } = await shell(replay);
    expect(status).toBe(1);
    for (const line of shown) expect(stdout).toMatch(line);
  },
  NICED_WITHIN_MS,
);

/** Runs a command of a page. This process answers the provider's calls while it runs. */
async function shell(command: string): Promise<{ status: number | null; stdout: string; stderr: string }> {
  const child = spawn(...niced('sh', ['-ec', here(command)]), { cwd: copy, env });
  const printed = { stdout: '', stderr: '' };
  for (const stream of ['stdout', 'stderr'] as const)
    child[stream].on('data', (chunk: Buffer) => (printed[stream] += chunk.toString()));
  const [status] = (await once(child, 'close')) as [number | null];
  return { status, ...printed };
}

/** Returns a command of a page with the ports and the servers of this test. */
const here = (text: string): string =>
  text
    .replaceAll('127.0.0.1:3000', `127.0.0.1:${env['API_PORT']}`)
    .replaceAll('127.0.0.1:1025', `127.0.0.1:${env['SMTP_PORT']}`)
    .replaceAll('127.0.0.1:7233', `127.0.0.1:${env['TEMPORAL_PORT']}`)
    .replaceAll('https://api.acme.example', acme.url);

function write(file: string, text: string): void {
  mkdirSync(path.dirname(path.join(copy, file)), { recursive: true });
  writeFileSync(path.join(copy, file), text);
}

/** The lines of an output that the page shows: ids, times and counts may differ. */
function linesOf(text: string): RegExp[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && line !== '…')
    .map(
      (line) =>
        new RegExp(
          line
            .replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
            .replace(/[0-9a-f]{8}-…/g, '\0')
            .replace(/\d+/g, '\\d+')
            .replace(/\s+/g, '\\s+')
            .replaceAll('\0', '[0-9a-f-]{36}'),
        ),
    );
}

async function start(): Promise<void> {
  service = spawn(...niced(process.execPath, ['--import', 'tsx', 'tools/dev/start.ts']), { cwd: copy, env });
  let printed = '';
  service.stdout?.on('data', (chunk: Buffer) => (printed += chunk.toString()));
  service.stderr?.on('data', (chunk: Buffer) => (printed += chunk.toString()));
  await eventually(
    'npm start to be ready or to end',
    () => printed.includes('Heliograph runs.') || service?.exitCode !== null,
    NICED_WITHIN_MS / 2,
  ).catch((error: unknown) => {
    throw new Error(`npm start printed ${printed}`, { cause: error });
  });
  expect(printed).toContain('Heliograph runs.');
  const facts = JSON.parse(readFileSync(path.join(copy, '.data/dev.json'), 'utf8')) as {
    production: { apiKey: string };
  };
  env = { ...env, KEY: facts.production.apiKey };
}

async function stop(): Promise<void> {
  if (service?.exitCode !== null) return;
  service.kill('SIGINT');
  await once(service, 'exit');
}
