import { spawn } from 'node:child_process';
import path from 'node:path';
import { real } from '../real';
import type { Fault } from './fault';
import { FAULTS } from './table';

/** What the simulator made of one fault. */
interface Found {
  fault: Fault;
  /** How many seeds it took; null: none found it. */
  seeds: number | null;
  how: string;
}

const MAIN = path.join(__dirname, '..', 'main.ts');

/** Runs seeds with each fault in a process of its own, and prints the table of docs/internals/simulator.md. */
export async function runFaults(only: string[], seeds: number, forMs: number): Promise<boolean> {
  const results: Found[] = [];
  for (const fault of FAULTS) {
    if (only.length > 0 && !only.includes(fault.name)) continue;
    const found = await runOne(fault, seeds, forMs);
    results.push(found);
    console.log(`| \`${fault.name}\` | ${fault.what} | ${found.seeds ?? 'not found'} | ${found.how} |`);
  }
  const missed = results.filter((one) => one.seeds === null);
  console.log(`${results.length - missed.length} of ${results.length} faults were found.`);
  return missed.length === 0;
}

const BREAKS = /^seed (\d+) breaks ([^\s:]+)/m;

/** Seeds that break a rule without a fault too. They say nothing of one. */
const broken = new Set<number>();

async function runOne(fault: Fault, seeds: number, forMs: number): Promise<Found> {
  const until = real.Date.now() + forMs;
  for (let from = 1; ;) {
    const minutes = Number.isFinite(forMs)
      ? ['--minutes', String(Math.max(0, until - real.Date.now()) / 60_000)]
      : [];
    const output = await simulate(
      ...['--fault', fault.name, '--from', String(from), ...minutes],
      ...(Number.isFinite(seeds) ? ['--seeds', String(seeds - from + 1)] : []),
      ...['--except', [...broken].join(',')],
    );
    const [, seed, rule = ''] = BREAKS.exec(output) ?? [];
    if (seed === undefined) {
      const last = /^Seeds \d+ to (\d+)/m.exec(output)?.[1];
      return { fault, seeds: null, how: last === undefined ? output.trim() : `${last} run` };
    }
    if (!BREAKS.test(await simulate('--seed', seed))) return { fault, seeds: Number(seed), how: rule };
    broken.add(Number(seed));
    from = Number(seed) + 1;
  }
}

/** Returns what a run of the simulator in a process of its own prints. */
async function simulate(...args: string[]): Promise<string> {
  const child = spawn(process.execPath, ['--import', 'tsx', MAIN, '--brief', ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (text: Buffer) => (output += text.toString()));
  await new Promise((resolve) => child.once('close', resolve));
  return output;
}
