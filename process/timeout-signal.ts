/**
 * Returns a signal that aborts after `ms` milliseconds. Unlike `AbortSignal.timeout` alone, it also does so inside of
 * `AbortSignal.any`, which refers to it weakly: before Node 24, it was collected as garbage and never aborted. A listener keeps it.
 */
export function timeoutSignal(ms: number): AbortSignal {
  const signal = AbortSignal.timeout(ms);
  signal.addEventListener('abort', () => undefined, { once: true });
  return signal;
}
