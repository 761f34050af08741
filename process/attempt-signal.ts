/**
 * Returns a signal that aborts with the given one or after `timeoutMs`, whichever is first. `release` removes the timer and the
 * listener, so that a finished attempt keeps nothing alive. `AbortSignal.timeout` cannot do that: until its time is over it keeps
 * all that began it. Inside of `AbortSignal.any` it can also be collected as garbage, before Node 24, and never abort.
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
