import { setTimeout as sleep } from 'node:timers/promises';

type Truthy<T> = Exclude<T, null | undefined | false | 0 | ''>;

/** Waits until `look` answers something truthy, and returns it; else fails saying what it waited for. */
export async function eventually<T>(
  what: string,
  look: () => T | Promise<T>,
  timeoutMs = 15_000,
): Promise<Truthy<T>> {
  const deadline = Date.now() + timeoutMs;
  for (;;) {
    const found = await look();
    if (found) return found as Truthy<T>;
    if (Date.now() > deadline) throw new Error(`waited ${timeoutMs} ms for: ${what}`);
    await sleep(50);
  }
}
