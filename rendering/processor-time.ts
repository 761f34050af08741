import { readFileSync } from 'node:fs';

/**
 * Returns a function that says whether more than `budgetMs` of processor time was spent since this call. It is asked now
 * and then: what the meter counts beyond the time that passed between two questions is of others.
 */
export function createBudget(
  budgetMs: number,
  meterMs: () => number,
  now = (): number => performance.now(),
): () => boolean {
  let [at, before, spentMs] = [now(), meterMs(), 0];
  return () => {
    const [asked, metered] = [now(), meterMs()];
    spentMs += Math.min(asked - at, metered - before);
    [at, before] = [asked, metered];
    return spentMs >= budgetMs;
  };
}

/** Returns the processor time of a thread; where threads cannot be told apart, of the process. Milliseconds. */
export function processorMs(thread: number | null): number {
  const stat = thread === null ? null : readStat(thread);
  if (stat === null) {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1000;
  }
  // utime and stime are fields 14 and 15 of proc_pid_stat(5), in hundredths of a second; the name before them may have spaces.
  const [user, system] = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .slice(11, 13);
  return (Number(user) + Number(system)) * 10;
}

function readStat(thread: number): string | null {
  try {
    return readFileSync(`/proc/self/task/${thread}/stat`, 'utf8');
  } catch {
    return null; // it has ended
  }
}
