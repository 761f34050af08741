import type { Logger } from 'pino';

const EVERY_MS = 60_000;

/** Returns a function that logs at most once a minute, for what one client can cause a thousand times a second. */
export function logRarely(
  log: Logger,
  level: 'warn' | 'error' = 'warn',
): (details: object, message: string) => void {
  let loggedAt = -Infinity;
  return (details, message) => {
    if (performance.now() - loggedAt < EVERY_MS) return;
    loggedAt = performance.now();
    log[level](details, message);
  };
}
