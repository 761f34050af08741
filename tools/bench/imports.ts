import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { availableParallelism, loadavg, tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Report } from '../dev/servers/report';
import type { Cleanup } from './cleanup';
import { now } from './clock';
import type { Options } from './options';
import { type CpuTimes, cpuPerUnit, cpuTimes, total } from './process-facts';
import { startServers } from './servers';
import { type Stack, startStack } from './stack';

const TOPIC = '/v1/topics/bench';
const LOOK_EVERY_MS = 100;

/** Files of the same contacts: new ones, the same rows again, and with another name each. */
const FILES = { new: 'Reader', unchanged: 'Reader', changed: 'Reader and friend' };

/** What the import of one file came to. */
interface OfFile {
  file: string;
  /** From the first byte to the answer, which comes after all rows are stored. */
  uploadMs: number;
  /** Rows a second from the answer to the end. */
  rowsPerSecond: number;
  /** Processor time of 1,000 rows from the first byte to the end, milliseconds. */
  cpuMs: CpuTimes;
  /** Highest resident memory so far, MB. */
  peakMb: Record<string, number>;
}

export interface ImportsResult {
  machine: { cpus: number; loadBefore: number; node: string; temporal: string; mongodb: string };
  rows: number;
  measured: OfFile[];
}

/** Imports files of so many rows into a topic, one after the other. API and worker are apart. */
export async function runImports(
  rows: number,
  options: Options,
  cleanup: Cleanup,
  report: Report,
  signal: AbortSignal,
): Promise<ImportsResult> {
  const [loadBefore = 0] = loadavg();
  const directory = await mkdtemp(path.join(tmpdir(), 'heliograph-bench-'));
  cleanup.later(() => rm(directory, { recursive: true, force: true }));
  const servers = await startServers(directory, cleanup, report, signal);
  const stack = await startStack(servers, { ...options, roles: 'apart' }, { cleanup, report, signal });
  await stack.service.put(TOPIC, {});
  const measured: OfFile[] = [];
  for (const [file, name] of Object.entries(FILES)) {
    const one = await importOne(stack, { file, name, rows });
    report(`${file}: ${one.rowsPerSecond.toFixed(0)} rows a second`);
    measured.push(one);
  }
  const machine = { cpus: availableParallelism(), loadBefore, node: process.version, ...servers.described };
  return { machine, rows, measured };
}

interface Import {
  id: string;
  state: string;
  read: number;
}

async function importOne(
  { service, pids }: Stack,
  { file, name, rows }: { file: string; name: string; rows: number },
): Promise<OfFile> {
  const before = await cpuTimes(pids);
  const from = now();
  const begun = await service.upload<{ import: Import }>(`${TOPIC}/imports`, linesOf(rows, name));
  const stored = now();
  for (let one = begun.import; one.state !== 'done';) {
    await sleep(LOOK_EVERY_MS);
    ({ import: one } = (await service.get(`${TOPIC}/imports/${one.id}`)) as { import: Import });
  }
  return {
    ...{ file, uploadMs: stored - from, rowsPerSecond: (rows * 1000) / (now() - stored) },
    cpuMs: cpuPerUnit(before, await cpuTimes(pids), rows / 1000),
    peakMb: await peakMbOf({ api: pids.api ?? 0, worker: pids.worker ?? 0 }),
  };
}

function* linesOf(rows: number, name: string): Generator<string, void, undefined> {
  yield 'email,external_id,name,meta.plan\n';
  for (let row = 0; row < rows; row += 1)
    yield `reader-${row}@import.example,user-${row},${name} ${row},team\n`;
}

async function peakMbOf(pids: Record<string, number>): Promise<Record<string, number>> {
  const read = Object.entries(pids).map(async ([name, pid]) => {
    const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
    return [name, Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? NaN) / 1024] as const;
  });
  return Object.fromEntries(await Promise.all(read));
}

/** The result as people read it. */
export function importsText({ machine, rows, measured }: ImportsResult): string {
  return [
    `Files of ${rows} rows; ${machine.cpus} cores, load ${machine.loadBefore.toFixed(1)} before, Node ${machine.node}`,
    `Temporal: ${machine.temporal}`,
    `MongoDB: ${machine.mongodb}`,
    '',
    ...measured.map(({ file, uploadMs, rowsPerSecond, cpuMs, peakMb }) => {
      const spent = ['api', 'worker', 'mongodb', 'temporal'].map((name) => `${name} ${fixed(cpuMs[name])}`);
      const peaks = Object.entries(peakMb).map(([name, mb]) => `${name} ${fixed(mb)} MB`);
      return `${file.padEnd(10)} ${fixed(rowsPerSecond)} rows/s, upload ${fixed(uploadMs)} ms, processor time of 1,000 rows ${fixed(total(cpuMs))} ms (${spent.join(', ')}), peak ${peaks.join(', ')}`;
    }),
  ].join('\n');
}

const fixed = (value = NaN): string => value.toFixed(0);
