import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { isAlive } from './servers/cache';

const execute = promisify(execFile);

/** Returns the command line of a process; undefined if there is no such process, or it may not be read. */
export async function commandLineOf(pid: number): Promise<string | undefined> {
  if (process.platform === 'win32') return undefined;
  try {
    return (await readFile(`/proc/${pid}/cmdline`, 'utf8')).replaceAll('\0', ' ');
  } catch {
    const printed = await execute('ps', ['-o', 'command=', '-p', String(pid)]).catch(() => undefined);
    return printed?.stdout.trim() || undefined;
  }
}

/** Returns whether the process runs and its command line contains `mark`, because systems reuse process ids. */
export async function isRunning(pid: number, mark: string): Promise<boolean> {
  return isAlive(pid) && ((await commandLineOf(pid))?.includes(mark) ?? false);
}

/** Ends a process that is not our child: SIGTERM, and SIGKILL after `graceMs`. */
export async function endProcess(pid: number, mark: string, graceMs = 10_000): Promise<void> {
  const deadline = Date.now() + graceMs;
  signal(pid, 'SIGTERM');
  while (await isRunning(pid, mark)) {
    if (Date.now() > deadline) signal(pid, 'SIGKILL');
    await sleep(100);
  }
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch {
    // It ended by itself in the meantime.
  }
}
