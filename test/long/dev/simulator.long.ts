import { spawn } from 'node:child_process';
import path from 'node:path';
import { niced, NICED_WITHIN_MS } from '../../support/niced';

/** Minutes of histories. The nightly workflow runs an hour of new ones. */
const MINUTES = Number(process.env.SIMULATE_MINUTES ?? 0.5);
/** The same seeds in every run of the suite, so that it fails for changes only. The nightly workflow takes new ones. */
const FROM = process.env.SIMULATE_FROM ?? '1';
const ROOT = path.join(__dirname, '../../..');

/** Runs `npm run simulate` to its end, and returns what it printed. Throws with the end of that if it fails. */
async function simulate(...args: string[]): Promise<string> {
  const child = spawn(...niced('npm', ['run', '--silent', 'simulate', '--', ...args]), { cwd: ROOT });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const code = await new Promise((resolve) => child.once('close', resolve));
  if (code !== 0) throw new Error(output.slice(-20_000));
  return output;
}

test(
  'npm run simulate finds no broken promise',
  () => simulate('--minutes', String(MINUTES), '--seeds', '5000', '--from', FROM),
  MINUTES * 60_000 + NICED_WITHIN_MS,
);

/**
 * Seeds in which the service, the simulated world or the auditor was wrong once (docs/internals/simulator-findings.md), and
 * seeds that find a mend which is reverted (docs/internals/simulator-faults.md). A change of the world changes what they mean.
 */
const FOUND = [
  ...[2, 6, 30, 137, 145, 157, 172, 177, 209, 221, 235, 241, 268, 282],
  ...[74, 87, 122, 143, 146, 150, 170, 181, 185, 230, 260, 304, 315, 375, 439, 465, 476, 481],
  ...[573, 574, 602, 636, 673, 677, 697, 747, 803, 897, 1056, 1329, 1668, 1690, 1921, 109, 102],
];

test(
  'the seeds that found something break no promise any more',
  () => simulate('--survey', '--seed', FOUND.join(',')),
  NICED_WITHIN_MS,
);

test(
  'a seed is the same history in each process',
  async () => {
    const history = async () => (await simulate('--seed', '9', '--trace')).replace(/^Seeds .*$/m, '');
    const [one, other] = [await history(), await history()];
    expect(one.split('\n').length).toBeGreaterThan(100);
    expect(other).toBe(one);
  },
  NICED_WITHIN_MS,
);
