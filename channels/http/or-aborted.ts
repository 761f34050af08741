export const ABORTED = Symbol('aborted');

/** What a promise that several wait for comes to, or ABORTED where this one's signal is first; leaves no listener. */
export function orAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T | typeof ABORTED> {
  if (signal.aborted) return Promise.resolve(ABORTED);
  return new Promise((resolve, reject) => {
    const abort = (): void => resolve(ABORTED);
    signal.addEventListener('abort', abort, { once: true });
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
  });
}
