import type { Logger } from 'pino';

const EVERY_MS = 60_000;

/** Returns a function that logs a warning at most once a minute, for what one client can cause a thousand times a second. */
export function logRarely(log: Logger): (details: object, message: string) => void {
  let loggedAt = -Infinity;
  return (details, message) => {
    if (performance.now() - loggedAt < EVERY_MS) return;
    loggedAt = performance.now();
    log.warn(details, message);
  };
}
