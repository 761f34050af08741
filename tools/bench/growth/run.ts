import { mkdtemp, rm } from 'node:fs/promises';
import { availableParallelism, loadavg, tmpdir } from 'node:os';
import path from 'node:path';
import type { Report } from '../../dev/servers/report';
import { connectStore } from '../../../store/connection';
import { createStore } from '../../../store/store';
import type { Cleanup } from '../cleanup';
import { newRecipient } from '../kinds';
import type { Options } from '../options';
import { startServers } from '../servers';
import { startStack } from '../stack';
import { settle, verify } from '../verify';
import { type Size, type Stored, fillTo } from './fill';
import { type Medians, measureAll } from './measure';

const SIZES: Size[] = [
  { contacts: 200, notifications: 200 },
  { contacts: 5000, notifications: 20_000 },
  { contacts: 50_000, notifications: 200_000 },
];

export interface Growth {
  machine: { cpus: number; mongodb: string };
  /** `load` is the machine's when it was measured. */
  measured: { size: Size; load: number; medians: Medians }[];
}

/** Times the service with little stored and again with much. */
export async function runGrowth(
  options: Options,
  cleanup: Cleanup,
  report: Report,
  signal: AbortSignal,
): Promise<Growth> {
  const directory = await mkdtemp(path.join(tmpdir(), 'heliograph-bench-'));
  cleanup.later(() => rm(directory, { recursive: true, force: true }));
  const servers = await startServers(directory, cleanup, report, signal);
  const stack = await startStack(servers, options, { cleanup, report, signal });
  const connection = await cleanup.owned(connected(servers.mongoUri), (open) => open.close());
  const store = createStore(connection.mongoose);

  // What the service itself stores of a send is what all others are made like.
  const example = await stack.service.send(newRecipient());
  await verify(stack, [example]);
  const model = await store.notifications.get(example.id);
  if (!model) throw new Error('the example is not stored');
  const scope = { applicationId: model.applicationId, environment: model.environment };
  const stored: Stored = { contacts: [], notificationIds: [] };
  const growth: Growth = {
    machine: { cpus: availableParallelism(), mongodb: servers.described.mongodb },
    measured: [],
  };
  for (const size of SIZES) {
    report(`Storing ${size.contacts} contacts and ${size.notifications} notifications`);
    await fillTo(store, stored, size, { scope, model, report });
    report('Measuring');
    const medians = await measureAll({ service: stack.service, store, scope, model }, stored);
    await settle(stack);
    growth.measured.push({ size, load: loadavg()[0] ?? 0, medians });
    report(growthText(growth));
  }
  return growth;
}

async function connected(uri: string) {
  const connection = connectStore(uri);
  await connection.connected;
  return connection;
}

/** As people read it: medians in milliseconds, and the last over the first. */
export function growthText({ machine, measured }: Growth): string {
  const [first] = measured;
  const last = measured.at(-1);
  const row = (name: string, cells: string[]): string =>
    [name.padEnd(32), ...cells.map((cell) => cell.padStart(9))].join(' ');
  return [
    `${machine.cpus} cores; MongoDB: ${machine.mongodb}`,
    row(
      'stored notifications',
      measured.map(({ size }) => String(size.notifications)),
    ),
    row(
      'stored contacts',
      measured.map(({ size }) => String(size.contacts)),
    ),
    row(
      'load of the machine',
      measured.map(({ load }) => load.toFixed(1)),
    ),
    ...Object.keys(first?.medians ?? {}).map((name) => {
      const times = measured.map(({ medians }) => medians[name] ?? NaN);
      const ratio = (last?.medians[name] ?? NaN) / (first?.medians[name] ?? NaN);
      return row(name, [...times.map((time) => time.toFixed(1)), `x ${ratio.toFixed(2)}`]);
    }),
  ].join('\n');
}
