import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { TARGETS } from '../../fuzz/targets';
import { niced } from '../../support/niced';

/** Seconds of new input for each target. The nightly workflow gives each a minute. */
const SECONDS = Number(process.env.FUZZ_SECONDS ?? 3);
/** The same inputs in every run of the suite, so that it fails for changes only. The nightly workflow takes new ones. */
const SEED = process.env.FUZZ_SEED ?? '1';
const ROOT = path.join(__dirname, '../../..');

const NAMES = TARGETS.map(({ name }) => name);

let output = '';
beforeAll(
  async () => {
    const args = ['run', '--silent', 'fuzz', '--', '--minutes', String(SECONDS / 60)];
    if (SEED !== 'random') args.push('--seed', SEED);
    const child = spawn(...niced('npm', args), { cwd: ROOT, env: { FUZZ_PATIENCE: '4', ...process.env } });
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
    await once(child, 'close');
  },
  NAMES.length * (SECONDS * 1000 + 300_000),
);

test.each(NAMES)('npm run fuzz finds nothing in target %s', (name) => {
  const told = output.split('\n').find((line) => line.startsWith(`${name}: `));
  if (!/ inputs, nothing found /.test(told ?? '')) throw new Error(output.slice(0, 8000));
});
