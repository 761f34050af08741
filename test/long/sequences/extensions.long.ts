import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Runtime } from '@temporalio/worker';
import { loadExtensions } from '../../../process/extensions/load';
import { workflowsWith } from '../../../worker/bundle';
import { createSequenceTester } from '../../../workflows/testing/sequence';

const ROOT = path.join(__dirname, '../../..');
/** Outside the clone, without packages. */
const folder = realpathSync(mkdtempSync(path.join(tmpdir(), 'extensions-')));
const sequences = path.join(folder, 'sequences');
const times = path.join(sequences, 'parts/times.ts');
const TIMES = 'export const DAY: number = 86_400_000;\n';

beforeAll(() => {
  cpSync(path.join(ROOT, 'examples/extensions'), folder, { recursive: true });
  mkdirSync(path.dirname(times), { recursive: true });
  writeFileSync(times, TIMES);
  writeFileSync(
    path.join(sequences, 'win-back.ts'),
    `import type { SequenceApi } from 'heliograph/sequences';
import { DAY } from './parts/times';
let runs = 0;
export default async function winBack({ send, wait }: SequenceApi): Promise<void> {
  runs += 1;
  await send(\`offer-\${runs}\`);
  await wait('a day', DAY);
  await send('last-offer');
}
`,
  );
});
afterAll(async () => {
  rmSync(folder, { recursive: true });
  // The tester has installed it.
  await Runtime.instance().shutdown();
});

const npmRun = () => {
  const args = ['--import', 'tsx', 'worker/build-extensions.ts', folder];
  return spawnSync(process.execPath, args, { cwd: ROOT, encoding: 'utf8' });
};

it('npm run extensions lists what a folder has, and that its sequences can be bundled', () => {
  const { stdout, stderr, status } = npmRun();
  expect({ stderr, status }).toEqual({ stderr: '', status: 0 });
  expect(stdout.split('\n').slice(1)).toEqual([
    ...['sequences  win-back', 'providers  acme', 'settings   -', 'The sequences can be bundled.', ''],
  ]);
});

it.each([
  ["import 'node:fs';", '"node:fs" cannot be imported, because workflow code has no Node modules'],
  [
    "import { failure } from 'heliograph/providers'; export const kept = failure;",
    '"heliograph/providers" cannot be imported, because workflow code does not reach the service',
  ],
])('a file of a sequence with %s is refused with its line', (line, message) => {
  writeFileSync(times, `${TIMES}${line}\n`);
  const { stderr, status } = npmRun();
  expect({ stderr, status }).toEqual({
    stderr: `${path.relative(ROOT, times)}:2: ${message} (docs/guides/sequences.md).\n`,
    status: 1,
  });
  writeFileSync(times, TIMES);
});

it('a worker that starts from sources bundles them', async () => {
  const said: string[] = [];
  const log = { info: (message: string) => void said.push(message) };
  const options = { bundle: undefined, traced: false, log: log as never };
  const { workflowBundle } = await workflowsWith(await loadExtensions(folder), options);
  expect(workflowBundle).toMatchObject({ code: expect.stringContaining('win-back.ts') });
  expect(said).toEqual([expect.stringContaining('which takes seconds')]);
});

it('a sequence of the extensions runs, each run with variables of its own', async () => {
  const tester = await createSequenceTester({ extensions: folder });
  try {
    for (const _ of [1, 2]) {
      const run = await tester.start('win-back');
      expect(await run.ended()).toBe('completed');
      expect(run.sends.map(({ name, afterMs }) => [name, Math.round(afterMs / 3_600_000)])).toEqual([
        ['offer-1', 0],
        ['last-offer', 24],
      ]);
    }
    const ours = await tester.start('trial-ending');
    expect(await ours.ended()).toBe('completed');
  } finally {
    await tester.stop();
  }
});
