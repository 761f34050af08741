import { readFileSync } from 'node:fs';

/** Between two looks at least, milliseconds. */
const EVERY_MS = 1_000;
/** The part of the time in which the main thread may wait for a processor: of that in which it had something to do, and of all. */
const MAY_WAIT = { ofWork: 0.1, ofAll: 0.01 };

/** Of the main thread since its start, milliseconds. */
export interface ThreadTimes {
  ran: number;
  /** It had something to do, and no processor was free. */
  waited: number;
}

/**
 * Returns what says whether the main thread has lately waited for a processor for more than a tenth of the time in which it had
 * something to do, and for more than a hundredth of all. Then other processes, or other threads of this one, need as much as there
 * is. Where nobody tells, it is false.
 */
export function createProcessorWait(
  times: () => ThreadTimes | null = readTimes,
  now = () => performance.now(),
): () => boolean {
  let [lookedAt, before, isLong] = [now(), times(), false];
  return () => {
    if (before === null || now() - lookedAt < EVERY_MS) return isLong;
    const after = times();
    if (after === null) return isLong;
    const [ran, waited] = [after.ran - before.ran, after.waited - before.waited];
    isLong = waited > MAY_WAIT.ofWork * (ran + waited) && waited > MAY_WAIT.ofAll * (now() - lookedAt);
    [lookedAt, before] = [now(), after];
    return isLong;
  };
}

/**
 * Reads Linux's /proc/PID/schedstat, which is about the first thread. Null on other systems. Source: sched-stats.rst of the kernel,
 * whose times are nanoseconds.
 */
export function readTimes(): ThreadTimes | null {
  let text: string;
  try {
    text = readFileSync('/proc/self/schedstat', 'utf8');
  } catch {
    return null; // another system, or a kernel without it
  }
  const [ran, waited] = text.split(' ').map((nanoseconds) => Number(nanoseconds) / 1e6);
  return ran === undefined || waited === undefined ? null : { ran, waited };
}
