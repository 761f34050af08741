import type { Report } from '../../dev/servers/report';
import { now } from '../clock';
import { sendAt } from '../open-loop';
import { percentile } from '../statistics';
import { settle, verify } from '../verify';
import { begin, type Broadcasting } from './one';

const ROUNDS = 6;
/** Of each kind in a round: the 99th percentile is then of 3,600 sends, at 20 a second. */
const SECONDS = 30;

/** Times of single sends from the planned POST to the mail, milliseconds. */
export interface Latency {
  p50: number;
  p99: number;
}

/** Single sends at a fixed rate, alone and while a broadcast runs. */
export interface Fairness {
  perSecond: number;
  alone: Latency;
  during: Latency;
  /** Of `during` over `alone`. */
  ratio: Latency;
  /** Recipients a second that the broadcast reached during it. */
  reachedPerSecond: number;
  rounds: { alone: Latency; during: Latency }[];
}

/**
 * Measures single sends at a rate, alone and during a broadcast. What comes first changes from round to round, so that what grows
 * with the run counts for both alike. A broadcast that ends within a round is begun again.
 */
export async function measureFairness(
  given: Broadcasting,
  perSecond: number,
  report: Report,
): Promise<Fairness> {
  const { stack } = given;
  const all = { alone: [] as number[], during: [] as number[] };
  const reached = { recipients: 0, ms: 0 };
  const rounds: Fairness['rounds'] = [];
  const measured = async (kind: 'alone' | 'during'): Promise<Latency> => {
    const sent = await sendAt(stack, perSecond, SECONDS);
    await verify(stack, sent);
    const times = sent.map(({ latencyMs }) => latencyMs);
    all[kind].push(...times);
    return latencyOf(times);
  };
  const whileOne = async (): Promise<Latency> => {
    const [began, stop] = [now(), broadcasting(given)];
    const during = await measured('during');
    const recipients = await stop();
    reached.recipients += recipients;
    reached.ms += now() - began;
    await settle(stack);
    return during;
  };
  for (let round = 1; round <= ROUNDS; round += 1) {
    const first = round % 2 === 0 ? await whileOne() : null;
    const alone = await measured('alone');
    const during = first ?? (await whileOne());
    rounds.push({ alone, during });
    report(`Round ${round} of ${ROUNDS}: ${line(alone)}; while a broadcast runs: ${line(during)}`);
  }
  const [alone, during] = [latencyOf(all.alone), latencyOf(all.during)];
  const ratio = { p50: during.p50 / alone.p50, p99: during.p99 / alone.p99 };
  const reachedPerSecond = (reached.recipients / reached.ms) * 1000;
  return { perSecond, alone, during, ratio, reachedPerSecond, rounds };
}

/** Broadcasts until it is stopped, which cancels the last one and returns how many mails there were. */
function broadcasting(given: Broadcasting): () => Promise<number> {
  let isOver = false;
  let mails = 0;
  let current: Awaited<ReturnType<typeof begin>> | undefined;
  const running = (async () => {
    while (!isOver) {
      current = await begin(given);
      await current.ended();
      mails += current.mailedAt.length;
    }
  })();
  running.catch(() => undefined);
  return async () => {
    isOver = true;
    await current?.cancel();
    await running;
    return mails;
  };
}

const latencyOf = (times: number[]): Latency => ({
  p50: percentile(times, 0.5),
  p99: percentile(times, 0.99),
});

const line = ({ p50, p99 }: Latency): string => `p50 ${p50.toFixed(0)} ms, p99 ${p99.toFixed(0)} ms`;
