import { mkdtemp, rm } from 'node:fs/promises';
import { availableParallelism, loadavg, tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { broadcastWorkflowId } from '../../../workflows/contract';
import { connectStore } from '../../../store/connection';
import { createStore, type Store } from '../../../store/store';
import type { Report } from '../../dev/servers/report';
import { EVENT, PAYLOAD } from '../application';
import type { Cleanup } from '../cleanup';
import { now } from '../clock';
import type { Options } from '../options';
import { cpuPerUnit, cpuTimes, residentMb } from '../process-facts';
import { startServers } from '../servers';
import { type Stack, startStack } from '../stack';
import { median } from '../statistics';
import { storeTopic } from './many-contacts';
import type { ManyResult, Part } from './many-result';
import { partLine } from './many-text';
import { scopeOf } from './scope';

const PARTS = 10;
const LOOK_EVERY_MS = 200;
const READS = 5;
/** Digits of an id that say where it lies among all ids. */
const DIGITS = 12;

/** Measures what grows with the number of recipients: a broadcast to many, of whom few get a mail. */
export async function runMany(
  size: number,
  { until = size, ...options }: Options,
  cleanup: Cleanup,
  report: Report,
  signal: AbortSignal,
): Promise<ManyResult> {
  const [loadBefore = 0] = loadavg();
  const directory = await mkdtemp(path.join(tmpdir(), 'heliograph-bench-'));
  cleanup.later(() => rm(directory, { recursive: true, force: true }));
  const servers = await startServers(directory, cleanup, report, signal);
  const stack = await startStack(servers, { ...options, roles: 'apart' }, { cleanup, report, signal });
  const connection = connectStore(servers.mongoUri);
  cleanup.later(() => connection.close());
  await connection.connected;
  const store = createStore(connection.mongoose);
  const scope = await scopeOf(stack, store);
  report(`Storing ${size} subscribers`);
  const topic = await storeTopic(connection, store, scope, { size, report });

  stack.mail.takes = () => true;
  const body = { to: { topic }, payload: PAYLOAD };
  const { service } = stack;
  const preview = () => timed(() => service.post(`/v1/broadcast/${EVENT}/preview`, body));
  const [before] = await preview();
  const [postMs, { id }] = await timed(() => service.post<{ id: string }>(`/v1/broadcast/${EVENT}`, body));
  report(`Preview ${before.toFixed(0)} ms, POST ${postMs.toFixed(0)} ms`);
  const parts = await follow({ stack, store, id, size, until, report });
  const [after] = await preview();
  const machine = { cpus: availableParallelism(), loadBefore, mongodb: servers.described.mongodb };
  return { machine, size, postMs, previewMs: [before, after], parts };
}

interface Following {
  stack: Stack;
  store: Store;
  id: string;
  size: number;
  until: number;
  report: Report;
}

/** Reads everything whenever another part of the audience was reached. */
async function follow({ stack, store, id, size, until, report }: Following): Promise<Part[]> {
  const parts: Part[] = [];
  let last = { at: now(), reached: 0, cpu: await cpuTimes(stack.pids) };
  for (;;) {
    await sleep(LOOK_EVERY_MS);
    const found = await store.broadcasts.get(id);
    if (!found) throw new Error('the broadcast is gone');
    const isOver = found.endedAt !== null;
    const reached = isOver ? size : Math.round(placeOf(found.after) * size);
    if (!isOver && reached < ((parts.length + 1) * until) / PARTS) continue;
    const at = now();
    const cpu = await cpuTimes(stack.pids);
    const made = reached - last.reached;
    const perSecond = (made * 1000) / (at - last.at);
    const part = {
      reached,
      perSecond,
      cpuMs: cpuPerUnit(last.cpu, cpu, made),
      ...(await facts(stack, store, id)),
    };
    parts.push(part);
    report(partLine(part));
    if (isOver || reached >= until) return parts;
    last = { at: now(), reached, cpu: await cpuTimes(stack.pids) };
  }
}

async function facts({ service, temporal, pids }: Stack, store: Store, id: string) {
  const reads: number[] = [];
  for (let read = 0; read < READS; read += 1)
    reads.push((await timed(() => service.get(`/v1/broadcasts/${id}`)))[0]);
  const handle = temporal.workflow.getHandle(broadcastWorkflowId(id));
  const [described, found] = await Promise.all([handle.describe(), store.broadcasts.get(id)]);
  const { api = 0, worker = 0, mongodb = 0 } = pids;
  return {
    memoryMb: {
      api: await residentMb(api),
      worker: await residentMb(worker),
      mongodb: await residentMb(mongodb),
    },
    readMs: { median: median(reads), longest: Math.max(...reads) },
    stored: found?.counted?.accepted ?? 0,
    countMs: found?.counted?.tookMs ?? 0,
    history: { events: described.historyLength, bytes: described.historySize ?? 0 },
  };
}

/** Returns which share of the audience lies before an id: ids are random. */
const placeOf = (id: string): number =>
  id === '' ? 0 : Number.parseInt(id.replaceAll('-', '').slice(0, DIGITS), 16) / 16 ** DIGITS;

async function timed<T>(work: () => Promise<T>): Promise<[number, T]> {
  const from = now();
  const result = await work();
  return [now() - from, result];
}
