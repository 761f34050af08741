import { spawn } from 'node:child_process';
import path from 'node:path';

/** Minutes of histories. The nightly workflow runs an hour of new ones. */
const MINUTES = Number(process.env.SIMULATE_MINUTES ?? 0.5);
/** The same seeds in every run of the suite, so that it fails for changes only. The nightly workflow takes new ones. */
const FROM = process.env.SIMULATE_FROM ?? '1';
const ROOT = path.join(__dirname, '../..');

test(
  'npm run simulate finds no broken promise',
  async () => {
    const args = [
      'run',
      '--silent',
      'simulate',
      '--',
      '--minutes',
      String(MINUTES),
      '--seeds',
      '5000',
      '--from',
      FROM,
    ];
    const child = spawn('npm', args, { cwd: ROOT });
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
    const code = await new Promise((resolve) => child.once('close', resolve));
    if (code !== 0) throw new Error(output.slice(-20_000));
  },
  MINUTES * 60_000 + 300_000,
);
