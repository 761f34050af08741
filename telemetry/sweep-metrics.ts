import { counter, readGauge } from './registry';

const findings = counter(
  'sweep_findings_total',
  'Items that the sweep has finished because a crash or an outage had left them, by kind.',
  ['kind'],
);
const failures = counter('sweep_failures_total', 'Items at which the sweep failed. It repeats them.');
const failedParts = counter('sweep_failed_parts_total', 'Parts of the sweep that failed, by part.', ['part']);
const rounds = counter('sweep_rounds_total', 'Rounds of the sweep that ended in this process.');
let endedAt = 0;
readGauge(
  'sweep_last_round_timestamp_seconds',
  'When the last round of the sweep ended in this process, Unix time. 0: none did.',
  [],
  (gauge) => gauge.set(endedAt),
);

/** Counts what a round of the sweep has done. */
export function countSweep(result: { done: Record<string, number>; failed: number; parts: string[] }): void {
  for (const [kind, count] of Object.entries(result.done)) findings.inc({ kind }, count);
  failures.inc(result.failed);
  for (const part of result.parts) failedParts.inc({ part });
  rounds.inc();
  endedAt = Date.now() / 1000;
}
