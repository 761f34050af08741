import type { Report } from '../dev/servers/report';
import { now } from './clock';
import { type Driven, type Kind, type Load, driveBare, driveSends } from './kinds';
import { type CpuTimes, cpuPerUnit, cpuTimes } from './process-facts';
import type { Stack } from './stack';
import { settle, verify } from './verify';

/** One load of one kind, measured. */
export interface Measured {
  perSecond: number;
  postMs: number[];
  /** Processor time of each process for each unit, milliseconds, what follows a completion included. */
  cpuMs: CpuTimes;
  /** One of the notifications or workflows. */
  exampleId: string;
}

export type Round = Record<Kind, Measured>;

const ORDER: Kind[] = ['bare', 'plain', 'webhook'];

/**
 * The rounds: each drives the same load of bare workflows, of sends, and of sends with a webhook endpoint, in turns
 * and every other time backwards, so that a machine that slows down or a store that grows favours none of them.
 */
export async function measureRounds(
  stack: Stack,
  load: Load,
  rounds: number,
  report: Report,
): Promise<Round[]> {
  const measured: Round[] = [];
  for (let round = 1; round <= rounds; round += 1) {
    const parts: Partial<Round> = {};
    for (const kind of round % 2 === 1 ? ORDER : ORDER.toReversed()) {
      parts[kind] = await measure(stack, kind, load);
    }
    const complete = parts as Round;
    measured.push(complete);
    const { bare, plain, webhook } = complete;
    report(
      `Round ${round} of ${rounds}: bare ${bare.perSecond.toFixed(1)}/s, sends ${plain.perSecond.toFixed(1)}/s, ` +
        `with endpoint ${webhook.perSecond.toFixed(1)}/s`,
    );
  }
  return measured;
}

/**
 * Drives one load of a kind, with the endpoint where it belongs to it, and waits for quiet. A send is complete when its
 * final status is written too: that time is read from the documents when all is over, so that looking costs nothing
 * while it counts.
 */
export async function measure(stack: Stack, kind: Kind, load: Load): Promise<Measured> {
  const before = await cpuTimes(stack.pids);
  const began = now();
  const done = await drive(stack, kind, load);
  await settle(stack);
  const after = await cpuTimes(stack.pids);
  const closedAt = kind === 'bare' ? 0 : await verify(stack, done);
  const ended = Math.max(closedAt, ...done.map(({ at }) => at));
  return {
    perSecond: (load.count / (ended - began)) * 1000,
    postMs: done.map(({ postMs }) => postMs),
    cpuMs: cpuPerUnit(before, after, load.count),
    exampleId: done[0]?.id ?? '',
  };
}

function drive(stack: Stack, kind: Kind, load: Load): Promise<Driven[]> {
  switch (kind) {
    case 'bare':
      return driveBare(stack, load);
    case 'plain':
      return driveSends(stack, load, false);
    case 'webhook':
      return withEndpoint(stack, () => driveSends(stack, load, true));
  }
}

/** Runs something while the application has a webhook endpoint, which has got one event before. */
export async function withEndpoint<T>(stack: Stack, work: () => Promise<T>): Promise<T> {
  const { service, webhooks } = stack;
  const uuid = await service.createEndpoint(webhooks.url);
  try {
    await driveSends(stack, { count: 1, concurrency: 1 }, true);
    return await work();
  } finally {
    await service.removeEndpoint(uuid);
  }
}
