import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { type SequenceTester, createSequenceTester } from '../../../workflows/testing/sequence';

const change = (name: string): string => join(__dirname, `../../replay/changes/${name}.ts`);

/** `npm run replay` over the saved histories, against a changed sequence. */
function replay(...options: string[]): { code: number | null; lines: string[] } {
  const args = ['--import', 'tsx', 'tools/scripts/replay.ts', ...options];
  const { status, stdout } = spawnSync(process.execPath, args, { encoding: 'utf8' });
  return { code: status, lines: stdout.trim().split('\n') };
}

test('a change behind patched replays every history, the old ones of its sequence too', () => {
  const { code, lines } = replay('--workflows', change('patched'));
  expect(lines).toContain('ok      code-sequence (notification)');
  expect(lines.at(-1)).toMatch(/^All \d+ replay\.$/);
  expect(code).toBe(0);
});

test('another duration of a wait needs no patch', () => {
  expect(replay('--workflows', change('longer')).code).toBe(0);
});

test('a change that is not patched is named with the workflow, its type and the reason, and nothing else is', () => {
  const { code, lines } = replay('--workflows', change('unpatched'));
  const broken = lines.filter((line) => line.startsWith('BREAKS'));
  expect(broken.map((line) => line.match(/code-sequence\S*/)?.[0]).sort()).toEqual([
    'code-sequence',
    'code-sequence-named',
  ]);
  for (const line of broken)
    expect(line).toContain(
      '(notification): trial-ending: at event 5 the history goes on with SEND reminder-1, the code asks for SEND hint. ' +
        "Put the change behind 'patched' (docs/guides/changing-sequences.md).",
    );
  expect(lines.at(-1)).toMatch(/^2 of \d+ would break\.$/);
  expect(code).toBe(1);
});

test('SENDs that were renamed or moved are named with the one that the history has', () => {
  const { code, lines } = replay('--workflows', join(__dirname, '../../support/workflows/renamed.ts'));
  const broken = lines.filter((line) => line.startsWith('BREAKS'));
  // The second is of a worker whose answers did not say of which SEND they are.
  for (const history of ['code-sequence-named', 'code-sequence']) {
    const words = `${history} (notification): trial-ending: at event 5 the history goes on with SEND reminder-1, the code asks for SEND reminder-2. Put`;
    expect(broken).toContainEqual(expect.stringContaining(words));
  }
  expect(code).toBe(1);
});

describe('new runs of the changed sequence', () => {
  let sequences: SequenceTester;
  beforeAll(
    async () => void (sequences = await createSequenceTester({ workflowsPath: change('patched') })),
    300_000,
  );
  afterAll(() => sequences.stop());

  test('do what the change says', async () => {
    const run = await sequences.start('trial-ending');
    await run.ended();
    expect(run.sends.map(({ name }) => name)).toEqual([
      'hint',
      'reminder-1',
      'reminder-2',
      'reminder-3',
      'last-word',
    ]);
  });
});
