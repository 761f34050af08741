import { setTimeout as sleep } from 'node:timers/promises';
import { residentMb } from '../../tools/bench/process-facts';

export interface Memory {
  start: number;
  peak: number;
  end: number;
}

/** Reads the resident memory of processes, MB, every two seconds until it is stopped. */
export function watchMemory(pids: () => Record<string, number>) {
  const read: Record<string, Memory> = {};
  let isOver = false;
  const loop = (async () => {
    while (!isOver) {
      for (const [name, pid] of Object.entries(pids())) {
        const mb = await residentMb(pid).catch(() => 0);
        if (!mb) continue;
        const { start = mb, peak = mb } = read[name] ?? {};
        read[name] = { start, peak: Math.max(peak, mb), end: mb };
      }
      await sleep(2000);
    }
  })();
  return {
    stop: async (): Promise<Record<string, Memory>> => {
      isOver = true;
      await loop;
      return read;
    },
  };
}

export interface Figures {
  accepted: number;
  delivered: number;
  failed: number;
  /** Messages among the failed that no worker had time for. */
  starved: number;
  cancelled: number;
  lost: number;
  doubledDespiteKey: number;
  /** Copies after an unknown outcome, at providers without a key. */
  copies: number;
  wrongStatus: number;
  webhooksMissing: number;
  memory: Record<string, Memory>;
  slowest: { fault: string; ms: number } | undefined;
  faults: number;
  rolling?: { sent: number; repeated: number; lost: number; doubled: number };
}

/** The figures as people read them. */
export function asTable(figures: Figures): string {
  const { memory, slowest, rolling } = figures;
  const rows: [string, string][] = [
    ['accepted', `${figures.accepted}`],
    ['delivered', `${figures.delivered}`],
    ['failed as they should', `${figures.failed}`],
    ['of it messages that no worker had time for', `${figures.starved}`],
    ['cancelled', `${figures.cancelled}`],
    ['lost (must be 0)', `${figures.lost}`],
    ['doubled without cause, or despite a key (must be 0)', `${figures.doubledDespiteKey}`],
    ['doubled after an unknown outcome, without a key', `${figures.copies}`],
    ['wrong status (must be 0)', `${figures.wrongStatus}`],
    ['webhooks missing or wrong (must be 0)', `${figures.webhooksMissing}`],
    ['faults', `${figures.faults}`],
    ['slowest recovery', slowest ? `${(slowest.ms / 1000).toFixed(1)} s (${slowest.fault})` : '-'],
    ...Object.entries(memory).map(([name, { start, peak, end }]): [string, string] => [
      `memory of ${name}, MB`,
      `${start.toFixed(0)} at the start, ${peak.toFixed(0)} at most, ${end.toFixed(0)} at the end`,
    ]),
  ];
  if (rolling)
    rows.push([
      'rolling restart under load',
      `${rolling.sent} sent, ${rolling.repeated} requests repeated, ${rolling.lost} lost, ${rolling.doubled} doubled (both must be 0)`,
    ]);
  const width = Math.max(...rows.map(([name]) => name.length));
  return rows.map(([name, value]) => `${name.padEnd(width)}  ${value}`).join('\n');
}
