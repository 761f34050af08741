import type { BroadcastOutcome } from './broadcast';

/** The outcome as people read it. */
export function broadcastTable(outcome: BroadcastOutcome): string {
  const { audience, kills, answers, sent, failed, skipped, cancelled, mails, copies, wrong, late, latestMs } =
    outcome;
  const of = (kind: string): string => String(wrong.filter((one) => one.startsWith(kind)).length);
  const rows: [string, string | number][] = [
    ['kills of both APIs while they had the POST', kills],
    ['answers to the POST, all with one id', answers],
    ['audience', audience],
    ...Object.entries({ sent, failed, skipped, cancelled }),
    ['sent, failed, skipped and cancelled', sent + failed + skipped + cancelled],
    ['lost (must be 0)', of('lost')],
    ['doubled without cause (must be 0)', of('doubled')],
    ['counts that are wrong (must be 0)', of('counts')],
    ['mails', mails],
    ['of these, again after an attempt that was cut', copies],
    ['mails begun over a second after the cancel', late],
    ['the last of these after it, ms', latestMs],
    ...Object.entries(outcome.faults),
    ['seconds', outcome.seconds.toFixed(0)],
  ];
  const width = Math.max(...rows.map(([name]) => name.length));
  return rows.map(([name, value]) => `${name.padEnd(width)}  ${value}`).join('\n');
}
