import { readlinkSync } from 'node:fs';
import { constants, getPriority, setPriority } from 'node:os';
import path from 'node:path';

/*
 * Lowers the priority of the thread that loads this module, so that event loops run first on a busy machine. Import it
 * first: loading modules takes most of the time of many threads.
 */

const { PRIORITY_BELOW_NORMAL, PRIORITY_LOW } = constants.priority;

/** Id of the thread. Null if it has no priority of its own: only Linux gives each thread one (setpriority(2)). */
export const threadId = lowerPriority();

function lowerPriority(): number | null {
  try {
    const thread = Number(path.basename(readlinkSync('/proc/thread-self')));
    setPriority(thread, Math.min(getPriority() + PRIORITY_BELOW_NORMAL, PRIORITY_LOW));
    return thread;
  } catch {
    return null;
  }
}
