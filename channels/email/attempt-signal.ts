/**
 * Returns a signal that aborts with the given one or after `timeoutMs`, whichever is first. `release` removes the timer
 * and the listener, so that a finished attempt keeps nothing alive.
 */
export function attemptSignal(signal: AbortSignal, timeoutMs: number) {
  const controller = new AbortController();
  const abort = () => controller.abort(signal.reason);
  const timer = setTimeout(() => controller.abort(new Error(`no outcome within ${timeoutMs} ms`)), timeoutMs);
  if (signal.aborted) abort();
  else signal.addEventListener('abort', abort, { once: true });
  return {
    signal: controller.signal,
    release() {
      clearTimeout(timer);
      signal.removeEventListener('abort', abort);
    },
  };
}
