import { setTimeout as sleep } from 'node:timers/promises';

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

const { heliographOutside } = globalThis as { heliographOutside?: { sweepShared(): Promise<void> } };

/** A send is answered once it is stored: on a busy machine Temporal begins its workflow only after that. */
const notBegun = (error: unknown): null => {
  if ((error as Error).name === 'WorkflowNotFoundError') return null;
  throw error;
};

/**
 * Waits until `look` answers something truthy, and returns it; else fails saying what it waited for. A workflow that
 * Temporal does not have yet is a reason to look again, any other error is not.
 */
export async function eventually<T>(
  what: string,
  look: () => T | Promise<T>,
  timeoutMs = LONGEST_MS,
): Promise<Truthy<T>> {
  const begun = Date.now();
  let sweepAt = SWEPT_AFTER_MS;
  for (;;) {
    const found = await Promise.resolve().then(look).catch(notBegun);
    if (found) return found as Truthy<T>;
    const waited = Date.now() - begun;
    if (waited > timeoutMs) throw new Error(`waited ${timeoutMs} ms for: ${what}`);
    if (waited > sweepAt && timeoutMs >= LONGEST_MS) {
      sweepAt = waited + SWEPT_AFTER_MS;
      await heliographOutside?.sweepShared();
    }
    // A look costs the service processor time, which a long wait takes from what it waits for.
    await sleep(Math.min(400, 40 + waited / 2));
  }
}
