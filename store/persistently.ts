import { setTimeout as sleep } from 'node:timers/promises';
import { isUnavailable } from './connection';

/**
 * Repeats a write while MongoDB is unavailable, until a time of its clock in milliseconds since 1970. The write must find
 * what an earlier try has written: its answer may be lost.
 */
export async function persistently<T>(
  { store }: { store: { now: () => Date } },
  write: () => Promise<T>,
  until: number,
): Promise<T> {
  for (;;) {
    try {
      return await write();
    } catch (error) {
      if (!isUnavailable(error) || store.now().getTime() + 500 > until) throw error;
      await sleep(500);
    }
  }
}
