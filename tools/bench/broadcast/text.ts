import { type CpuTimes, total } from '../process-facts';
import type { Fairness } from './fairness';
import type { BroadcastResult } from './run';

/** The result as people read it. */
export function broadcastText(result: BroadcastResult): string {
  const { machine, load, broadcast, operations, sends, fairness, ratioOfProcessorTime } = result;
  const names = Object.keys(broadcast.cpuMs);
  const { mailMs } = broadcast;
  const seconds = (ms: number): string => (ms / 1000).toFixed(1);
  const part = (times: CpuTimes, name: string): string => (times[name] ?? 0).toFixed(1);
  return [
    `A broadcast to ${broadcast.recipients}, and ${load.rounds} rounds of ${load.count} sends at concurrency ${load.concurrency}; ${machine.cpus} cores, load ${machine.loadBefore.toFixed(1)} before, Node ${machine.node}`,
    `Temporal: ${machine.temporal}`,
    `MongoDB: ${machine.mongodb}`,
    '',
    row('', ['broadcast', 'single sends']),
    row('recipients a second', [broadcast.perSecond.toFixed(1), sends.perSecond.toFixed(1)]),
    row('processor time each, ms', [total(broadcast.cpuMs).toFixed(1), total(sends.cpuMs).toFixed(1)]),
    ...names.map((name) => row(`  ${name}`, [part(broadcast.cpuMs, name), part(sends.cpuMs, name)])),
    row('POST to mail, p50 and p99, s', [`${seconds(mailMs.p50)}, ${seconds(mailMs.p99)}`]),
    row('handed over within 10 s', [`${(broadcast.shareIn10s * 100).toFixed(1)} %`]),
    '',
    `MongoDB, each recipient: ${operations.reads.toFixed(2)} reads, ${operations.writes.toFixed(2)} writes of ${operations.documents.toFixed(2)} documents; it is stored in ${operations.bytes.toFixed(0)} bytes`,
    `Worker's memory before and after each quarter: ${broadcast.memoryMb.map((mb) => mb.toFixed(0)).join(', ')} MB`,
    '',
    ...(fairness ? fairnessLines(fairness) : []),
    ...(ratioOfProcessorTime === null
      ? []
      : [`ratio of processor time to a single send=${ratioOfProcessorTime.toFixed(2)}`]),
  ].join('\n');
}

function fairnessLines({ perSecond, alone, during, ratio, reachedPerSecond, rounds }: Fairness): string[] {
  const range = (kind: 'alone' | 'during'): string => {
    const all = rounds.map((round) => round[kind].p99);
    return `${Math.min(...all).toFixed(0)} to ${Math.max(...all).toFixed(0)}`;
  };
  return [
    row(`At ${perSecond} single sends a second`, ['during it', 'alone', 'ratio']),
    ...(['p50', 'p99'] as const).map((name) =>
      row(`  POST to mail, ${name}`, [
        `${during[name].toFixed(0)} ms`,
        `${alone[name].toFixed(0)} ms`,
        ratio[name].toFixed(2),
      ]),
    ),
    row('  p99 of the rounds, ms', [range('during'), range('alone')]),
    row('  recipients of it a second', [reachedPerSecond.toFixed(1)]),
    '',
  ];
}

const row = (name: string, cells: string[]): string =>
  [name.padEnd(34), ...cells.map((cell) => cell.padStart(12))].join('  ');
