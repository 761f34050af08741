import { readlinkSync } from 'node:fs';
import { constants, getPriority, setPriority } from 'node:os';
import path from 'node:path';

const { PRIORITY_BELOW_NORMAL, PRIORITY_LOW } = constants.priority;

/**
 * Lowers the priority of the thread that calls it, so that event loops run first on a busy machine. Returns the thread's
 * id. Only Linux gives each thread a priority of its own (setpriority(2)): elsewhere it does nothing and returns null.
 */
export function lowerPriority(): number | null {
  try {
    const thread = Number(path.basename(readlinkSync('/proc/thread-self')));
    setPriority(thread, Math.min(getPriority() + PRIORITY_BELOW_NORMAL, PRIORITY_LOW));
    return thread;
  } catch {
    return null;
  }
}
