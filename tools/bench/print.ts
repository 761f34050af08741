import type { HistoryShape } from './history';
import { type CpuTimes, total } from './process-facts';
import type { Result, Sends } from './result';

/** The result as people read it; its last line is `ratio=…`. */
export function asText(result: Result): string {
  const { machine, load, bare, withoutEndpoint, withEndpoint, steady, memoryMb } = result;
  const lines = [
    `${load.rounds} rounds of ${load.count} at concurrency ${load.concurrency}; ${machine.cpus} cores, load ${machine.loadBefore.toFixed(1)} before, Node ${machine.node}`,
    `Temporal: ${machine.temporal}`,
    `MongoDB: ${machine.mongodb}`,
    '',
    ...sendLines('Without a webhook endpoint', withoutEndpoint),
    ...sendLines('With a webhook endpoint', withEndpoint),
    'Bare workflows, one activity that does nothing',
    `  completed per second   ${bare.completedPerSecond.toFixed(1)}`,
    ...shapeLines(bare.history, bare.cpuMs),
    '',
    `At ${steady.perSecond} requests a second`,
    `  POST                   p50 ${ms(steady.p50)}, p99 ${ms(steady.p99)}`,
    `  POST to mail           ${ms(steady.mailMs)} (median)`,
    '',
  ];
  for (const { share, perSecond, p50, p90, p99, most } of result.openLoop)
    lines.push(
      `Open loop at ${share * 100} %, ${perSecond.toFixed(1)} sends a second: POST to mail p50 ${ms(p50)}, p90 ${ms(p90)}, p99 ${ms(p99)}, at most ${ms(most)}`,
    );
  const { idle, busy } = result.processMb;
  const grown = Object.keys(idle).map(
    (name) => `${name} ${(idle[name] ?? 0).toFixed(0)} to ${(busy[name] ?? 0).toFixed(0)}`,
  );
  lines.push(`Memory, MB: ${grown.join(', ')}`);
  lines.push(`npm start is ready after ${(result.readyMs / 1000).toFixed(1)} s`, '');
  if (memoryMb) {
    const readings = memoryMb.map((mb) => mb.toFixed(0)).join(', ');
    lines.push(`Worker's memory before and after each quarter: ${readings} MB`, '');
  }
  lines.push(
    `ratios of the rounds: ${result.rounds.map(({ ratio }) => ratio.toFixed(2)).join(', ')}`,
    ...(result.ratioOfProcessorTime === null
      ? []
      : [`ratio of processor time: ${result.ratioOfProcessorTime.toFixed(2)}`]),
    `ratio with a webhook endpoint: ${result.ratioWithEndpoint.toFixed(2)}`,
    `ratio=${result.ratio.toFixed(2)}`,
  );
  return lines.join('\n');
}

function sendLines(title: string, sends: Sends): string[] {
  const { postMs, idleMs, operations } = sends;
  const webhook = idleMs.webhook === null ? [] : [`  POST to webhook, idle  ${ms(idleMs.webhook)} (median)`];
  return [
    title,
    `  accepted per second    ${sends.acceptedPerSecond.toFixed(1)}`,
    `  completed per second   ${sends.completedPerSecond.toFixed(1)}`,
    `  POST                   p50 ${ms(postMs.p50)}, p99 ${ms(postMs.p99)}`,
    `  POST to mail, idle     ${ms(idleMs.mail)} (median)`,
    ...webhook,
    ...(operations
      ? [
          `  database operations    ${operations.reads.toFixed(1)} reads, ${operations.writes.toFixed(1)} writes`,
        ]
      : []),
    ...shapeLines(sends.history, sends.cpuMs),
    '',
  ];
}

function shapeLines(
  { events, bytes, workflowTasks, activities, actions }: HistoryShape,
  cpuMs: CpuTimes,
): string[] {
  const used = Object.entries(cpuMs).filter(([, spent]) => spent >= 0.05);
  const parts = used.map(([name, spent]) => `${name} ${spent.toFixed(1)}`);
  return [
    `  one history            ${events} events, ${bytes} bytes (${workflowTasks} workflow tasks, ${activities} activities, ${actions} actions)`,
    ...(used.length > 0
      ? [`  processor time each    ${total(cpuMs).toFixed(1)} ms (${parts.join(', ')})`]
      : []),
  ];
}

const ms = (value: number): string => `${value.toFixed(1)} ms`;
