import { readFile } from 'node:fs/promises';
import { loadavg } from 'node:os';
import { makeAudience } from '../../bench/broadcast/audience';
import { type MeasuredBroadcast, measureBroadcast } from '../../bench/broadcast/measure';
import { sendAt } from '../../bench/open-loop';
import type { CpuTimes } from '../../bench/process-facts';
import { type Measured, measure } from '../../bench/rounds';
import type { Stack } from '../../bench/stack';
import { median, percentile } from '../../bench/statistics';
import { settle } from '../../bench/verify';
import type { Report } from '../../dev/servers/report';
import { connectStore } from '../../../store/connection';
import { createStore } from '../../../store/store';
import type { Topology } from './up';
import { scopeOf } from '../../bench/broadcast/scope';

const LOAD = { count: 200, concurrency: 25 };
const WARM_UPS = 3;
const ROUNDS = 5;
const STEADY_SECONDS = 20;
const SOON_MS = 10_000;
const RECIPIENTS = 5000;
const SERVER_PROCESS = 'process of postgresql ';

/** Sends e-mails through the service, one by one and as a broadcast. Returns rows: rates, times and the processor time of each process. */
export async function measureService(
  { stack, databaseUri }: Pick<Topology, 'stack' | 'databaseUri'>,
  report: Report,
): Promise<[string, string][]> {
  for (let round = 0; round < WARM_UPS; round += 1) await measure(stack, 'plain', LOAD);
  const { postgresql = 0, ...others } = stack.pids;
  // Each connection of PostgreSQL has a process.
  const children = Object.fromEntries(
    [postgresql, ...(await childrenOf(postgresql))].map((pid) => [`${SERVER_PROCESS}${pid}`, pid]),
  );
  const whole = { ...stack, pids: { ...others, ...children } };
  const measured: Measured[] = [];
  const loadBefore = loadavg()[0] ?? 0;
  for (let round = 1; round <= ROUNDS; round += 1) {
    const one = await measure(whole, 'plain', LOAD);
    report(`Round ${round} of ${ROUNDS}: ${one.perSecond.toFixed(1)} sends a second`);
    measured.push(one);
  }
  const rate = median(measured.map(({ perSecond }) => perSecond));
  const steady = await sendAt(stack, rate / 2, STEADY_SECONDS);
  await settle(stack);
  const times = steady.map(({ latencyMs }) => latencyMs);
  report(`A broadcast to ${RECIPIENTS}`);
  const broadcast = await ofBroadcast(whole, databaseUri, report);
  const { mailMs, cpuMs, shareIn10s, perSecond } = broadcast;
  return [
    [
      `${ROUNDS} rounds of ${LOAD.count} e-mails`,
      `${rate.toFixed(1)} a second at concurrency ${LOAD.concurrency}, load of the machine ${loadBefore.toFixed(1)} before`,
    ],
    ...spent(
      Object.keys(others),
      measured.map((one) => one.cpuMs),
    ),
    [
      `${(rate / 2).toFixed(0)} e-mails a second`,
      `POST to mail ${ms(percentile(times, 0.5))} (p50), ${ms(percentile(times, 0.99))} (p99), ${percent(times)} within 10 s`,
    ],
    [`a broadcast to ${RECIPIENTS}`, `${perSecond.toFixed(1)} a second`],
    ...spent(Object.keys(others), [cpuMs]),
    [
      'its mails',
      `POST to mail ${ms(mailMs.p50)} (p50), ${ms(mailMs.p99)} (p99), ${(shareIn10s * 100).toFixed(1)} % within 10 s`,
    ],
  ];
}

const ms = (value: number): string => `${value.toFixed(0)} ms`;
const percent = (times: number[]): string =>
  `${((times.filter((one) => one <= SOON_MS).length / times.length) * 100).toFixed(1)} %`;

/** Returns rows: medians of the processor time of each process, of all, and what one core does by that. The bench's own is left out. */
function spent(names: string[], measured: CpuTimes[]): [string, string][] {
  const of = (isPart: (name: string) => boolean): number =>
    median(
      measured.map((cpuMs) =>
        Object.entries(cpuMs)
          .filter(([name]) => isPart(name))
          .reduce((sum, [, one]) => sum + one, 0),
      ),
    );
  const all = of(() => true);
  return [
    ...names.map((name): [string, string] => [name, each(of((one) => one === name))]),
    ['postgresql', each(of((one) => one.startsWith(SERVER_PROCESS)))],
    ['all', `${each(all)}, ${(1000 / all).toFixed(1)} a second and core`],
  ];
}

const each = (value: number): string => `${value.toFixed(1)} ms of processor time for each`;

async function ofBroadcast(stack: Stack, uri: string, report: Report): Promise<MeasuredBroadcast> {
  const connection = connectStore(uri);
  try {
    await connection.connected;
    const store = createStore(connection.mongoose);
    const scope = await scopeOf(stack, store);
    const audience = await makeAudience(store, scope, RECIPIENTS);
    const { applicationId } = scope;
    return await measureBroadcast({ stack, store, applicationId, audience }, report);
  } finally {
    await connection.close();
  }
}

/** Returns the child processes of a process (Linux). */
async function childrenOf(pid: number): Promise<number[]> {
  const text = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8').catch(() => '');
  return text.split(' ').filter(Boolean).map(Number);
}
