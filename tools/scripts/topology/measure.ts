import { readFile } from 'node:fs/promises';
import { loadavg } from 'node:os';
import { type Measured, measure } from '../../bench/rounds';
import type { Stack } from '../../bench/stack';
import { median } from '../../bench/statistics';
import type { Report } from '../../dev/servers/report';

const LOAD = { count: 200, concurrency: 25 };
const WARM_UPS = 3;
const ROUNDS = 5;
const SERVER_PROCESS = 'process of postgresql ';

/** Sends e-mails through the service. Returns rows: the rate, and the processor time of each process. */
export async function measureService(stack: Stack, report: Report): Promise<[string, string][]> {
  for (let round = 0; round < WARM_UPS; round += 1) await measure(stack, 'plain', LOAD);
  const { postgresql = 0, ...others } = stack.pids;
  // Each connection of PostgreSQL has a process.
  const children = Object.fromEntries(
    [postgresql, ...(await childrenOf(postgresql))].map((pid) => [`${SERVER_PROCESS}${pid}`, pid]),
  );
  const measured: Measured[] = [];
  const loadBefore = loadavg()[0] ?? 0;
  for (let round = 1; round <= ROUNDS; round += 1) {
    const one = await measure({ ...stack, pids: { ...others, ...children } }, 'plain', LOAD);
    report(`Round ${round} of ${ROUNDS}: ${one.perSecond.toFixed(1)} sends a second`);
    measured.push(one);
  }
  const spent = (isPart: (name: string) => boolean): string => {
    const sums = measured.map(({ cpuMs }) =>
      Object.entries(cpuMs)
        .filter(([name]) => isPart(name))
        .reduce((sum, [, ms]) => sum + ms, 0),
    );
    return `${median(sums).toFixed(1)} ms of processor time for each`;
  };
  const rate = median(measured.map(({ perSecond }) => perSecond));
  return [
    [
      `${ROUNDS} rounds of ${LOAD.count} e-mails`,
      `${rate.toFixed(1)} a second at concurrency ${LOAD.concurrency}, load of the machine ${loadBefore.toFixed(1)} before`,
    ],
    ...Object.keys(others).map((name): [string, string] => [name, spent((one) => one === name)]),
    ['postgresql', spent((one) => one.startsWith(SERVER_PROCESS))],
  ];
}

/** Returns the child processes of a process (Linux). */
async function childrenOf(pid: number): Promise<number[]> {
  const text = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8').catch(() => '');
  return text.split(' ').filter(Boolean).map(Number);
}
