import { setTimeout as sleep } from 'node:timers/promises';

type Truthy<T> = Exclude<T, null | undefined | false | 0 | ''>;

/**
 * Milliseconds. If a busy machine cuts off a task of Temporal's, that is repeated after its own timeout: a workflow task
 * after 10 s, the first attempt at a webhook after 15 s and the 10 s of WEBHOOK-25.
 */
const LONGEST_MS = 50_000;

/** Waits until `look` answers something truthy, and returns it; else fails saying what it waited for. */
export async function eventually<T>(
  what: string,
  look: () => T | Promise<T>,
  timeoutMs = LONGEST_MS,
): Promise<Truthy<T>> {
  const begun = Date.now();
  for (;;) {
    const found = await look();
    if (found) return found as Truthy<T>;
    const waited = Date.now() - begun;
    if (waited > timeoutMs) throw new Error(`waited ${timeoutMs} ms for: ${what}`);
    // A look costs the service processor time, which a long wait takes from what it waits for.
    await sleep(Math.min(400, 40 + waited / 2));
  }
}
