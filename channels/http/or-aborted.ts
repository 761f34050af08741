export const ABORTED = Symbol('aborted');

/** Waits for a promise that others wait for too. Returns ABORTED if this signal is first. Leaves no listener. */
export function orAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T | typeof ABORTED> {
  if (signal.aborted) return Promise.resolve(ABORTED);
  return new Promise((resolve, reject) => {
    const abort = (): void => resolve(ABORTED);
    signal.addEventListener('abort', abort, { once: true });
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
  });
}
