import { mkdtemp, rm } from 'node:fs/promises';
import { availableParallelism, loadavg, tmpdir } from 'node:os';
import path from 'node:path';
import type { Report } from '../dev/servers/report';
import { Cleanup } from './cleanup';
import type { Options } from './options';
import { type CpuTimes, total } from './process-facts';
import { type Measured, measure } from './rounds';
import { startServers } from './servers';
import { startStack, workerNames } from './stack';
import { median } from './statistics';

/** What one number of worker processes came to: medians of the rounds. */
interface OfWorkers {
  workers: number;
  sendsPerSecond: number;
  /** Processor time of a notification, milliseconds: of the API, of all workers, and so on. */
  cpuMs: CpuTimes;
}

export interface WorkersResult {
  machine: { cpus: number; loadBefore: number; node: string; temporal: string; mongodb: string };
  load: { rounds: number; count: number; concurrency: number };
  measured: OfWorkers[];
}

/** Measures sends with each number of worker processes, over the same servers, with one API process. */
export async function runWorkers(
  numbers: number[],
  options: Options,
  cleanup: Cleanup,
  report: Report,
  signal: AbortSignal,
): Promise<WorkersResult> {
  const [loadBefore = 0] = loadavg();
  const directory = await mkdtemp(path.join(tmpdir(), 'heliograph-bench-'));
  cleanup.later(() => rm(directory, { recursive: true, force: true }));
  const servers = await startServers(directory, cleanup, report, signal);
  const { rounds, count, concurrency } = options;
  const load = { count, concurrency };
  const measured: OfWorkers[] = [];
  for (const workers of numbers) {
    report(`${workers} ${workers === 1 ? 'worker process' : 'worker processes'}`);
    const own = new Cleanup();
    cleanup.later(() => own.run());
    const given = { ...options, roles: 'apart' as const, workerProcesses: workers };
    const stack = await startStack(servers, given, { cleanup: own, report, signal });
    // Processes become faster over their first hundreds of sends.
    for (let round = 0; round < 2; round += 1) await measure(stack, 'plain', load);
    const all: Measured[] = [];
    for (let round = 1; round <= rounds; round += 1) {
      const one = await measure(stack, 'plain', load);
      report(`Round ${round} of ${rounds}: ${one.perSecond.toFixed(1)} sends a second`);
      all.push(one);
    }
    const spent = (names: string[]) => median(all.map(({ cpuMs }) => total(picked(cpuMs, names))));
    measured.push({
      workers,
      sendsPerSecond: median(all.map(({ perSecond }) => perSecond)),
      cpuMs: {
        api: spent(['api']),
        workers: spent(workerNames(workers)),
        temporal: spent(['temporal']),
        mongodb: spent(['mongodb']),
        all: spent(Object.keys(stack.pids).filter((name) => name !== 'bare worker')),
      },
    });
    await own.run();
  }
  const machine = { cpus: availableParallelism(), loadBefore, node: process.version, ...servers.described };
  return { machine, load: { rounds, ...load }, measured };
}

const picked = (times: CpuTimes, names: string[]): CpuTimes =>
  Object.fromEntries(Object.entries(times).filter(([name]) => names.includes(name)));

/** The result as people read it. */
export function workersText({ machine, load, measured }: WorkersResult): string {
  const columns = ['workers', 'sends/s', 'API', 'workers', 'Temporal', 'MongoDB', 'all, with the bench'];
  const rows = measured.map(({ workers, sendsPerSecond, cpuMs }) => [
    String(workers),
    sendsPerSecond.toFixed(1),
    ...Object.values(cpuMs).map((ms) => ms.toFixed(1)),
  ]);
  const line = (cells: string[]): string =>
    cells.map((cell, index) => cell.padStart(Math.max(8, columns[index]?.length ?? 0))).join('  ');
  return [
    `${load.rounds} rounds of ${load.count} at concurrency ${load.concurrency}, one API process; ${machine.cpus} cores, load ${machine.loadBefore.toFixed(1)} before, Node ${machine.node}`,
    `Temporal: ${machine.temporal}`,
    `MongoDB: ${machine.mongodb}`,
    '',
    'Processor time of a notification in milliseconds, by process (0.0: not on this machine, or not started here)',
    line(columns),
    ...rows.map(line),
  ].join('\n');
}
