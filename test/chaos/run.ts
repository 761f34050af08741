import { setTimeout as sleep } from 'node:timers/promises';
import type { Cleanup } from '../../tools/bench/cleanup';
import type { Report } from '../../tools/dev/servers/report';
import { eventually } from '../support/eventually';
import { HttpApi } from '../support/http-api';
import { violationsOf } from '../support/random/invariants';
import { runWorld } from '../support/random/run-world';
import type { Violation } from '../support/random/violation';
import type { Watch } from '../support/random/watch';
import { type World, worldOf } from '../support/random/world';
import { startStack } from '../support/stack';
import { startBalancer } from './balancer';
import { runCodeSequences, wrongCodeSequences } from './code-sequences';
import { idsIn, saveEvidence } from './evidence';
import { faultsOf, inflict, LONGEST_MS } from './faults';
import { type Figures, watchMemory } from './figures';
import { startFleet } from './fleet';
import type { Options } from './options';
import { recovery } from './probe';
import { makeRollingApplication, rollingRestart } from './rolling';
import { startServers } from './servers';

/** What a notification costs of the run's time, milliseconds: 1,000 take a little over three minutes. */
const EACH_MS = 200;
/** A look at each of a thousand notifications costs the service what it should have for sends. */
const WATCH_EVERY_MS = 2000;
/** Worlds that are played at the same time. */
const WORLDS = 2;
/** How long all may take to end after the last fault, milliseconds: the sweep looks for webhooks after five minutes. */
const ENDS_WITHIN_MS = 7 * 60_000;
/** Sends and accepted notifications of a recipient of a world, about. */
const PER_RECIPIENT = 1.07;

export interface Outcome {
  figures: Figures;
  violations: Violation[];
}

