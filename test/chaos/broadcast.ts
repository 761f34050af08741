import { setTimeout as sleep } from 'node:timers/promises';
import type { Cleanup } from '../../tools/bench/cleanup';
import { makeAudience } from '../../tools/bench/broadcast/audience';
import type { Report } from '../../tools/dev/servers/report';
import type { Broadcast } from '../../store/broadcasts/broadcasts';
import { startBroadcast } from '../../temporal/workflow-calls';
import { type BroadcastFigures, figuresOf } from '../support/broadcast-figures';
import { broadcast } from '../support/broadcasts';
import { startCountingMail } from '../support/counting-mail';
import { startStack } from '../support/stack';
import { faultsOf, inflict } from './faults';
import { startFleet } from './fleet';
import type { Options } from './options';
import { startServers } from './servers';

/** How long the mail server takes for an answer, milliseconds: so long a mail is with the provider. */
const ANSWER_MS = 10;
const LOOK_EVERY_MS = 500;
const REPORT_EVERY_MS = 10_000;
/** A cancel is effective after this time (BROADCAST-7), milliseconds. */
const CANCELLED_WITHIN_MS = 1000;
const EVENT = 'welcome';

export interface BroadcastOutcome extends BroadcastFigures {
  faults: Record<string, number>;
  seconds: number;
  /** Mails that began later than a second after the cancel. */
  late: number;
  /** How long after the cancel the last of them began, milliseconds. */
  latestMs: number;
}

/** Sends a broadcast while everything that it needs is killed and hung, and checks each recipient afterwards. */
export async function runBroadcastChaos(
  { seed, broadcast: recipients = 0, cancelAfter, faults: most = Infinity }: Options,
  folder: string,
  { cleanup, report, signal }: { cleanup: Cleanup; report: Report; signal: AbortSignal },
): Promise<BroadcastOutcome> {
  const servers = await startServers(cleanup, report);
  const { temporalAddress, temporal, database } = servers;
  const mail = await cleanup.owned(startCountingMail(ANSWER_MS), (sink) => sink.stop());
  // One in a hundred is refused, and one in a hundred has to be tried again.
  const deferred = new Set<string>();
  mail.refuses = (to) => {
    if (to.includes('77@')) return 550;
    if (!to.includes('33@') || deferred.has(to)) return undefined;
    deferred.add(to);
    return 451;
  };
  report('Starting two APIs and two workers');
  const env = { LOG_LEVEL: 'info', SMTP_URL: mail.url };
  const stack = await cleanup.owned(
    startStack({ temporalAddress, mongodbUri: database.uri, env }),
    (started) => started.stop(),
  );
  const running = { api: stack.api, worker: stack.worker! };
  const fleet = await startFleet(running, stack.apiEnv, folder, servers.watch);
  cleanup.later(() => fleet.stop());
  const { store, applicationId, temporal: client, name } = stack;
  report(`Storing ${recipients} contacts`);
  const scope = { applicationId, environment: 'production' } as const;
  const { topicId, contacts } = await makeAudience(store, scope, recipients);

  const from = Date.now();
  const id = await broadcast(stack, { event: EVENT, audience: { topicId } });
  const done: Record<string, number> = {};
  const count = (): number => Object.values(done).reduce((sum, one) => sum + one, 0);
  let cancelledAt = Infinity;
  let ended: Broadcast | undefined;
  const looking = (async () => {
    for (let last = 0; !ended && !signal.aborted; await sleep(LOOK_EVERY_MS)) {
      const isTime = cancelAfter !== undefined && mail.accepted >= cancelAfter * recipients;
      if (isTime && cancelledAt === Infinity) {
        // As a caller does, again until it is answered.
        while (!(await store.broadcasts.cancel(id, new Date()).catch(() => false)))
          if ((await store.broadcasts.get(id).catch(() => null))?.endedAt) break;
        cancelledAt = Date.now();
        report('Cancelled');
        await startBroadcast(client, name, { _id: id, applicationId, event: EVENT }).catch(() => undefined);
      }
      const found = await store.broadcasts.get(id).catch(() => null);
      if (found?.endedAt && !found.pending) ended = found;
      if (Date.now() - last < REPORT_EVERY_MS) continue;
      last = Date.now();
      report(`${mail.accepted} mails, ${count()} faults`);
    }
  })();
  for (const fault of faultsOf(seed, temporal !== undefined)) {
    if (ended || signal.aborted || count() >= most) break;
    done[fault.name] = (done[fault.name] ?? 0) + 1;
    report(`fault: ${fault.name}, ${fault.lastsMs} ms`);
    await inflict({ fleet, database, temporal }, fault, () => undefined);
    await sleep(fault.thenMs);
  }
  await looking;
  if (!ended) throw new Error('it was stopped');
  report('Checking');
  const figures = await figuresOf(stack, ended, contacts, mail.mails);
  const after = [...mail.mails.values()].flat().map((one) => one.begunAt - cancelledAt);
  return {
    ...figures,
    faults: done,
    seconds: (ended.endedAt!.getTime() - from) / 1000,
    late: after.filter((ms) => ms > CANCELLED_WITHIN_MS).length,
    latestMs: after.reduce((most, ms) => Math.max(most, ms), 0),
  };
}

/** The outcome as people read it. */
export function broadcastTable(outcome: BroadcastOutcome): string {
  const { audience, sent, failed, skipped, cancelled, mails, copies, wrong, late, latestMs } = outcome;
  const of = (kind: string): string => String(wrong.filter((one) => one.startsWith(kind)).length);
  const rows: [string, string | number][] = [
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
