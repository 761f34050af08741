import { setTimeout as sleep } from 'node:timers/promises';
import { pressure } from './machine';

type Truthy<T> = Exclude<T, null | undefined | false | 0 | ''>;

/**
 * Milliseconds. If a busy machine cuts off a task of Temporal's, that is repeated after its own timeout: a workflow task
 * after 10 s, the first attempt at a webhook after 15 s and the 10 s of WEBHOOK-25.
 */
const LONGEST_MS = 50_000;

/**
 * Milliseconds. What Temporal did not take within a second or five, the service leaves to the sweep. Processes that files share
 * have one only if a wait lasts for so long, and then again after as long; none if its limit is shorter, as that is a proof.
 */
const SWEPT_AFTER_MS = 8_000;

/**
 * How much of its limit a look and the wait after it take at most, milliseconds. On a machine that stands still nothing else goes on
 * either: once, five files that ran at the same time each took 70 s longer than otherwise.
 */
const MOST_OF_A_LOOK_MS = 1_000;
/** How many times its limit a wait lasts at most: with the usual limit, less than Jest's 120 s, which do not say what was waited for. */
const AT_MOST_TIMES = 2;

const { heliographOutside } = globalThis as { heliographOutside?: { sweepShared(): Promise<void> } };

/** A send is answered once it is stored: on a busy machine Temporal begins its workflow only after that. */
const notBegun = (error: unknown): null => {
  if ((error as Error).name === 'WorkflowNotFoundError') return null;
  throw error;
};

/**
 * Waits until `look` answers something truthy, and returns it; else fails saying what it waited for, and how busy the machine
 * was. A workflow that Temporal does not have yet is a reason to look again, any other error is not. A limit below `LONGEST_MS`
 * is a proof, and is exact. Others are patience, of which a machine that stands still takes a second at most with each look.
 */
export async function eventually<T>(
  what: string,
  look: () => T | Promise<T>,
  timeoutMs = LONGEST_MS,
): Promise<Truthy<T>> {
  const isProof = timeoutMs < LONGEST_MS;
  let sweepAt = SWEPT_AFTER_MS;
  const begun = Date.now();
  let lookedAt = begun;
  let waited = 0;
  let longest = 0;
  for (;;) {
    const found = await Promise.resolve().then(look).catch(notBegun);
    if (found) return found as Truthy<T>;
    const now = Date.now();
    waited += isProof ? now - lookedAt : Math.min(now - lookedAt, MOST_OF_A_LOOK_MS);
    longest = Math.max(longest, now - lookedAt);
    lookedAt = now;
    if (waited > timeoutMs || now - begun > AT_MOST_TIMES * timeoutMs)
      throw new Error(
        `waited ${timeoutMs} ms for: ${what} (longest look ${longest} ms; pressure: ${pressure()})`,
      );
    if (waited > sweepAt && !isProof) {
      sweepAt = waited + SWEPT_AFTER_MS;
      await heliographOutside?.sweepShared();
    }
    // A look costs the service processor time, which a long wait takes from what it waits for.
    await sleep(Math.min(400, 40 + waited / 2));
  }
}
