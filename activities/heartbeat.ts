import { heartbeat } from '@temporalio/activity';

const FIRST_MS = 3000;
const EVERY_MS = 2500;

/**
 * Runs an activity's work with heartbeats from the third second on. So Temporal notices the death of a worker in seconds, and
 * a quick send costs no heartbeat.
 */
export async function withHeartbeat<T>(work: () => Promise<T>): Promise<T> {
  let every: NodeJS.Timeout | undefined;
  const first = setTimeout(() => {
    heartbeat();
    every = setInterval(() => heartbeat(), EVERY_MS);
  }, FIRST_MS);
  try {
    return await work();
  } finally {
    clearTimeout(first);
    clearInterval(every);
  }
}
