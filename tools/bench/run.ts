import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { availableParallelism, loadavg, tmpdir } from 'node:os';
import path from 'node:path';
import type { Report } from '../dev/servers/report';
import type { Cleanup } from './cleanup';
import { historyOf } from './history';
import { acceptedPerSecond } from './kinds';
import { measureIdle, measureSteady } from './latency';
import { measureMemory } from './memory';
import { measureOpenLoop } from './open-loop';
import { measureOperations } from './operations';
import type { Options } from './options';
import { plotOf } from './plot';
import { residentMbOf } from './process-facts';
import { measureReady } from './ready';
import { type Result, summarise } from './result';
import { measure, measureRounds, withEndpoint } from './rounds';
import { startServers } from './servers';
import { startStack } from './stack';
import { median } from './statistics';

const STEADY_PER_SECOND = 20;
const STEADY_SECONDS = 20;

/** Everything that the bench measures, one after the other. */
export async function run(
  options: Options,
  cleanup: Cleanup,
  report: Report,
  signal: AbortSignal,
): Promise<Result> {
  const [loadBefore = 0] = loadavg();
  const directory = await mkdtemp(path.join(tmpdir(), 'heliograph-bench-'));
  cleanup.later(() => rm(directory, { recursive: true, force: true }));
  const servers = await startServers(directory, cleanup, report, signal);
  const stack = await startStack(servers, options, { cleanup, report, signal });
  const load = { count: options.count, concurrency: options.concurrency };

  const idleMb = await residentMbOf(stack.pids);

  report('Warming up');
  for (const kind of ['bare', 'plain', 'webhook', 'plain', 'bare'] as const) await measure(stack, kind, load);
  const rounds = await measureRounds(stack, load, options.rounds, report);

  report('Accepting as fast as it goes');
  const accepted = {
    plain: await acceptedPerSecond(stack, load),
    webhook: await withEndpoint(stack, () => acceptedPerSecond(stack, load)),
  };

  report('Single sends, with nothing else to do');
  const idle = {
    plain: await measureIdle(stack, false),
    webhook: await withEndpoint(stack, () => measureIdle(stack, true)),
  };

  report(`${STEADY_PER_SECOND} requests a second`);
  const steady = await measureSteady(stack, STEADY_PER_SECOND, STEADY_SECONDS);
  const memoryMb =
    options.memory === undefined
      ? null
      : await measureMemory(stack, { count: options.memory, concurrency: options.concurrency }, report);

  const busyMb = await residentMbOf(stack.pids);
  const rate = median(rounds.map(({ plain }) => plain.perSecond));
  const openLoop = options.plot === undefined ? [] : await measureOpenLoop(stack, rate, report);
  if (options.plot !== undefined) await writeFile(options.plot, plotOf(openLoop));
  const operations = await cleanup.within((own) =>
    measureOperations(servers, options, { cleanup: own, report, signal }),
  );
  report('Starting as npm start does');
  const readyMs = await measureReady(path.join(directory, 'start'), signal);

  const last = rounds.at(-1);
  const histories = {
    bare: await historyOf(stack, last?.bare.exampleId ?? ''),
    plain: await historyOf(stack, last?.plain.exampleId ?? ''),
    webhook: await historyOf(stack, last?.webhook.exampleId ?? ''),
  };
  const { mail, webhooks } = stack;
  const repeated = mail.mails.repeated + webhooks.events.repeated;
  if (repeated > 0) throw new Error(`${repeated} mails or webhooks came twice`);
  const machine = { cpus: availableParallelism(), loadBefore, node: process.version, ...servers.described };
  return summarise({
    ...{ options, machine, rounds, accepted, idle, steady, memoryMb, histories },
    ...{ processMb: { idle: idleMb, busy: busyMb }, openLoop, operations, readyMs },
  });
}