export async function run(
  { seed, notifications, faults, rollingSeconds }: Options,
  folder: string,
  { cleanup, report, signal }: { cleanup: Cleanup; report: Report; signal: AbortSignal },
): Promise<Outcome> {
  const servers = await startServers(cleanup, report);
  report('Starting two APIs and two workers');
  let apiPorts = (): number[] => [];
  const balancer = await startBalancer(() => apiPorts());
  cleanup.later(() => balancer.stop());
  const { temporalAddress, temporal, database } = servers;
  const stack = await cleanup.owned(
    startStack({ temporalAddress, mongodbUri: database.uri, env: { LOG_LEVEL: 'info' } }),
    (started) => started.stop(),
  );
  const running = { api: stack.api, worker: stack.worker! };
  const fleet = await startFleet(running, stack.apiEnv, folder, servers.watch);
  apiPorts = fleet.apiPorts;
  cleanup.later(() => fleet.stop());
  const base = `http://127.0.0.1:${balancer.port}`;
  const production = new HttpApi(base, stack.production.key);
  const front = Object.assign(Object.create(stack) as typeof stack, { production });
  const rollingApplication = await makeRollingApplication(front);
  const memory = watchMemory(() => ({
    ...Object.fromEntries(
      fleet.slots.flatMap(({ name, process: one }) => (one?.child.pid ? [[name, one.child.pid]] : [])),
    ),
    ...(temporal && { temporal: temporal.pid() }),
  }));

  const overMs = notifications * EACH_MS;
  const watched: Watch[] = [];
  let accepted = 0;
  let inflicted = 0;
  const recoveries: { fault: string; ms: number }[] = [];
  const progress = setInterval(() => {
    const ended = watched
      .flatMap(({ views }) => [...views.values()])
      .filter((view) => view.completed_at).length;
    report(`${accepted} accepted, ${ended} ended, ${inflicted} faults`);
  }, 5000);
  signal.addEventListener('abort', () => clearInterval(progress));
  const play = (world: World, email: 'postmark' | 'smtp') =>
    runWorld(front, world, {
      workers: [],
      email,
      stallMs: 2 * LONGEST_MS,
      endsWithinMs: ENDS_WITHIN_MS,
      watchEveryMs: WATCH_EVERY_MS,
      onAccepted: () => void (accepted += 1),
      onWatch: (one) => void watched.push(one),
    });
  const size = {
    ...{ events: 20, overMs, kills: { worker: 0, api: 0 }, hangs: true, atMostOnce: true },
    retryForMs: [4000, 8000, 60_000],
  };
  const recipients = (share: number): number => Math.ceil((notifications * share) / PER_RECIPIENT);
  const disturb = async (): Promise<void> => {
    // The worlds make their applications first.
    await eventually('both worlds to begin', () => watched.length === WORLDS);
    const until = Date.now() + overMs;
    const probes: Promise<void>[] = [];
    for (const fault of faultsOf(seed, temporal !== undefined)) {
      const isEnough = faults === undefined ? Date.now() > until : inflicted >= faults;
      if (isEnough || signal.aborted) break;
      inflicted += 1;
      report(`fault: ${fault.name}, ${fault.lastsMs} ms`);
      await inflict({ fleet, database, temporal }, fault, () => {
        const probe = recovery(stack, production, ENDS_WITHIN_MS).then(
          (ms) => void recoveries.push({ fault: fault.name, ms }),
        );
        probe.catch(() => undefined);
        probes.push(probe);
      });
      await sleep(fault.thenMs);
    }
    await Promise.all(probes);
  };
  const codeCount = Math.ceil(notifications / 20);
  const [first, second, code] = await Promise.all([
    play(worldOf(seed, { ...size, recipients: recipients(0.55) }), 'postmark'),
    play(
      worldOf(seed + 1, { ...size, recipients: recipients(0.4), ways: ['email', 'sms', 'slack'] }),
      'smtp',
    ),
    runCodeSequences(production, codeCount, overMs).then((all) => {
      accepted += all.length;
      return all;
    }),
    disturb(),
  ]).catch(async (error: unknown) => {
    const views = watched.flatMap((one) => [...one.views.values()]);
    const open = views.filter((view) => !view.completed_at).map(({ id }) => id);
    await saveEvidence(stack, open, folder);
    throw error;
  });
  clearInterval(progress);
  report('Checking');
  const wrongCode = await wrongCodeSequences(stack, production, code, ENDS_WITHIN_MS);
  const violations = [...(await violationsOf(first)), ...(await violationsOf(second)), ...wrongCode];
  await saveEvidence(stack, idsIn(violations), folder);
  for (const { providers, hook } of [first, second]) await Promise.all([providers.close(), hook.stop()]);

  let rolling: Figures['rolling'];
  if (rollingSeconds > 0) {
    report(`Rolling restarts under load, ${rollingSeconds} s`);
    const { wrong, ...told } = await rollingRestart(front, rollingApplication, fleet, rollingSeconds);
    rolling = told;
    violations.push(...wrong.map((what) => ({ kind: 'lost' as const, what: `rolling restart: ${what}` })));
    if (told.doubled > 0)
      violations.push({ kind: 'doubled', what: `rolling restart: ${told.doubled} mails came twice` });
  }
  const statuses = watched.flatMap(({ views }) => [...views.values()].map(({ status }) => status));
  const count = (status: string): number => statuses.filter((one) => one === status).length;
  const kinds = (kind: Violation['kind']): number => violations.filter((one) => one.kind === kind).length;
  const copies = [first, second].map(({ providers }) => {
    const ids = providers.accepted.map(({ messageId }) => messageId);
    return ids.length - new Set(ids).size;
  });
  const figures: Figures = {
    accepted,
    delivered:
      count('completed') + code.length - new Set(wrongCode.map(({ what }) => what.split(' ')[0])).size,
    failed: count('failed'),
    starved: first.starved.size + second.starved.size,
    cancelled: count('stopped'),
    lost: kinds('lost'),
    doubledDespiteKey: kinds('doubled'),
    copies: copies.reduce((sum, one) => sum + one, 0),
    wrongStatus: kinds('status'),
    webhooksMissing: kinds('webhook'),
    memory: await memory.stop(),
    slowest: recoveries.sort((a, b) => b.ms - a.ms)[0],
    faults: inflicted,
    rolling,
  };
  return { figures, violations };
}
