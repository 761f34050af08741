import { setFlagsFromString } from 'node:v8';
import type { Logger } from 'pino';
import type { FaultPoint } from './core/shared/fault-points';

/**
 * Calls `stop` once, when the process is told to end: by SIGTERM, by Ctrl-C, or because the parent that holds
 * its IPC channel is gone.
 */
export function whenToldToStop(stop: () => void): void {
  let told = false;
  const once = (): void => {
    if (told) return;
    told = true;
    stop();
  };
  process.on('SIGTERM', once);
  process.on('SIGINT', once);
  process.on('disconnect', once);
}

/** How long a broken process may take to end in order: longer than it waits for its sends, which is a minute. */
const END_WITHIN_MS = 75_000;

/**
 * Logs an error that nobody caught, calls `stop`, which is to end the process, and has it exit with 1: what such an error
 * leaves behind is not to be trusted, and whoever started the process starts it again.
 */
export function endWhenBroken(log: Logger, stop: () => void): void {
  process.on('uncaughtException', (error, origin) => {
    log.fatal({ err: error, origin }, 'nobody caught this error: the process ends, to be started again');
    if (process.exitCode === 1) return;
    process.exitCode = 1;
    setTimeout(() => process.exit(), END_WITHIN_MS).unref();
    stop();
  });
}

/**
 * Keeps resident memory near what is in use. Left alone, V8 lets the heap of a process with a large limit grow
 * to several times its live size before it collects. Measured with a worker over 3,000 notifications: 350 MB
 * throughout instead of 300 growing past 500, for about 10 ms of collecting every 10 s.
 */
export function keepMemoryFlat(): void {
  setFlagsFromString('--heap-growing-percent=50');
}

/** Lets the process die as by `kill -9` when it comes to the place that a test has chosen. */
export const dieAt =
  (chosen: FaultPoint | undefined) =>
  (point: FaultPoint): void => {
    if (point === chosen) process.kill(process.pid, 'SIGKILL');
  };
