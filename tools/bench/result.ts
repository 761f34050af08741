import type { HistoryShape } from './history';
import type { Kind } from './kinds';
import type { IdleLatency, SteadyLatency } from './latency';
import type { OpenLoop } from './open-loop';
import type { Operations } from './operations';
import type { Options } from './options';
import { type CpuTimes, total } from './process-facts';
import type { Round } from './rounds';
import { median, percentile } from './statistics';

/** What was measured, before it is summed up. */
export interface Measurements {
  options: Options;
  machine: { cpus: number; loadBefore: number; node: string; temporal: string; mongodb: string };
  rounds: Round[];
  accepted: { plain: number; webhook: number };
  idle: { plain: IdleLatency; webhook: IdleLatency };
  steady: SteadyLatency;
  memoryMb: number[] | null;
  histories: Record<Kind, HistoryShape>;
  /** Resident memory by process, MB: after the start, and after the rounds. */
  processMb: { idle: Record<string, number>; busy: Record<string, number> };
  openLoop: OpenLoop[];
  operations: { plain: Operations; webhook: Operations } | null;
  /** Time that `npm start` takes to be ready, with warm caches. */
  readyMs: number;
}

/** Sends of one kind: medians over the rounds. */
export interface Sends {
  acceptedPerSecond: number;
  completedPerSecond: number;
  /** Under the load of the rounds, all of them together. */
  postMs: { p50: number; p99: number };
  idleMs: { mail: number; webhook: number | null };
  history: HistoryShape;
  /** Null if MongoDB has several addresses. */
  operations: Operations | null;
  /** Processor time for each notification, by process. */
  cpuMs: CpuTimes;
}

export interface Result {
  machine: Measurements['machine'];
  load: { rounds: number; count: number; concurrency: number };
  bare: { completedPerSecond: number; history: HistoryShape; cpuMs: CpuTimes };
  withoutEndpoint: Sends;
  withEndpoint: Sends;
  steady: SteadyLatency;
  /** Of the worker: before, and after each quarter of the notifications. */
  memoryMb: number[] | null;
  processMb: Measurements['processMb'];
  /** From the planned POST to the mail, by rate. Empty without --plot. */
  openLoop: { share: number; perSecond: number; p50: number; p90: number; p99: number; most: number }[];
  readyMs: number;
  rounds: { bare: number; withoutEndpoint: number; withEndpoint: number; ratio: number }[];
  /** Completed per second without endpoint over bare workflows per second: the median of the rounds. */
  ratio: number;
  ratioWithEndpoint: number;
  /** The same of processor time, which a busy machine disturbs less; null where it cannot be read. */
  ratioOfProcessorTime: number | null;
}

export function summarise(measured: Measurements): Result {
  const { options, machine, rounds, histories, steady, memoryMb, processMb, readyMs, operations } = measured;
  const rateOf = (kind: Kind): number => median(rounds.map((round) => round[kind].perSecond));
  const ratioOf = (kind: Kind): number =>
    median(rounds.map((round) => round[kind].perSecond / round.bare.perSecond));
  const cpuOf = (kind: Kind): CpuTimes => medians(rounds.map((round) => round[kind].cpuMs));
  const spent = (kind: Kind): number => median(rounds.map((round) => total(round[kind].cpuMs)));
  const sends = (kind: 'plain' | 'webhook'): Sends => {
    const posts = rounds.flatMap((round) => round[kind].postMs);
    const { mailMs, webhookMs } = measured.idle[kind];
    return {
      acceptedPerSecond: measured.accepted[kind],
      completedPerSecond: rateOf(kind),
      postMs: { p50: percentile(posts, 0.5), p99: percentile(posts, 0.99) },
      idleMs: { mail: mailMs, webhook: webhookMs },
      history: histories[kind],
      operations: operations && operations[kind],
      cpuMs: cpuOf(kind),
    };
  };
  return {
    machine,
    load: { rounds: options.rounds, count: options.count, concurrency: options.concurrency },
    bare: { completedPerSecond: rateOf('bare'), history: histories.bare, cpuMs: cpuOf('bare') },
    withoutEndpoint: sends('plain'),
    withEndpoint: sends('webhook'),
    ...{ steady, memoryMb, processMb, readyMs },
    openLoop: measured.openLoop.map(({ share, perSecond, latencyMs: of }) => ({
      ...{ share, perSecond, p50: percentile(of, 0.5), p90: percentile(of, 0.9), p99: percentile(of, 0.99) },
      most: of.at(-1) ?? 0,
    })),
    rounds: rounds.map(({ bare, plain, webhook }) => ({
      bare: bare.perSecond,
      withoutEndpoint: plain.perSecond,
      withEndpoint: webhook.perSecond,
      ratio: plain.perSecond / bare.perSecond,
    })),
    ratio: ratioOf('plain'),
    ratioWithEndpoint: ratioOf('webhook'),
    ratioOfProcessorTime: spent('plain') > 0 ? spent('bare') / spent('plain') : null,
  };
}

/** The median of each process over the rounds. */
function medians(rounds: CpuTimes[]): CpuTimes {
  const names = new Set(rounds.flatMap((round) => Object.keys(round)));
  return Object.fromEntries(
    [...names].map((name) => [name, median(rounds.map((round) => round[name] ?? 0))]),
  );
}
