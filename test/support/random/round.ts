import type { ServiceProcess } from '../service';
import { type Stack, startStack } from '../stack';
import { violationsOf } from './invariants';
import { type RunOptions, runWorld } from './run-world';
import { type WorldOptions, worldOf } from './world';

/** The service with two workers, so that it goes on while one of them is dead. */
export interface RandomService {
  stack: Stack;
  workers: ServiceProcess[];
  stop(): Promise<void>;
}

export async function startRandomService(): Promise<RandomService> {
  const stack = await startStack({ sweeps: true });
  const workers = [stack.worker!, await stack.startWorker()];
  return {
    stack,
    workers,
    stop: async () => {
      await Promise.all(workers.map((worker) => worker.stop()));
      await stack.stop();
    },
  };
}

/** The seeds of a run: the one in `RANDOM_SEED` alone, or else these. */
export function seedsOr(seeds: number[]): number[] {
  const given = process.env.RANDOM_SEED;
  if (given === undefined || given === '') return seeds;
  if (!/^-?\d+$/.test(given)) throw new Error(`RANDOM_SEED must be a whole number, not ${given}`);
  return [Number(given)];
}

/**
 * Plays the world of a seed and throws where an invariant does not hold, with all that is needed to play it again. A seed
 * makes the same world each time; what happens in it also depends on how fast the machine is.
 */
export async function playRound(
  { stack, workers }: RandomService,
  seed: number,
  options: WorldOptions & Omit<RunOptions, 'workers'>,
): Promise<string> {
  const from = Date.now();
  const world = worldOf(seed, options);
  const again = `RANDOM_SEED=${seed} plays the same world again (timing varies):\n${JSON.stringify(world)}`;
  const played = await runWorld(stack, world, { workers, endsWithinMs: options.endsWithinMs }).catch(
    (error: unknown) => {
      throw new Error(`the round broke off. ${again}`, { cause: error });
    },
  );
  try {
    const violations = await violationsOf(played);
    if (violations.length > 0) {
      const shown = violations
        .slice(0, 30)
        .map(({ kind, what }) => `${kind}: ${what}`)
        .join('\n');
      throw new Error(`${violations.length} violations:\n${shown}\n${again}`);
    }
    return summary(seed, played, Date.now() - from);
  } finally {
    await Promise.all([played.providers.close(), played.hook.stop()]);
  }
}

function summary(
  seed: number,
  { watched, providers, people, hook }: Awaited<ReturnType<typeof runWorld>>,
  tookMs: number,
): string {
  const count: Record<string, number> = {};
  for (const { status } of watched.views.values()) count[status] = (count[status] ?? 0) + 1;
  const copies = providers.accepted.map(({ messageId }) => messageId);
  return [
    `seed ${seed}: ${watched.views.size} notifications ${JSON.stringify(count)} in ${Math.round(tookMs / 1000)} s`,
    `${providers.calls.length} calls of providers, ${copies.length} accepted, ${copies.length - new Set(copies).size} of them copies`,
    `${providers.reported.length} receipts, ${hook.received.length} webhooks, ${people.flatMap(({ cancels }) => cancels).length} cancels`,
  ].join('; ');
}
