import { spawn } from 'node:child_process';
import path from 'node:path';
import { TARGETS } from '../fuzz/targets';

/** Seconds of new input for each target. The nightly workflow gives each a minute. */
const SECONDS = Number(process.env.FUZZ_SECONDS ?? 3);
/** The same inputs in every run of the suite, so that it fails for changes only. The nightly workflow takes new ones. */
const SEED = process.env.FUZZ_SEED ?? '1';
const ROOT = path.join(__dirname, '../..');

test.each(TARGETS.map(({ name }) => name))(
  'npm run fuzz -- --target %s finds nothing',
  async (name) => {
    const args = ['run', '--silent', 'fuzz', '--', '--target', name, '--minutes', String(SECONDS / 60)];
    if (SEED !== 'random') args.push('--seed', SEED);
    const child = spawn('npm', args, { cwd: ROOT, env: { FUZZ_PATIENCE: '4', ...process.env } });
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
    const code = await new Promise((resolve) => child.once('close', resolve));
    if (code !== 0) throw new Error(output.slice(0, 8000));
  },
  SECONDS * 1000 + 300_000,
);
