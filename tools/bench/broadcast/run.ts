import { mkdtemp, rm } from 'node:fs/promises';
import { availableParallelism, loadavg, tmpdir } from 'node:os';
import path from 'node:path';
import type { Report } from '../../dev/servers/report';
import { connectStore } from '../../../store/connection';
import { createStore } from '../../../store/store';
import type { Cleanup } from '../cleanup';
import type { Options } from '../options';
import { type CpuTimes, total } from '../process-facts';
import { type Measured, measure } from '../rounds';
import { startServers } from '../servers';
import { startStack } from '../stack';
import { median } from '../statistics';
import { makeAudience } from './audience';
import { type Fairness, measureFairness } from './fairness';
import { type MeasuredBroadcast, measureBroadcast } from './measure';
import { countOperations, type RecipientOperations } from './operations';
import { scopeOf } from './scope';

export interface BroadcastResult {
  machine: { cpus: number; loadBefore: number; node: string; temporal: string; mongodb: string };
  load: { rounds: number; count: number; concurrency: number };
  broadcast: MeasuredBroadcast;
  operations: RecipientOperations;
  /** Medians of the rounds before the broadcast and after it. */
  sends: { perSecond: number; cpuMs: CpuTimes };
  /** Of a recipient over a single send. Null if processor time cannot be read. */
  ratioOfProcessorTime: number | null;
  /** Null without --fairness. */
  fairness: Fairness | null;
}

/** Measures a broadcast, and single sends in the same run. Half of their rounds come before it, the others after it. */
export async function runBroadcast(
  recipients: number,
  options: Options,
  cleanup: Cleanup,
  report: Report,
  signal: AbortSignal,
): Promise<BroadcastResult> {
  const [loadBefore = 0] = loadavg();
  const directory = await mkdtemp(path.join(tmpdir(), 'heliograph-bench-'));
  cleanup.later(() => rm(directory, { recursive: true, force: true }));
  const servers = await startServers(directory, cleanup, report, signal);
  const stack = await startStack(servers, options, { cleanup, report, signal });
  const connection = await cleanup.owned(connected(servers.mongoUri), (open) => open.close());
  const store = createStore(connection.mongoose);
  const { rounds, count, concurrency } = options;
  const load = { count, concurrency };

  const scope = await scopeOf(stack, store);
  const { applicationId } = scope;
  report(`Storing ${recipients} contacts`);
  const audience = await makeAudience(store, scope, recipients);

  report('Warming up');
  await measure(stack, 'plain', load);
  const sends: Measured[] = [];
  const drive = async (some: number): Promise<void> => {
    for (let round = 0; round < some; round += 1) {
      const one = await measure(stack, 'plain', load);
      sends.push(one);
      report(`Round ${sends.length} of ${rounds}: ${one.perSecond.toFixed(1)} sends a second`);
    }
  };
  await drive(Math.floor(rounds / 2));
  report(`A broadcast to ${recipients} contacts`);
  const given = { stack, store, applicationId, audience };
  const measured = await measureBroadcast(given, report);
  const broadcast = { ...measured, cpuMs: busy(measured.cpuMs) };
  await drive(rounds - sends.length);
  const operations = await cleanup.within((own) =>
    countOperations(servers, options, { cleanup: own, report, signal }),
  );
  const fairness = options.fairness ? await measureFairness(given, options.perSecond, report) : null;

  const ofSends = sends.map(({ cpuMs }) => busy(cpuMs));
  const names = Object.keys(broadcast.cpuMs);
  const medianOf = (name: string): number => median(ofSends.map((cpuMs) => cpuMs[name] ?? 0));
  const spent = median(ofSends.map(total));
  const machine = { cpus: availableParallelism(), loadBefore, node: process.version, ...servers.described };
  return {
    machine,
    load: { rounds, ...load },
    broadcast,
    operations,
    sends: {
      perSecond: median(sends.map(({ perSecond }) => perSecond)),
      cpuMs: Object.fromEntries(names.map((name) => [name, medianOf(name)])),
    },
    ratioOfProcessorTime: spent > 0 ? total(broadcast.cpuMs) / spent : null,
    fairness,
  };
}

/** Without the bare worker, which has nothing to do here. */
const busy = ({ 'bare worker': _idle, ...others }: CpuTimes): CpuTimes => others;

async function connected(uri: string) {
  const connection = connectStore(uri);
  await connection.connected;
  return connection;
}
