import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';

const TICKS_PER_SECOND = 100;
const execute = promisify(execFile);

/** Processor time of a process since it began, milliseconds; null where the system has no `/proc`. */
async function cpuMs(pid: number): Promise<number | null> {
  try {
    const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
    // Behind the name, which may hold anything: the 14th and 15th fields of all, user and system time.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return ((Number(fields[11]) + Number(fields[12])) * 1000) / TICKS_PER_SECOND;
  } catch {
    return null;
  }
}

export type CpuTimes = Record<string, number>;

/** Processor time of each of these processes, by name; those that cannot be seen are left out. */
export async function cpuTimes(pids: Record<string, number>): Promise<CpuTimes> {
  const times = await Promise.all(
    Object.entries(pids).map(async ([name, pid]) => ({ name, ms: await cpuMs(pid) })),
  );
  return Object.fromEntries(times.flatMap(({ name, ms }) => (ms === null ? [] : [[name, ms]])));
}

/** What passed between two readings, for each of `count` units. */
export function cpuPerUnit(before: CpuTimes, after: CpuTimes, count: number): CpuTimes {
  return Object.fromEntries(
    Object.entries(after).map(([name, ms]) => [name, (ms - (before[name] ?? 0)) / count]),
  );
}

/** Resident memory of a process, MB. */
export async function residentMb(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  const kilobytes =
    /VmRSS:\s+(\d+)/.exec(status)?.[1] ?? (await execute('ps', ['-o', 'rss=', '-p', String(pid)])).stdout;
  return Number(kilobytes) / 1024;
}

/** Resident memory of each of these processes, MB, by name. */
export async function residentMbOf(pids: Record<string, number>): Promise<Record<string, number>> {
  const read = Object.entries(pids).map(async ([name, pid]) => [name, await residentMb(pid)] as const);
  return Object.fromEntries(await Promise.all(read));
}

/** All processes together. */
export const total = (times: CpuTimes): number => Object.values(times).reduce((sum, ms) => sum + ms, 0);
