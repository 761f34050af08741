import { setTimeout as sleep } from 'node:timers/promises';
import type { Cleanup } from '../../tools/bench/cleanup';
import { makeAudience } from '../../tools/bench/broadcast/audience';
import type { Report } from '../../tools/dev/servers/report';
import type { Broadcast } from '../../store/broadcasts/broadcasts';
import { persistently } from '../../store/persistently';
import { type BroadcastFigures, figuresOf } from '../support/broadcast-figures';
import { startCountingMail } from '../support/counting-mail';
import { HttpApi } from '../support/http-api';
import { postUntilAnswered } from '../support/random/traffic';
import { startStack } from '../support/stack';
import { startBalancer } from './balancer';
import { faultsOf, inflict } from './faults';
import { startFleet } from './fleet';
import type { Options } from './options';
import { createRepeatedPost } from './repeated-post';
import { startServers } from './servers';

/** How long the mail server takes for an answer, milliseconds: so long a mail is with the provider. */
const ANSWER_MS = 10;
const LOOK_EVERY_MS = 500;
const REPORT_EVERY_MS = 10_000;
/** A cancel is effective after this time (BROADCAST-7), milliseconds. */
const CANCELLED_WITHIN_MS = 1000;
/** How long the check is repeated if the connection breaks, milliseconds. */
const CHECKED_WITHIN_MS = 300_000;
/** More than a run sends: by default it is 10,000 a month. */
const QUOTA = 1_000_000_000;
const EVENT = 'welcome';
const PAYLOAD = { name: 'Ada' };

export interface BroadcastOutcome extends BroadcastFigures {
  faults: Record<string, number>;
  seconds: number;
  /** Kills of both APIs while they had the request, and how often it was answered, always with the same id. */
  kills: number;
  answers: number;
  /** Mails that began later than a second after the cancel. */
  late: number;
  /** How long after the cancel the last of them began, milliseconds. */
  latestMs: number;
}

/** Sends a broadcast while everything that it needs is killed and hung, and checks each recipient afterwards. */
export async function runBroadcastChaos(
  { seed, broadcast: recipients = 0, cancelAfter, faults: most = Infinity, every }: Options,
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
  let apiPorts = (): number[] => [];
  const balancer = await startBalancer(() => apiPorts());
  cleanup.later(() => balancer.stop());
  const env = { LOG_LEVEL: 'info', SMTP_URL: mail.url };
  const stack = await cleanup.owned(
    startStack({ temporalAddress, mongodbUri: database.uri, env }),
    (started) => started.stop(),
  );
  const running = { api: stack.api, worker: stack.worker! };
  const fleet = await startFleet(running, stack.apiEnv, folder, servers.watch);
  apiPorts = fleet.apiPorts;
  cleanup.later(() => fleet.stop());
  const { store, applicationId } = stack;
  await stack.admin.request('PATCH', `/admin/v1/applications/${applicationId}`, { monthly_quota: QUOTA });
  report(`Storing ${recipients} contacts`);
  const scope = { applicationId, environment: 'production' } as const;
  const { topic, contacts } = await makeAudience(store, scope, recipients);
  const front = new HttpApi(`http://127.0.0.1:${balancer.port}`, stack.production.key);
  const post = createRepeatedPost(front, `/v1/broadcast/${EVENT}`, { to: { topic }, payload: PAYLOAD });

  const from = Date.now();
  report('Sending it, while its API is killed');
  await post.throughKills(fleet);
  const id = await post.answered();
  report(`It is answered after ${post.counts.kills} kills: ${id}`);
  const done: Record<string, number> = {};
  const count = (): number => Object.values(done).reduce((sum, one) => sum + one, 0);
  let cancelledAt = Infinity;
  let ended: Broadcast | undefined;
  const looking = (async () => {
    for (let last = 0; !ended && !signal.aborted; await sleep(LOOK_EVERY_MS)) {
      const isTime = cancelAfter !== undefined && mail.accepted >= cancelAfter * recipients;
      if (isTime && cancelledAt === Infinity) {
        await cancelled(front, id);
        cancelledAt = Date.now();
        report('Cancelled');
      }
      const found = await store.broadcasts.get(id).catch(() => null);
      if (found?.endedAt && !found.pending) ended = found;
      if (Date.now() - last < REPORT_EVERY_MS) continue;
      last = Date.now();
      report(`${mail.accepted} mails, ${count()} faults`);
    }
  })();
  looking.catch(() => undefined);
  const repeats: Promise<string>[] = [];
  for (const fault of faultsOf(seed, temporal !== undefined)) {
    if (ended || signal.aborted || count() >= most) break;
    done[fault.name] = (done[fault.name] ?? 0) + 1;
    report(`fault: ${fault.name}, ${fault.lastsMs} ms`);
    const next = sleep(every * 1000);
    const answered = post.answered();
    answered.catch(() => undefined);
    repeats.push(answered);
    await inflict({ fleet, database, temporal }, fault, () => undefined);
    await sleep(fault.thenMs);
    await Promise.race([next, looking]);
  }
  await Promise.all([looking, ...repeats]);
  if (!ended) throw new Error('it was stopped');
  report('Checking');
  const whole = ended;
  const { kills, answers, ids } = post.counts;
  const read = async () => ({
    figures: await figuresOf(stack, whole, contacts, mail.mails),
    made: await stack.connection.mongoose.collection('broadcasts').countDocuments({}),
  });
  const { figures, made } = await persistently({ store }, read, Date.now() + CHECKED_WITHIN_MS);
  if (ids.size !== 1 || made !== 1)
    figures.wrong.push(`doubled: ${made} broadcasts, the answers have ${[...ids].join(' ')}`);
  const after = [...mail.mails.values()].flat().map((one) => one.begunAt - cancelledAt);
  return {
    ...figures,
    faults: done,
    seconds: (whole.endedAt!.getTime() - from) / 1000,
    kills,
    answers,
    late: after.filter((ms) => ms > CANCELLED_WITHIN_MS).length,
    latestMs: after.reduce((most, ms) => Math.max(most, ms), 0),
  };
}

/** Cancels it as a caller does: again until it is answered. It may have ended by then. */
async function cancelled(api: HttpApi, id: string): Promise<void> {
  const { status, body } = await postUntilAnswered<{ code?: string }>(api, `/v1/broadcasts/${id}/cancel`, {});
  if (status !== 200 && body.code !== 'BROADCAST_STATE')
    throw new Error(`the cancel was answered with ${status}: ${JSON.stringify(body)}`);
}
