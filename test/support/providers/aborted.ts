/** Less than every client of these tests waits for an answer, so what takes longer was not ended by its abort. */
const AT_ONCE_MS = 800;

/**
 * What becomes of a call that its caller aborts when the server has read all of its request: by a timer it might be
 * aborted before it left. `script` makes the given controller the server's next reply.
 */
export async function abortedOnArrival<T>(
  script: (reply: AbortController) => unknown,
  call: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const abort = new AbortController();
  let arrivedAt: number | undefined;
  abort.signal.addEventListener('abort', () => (arrivedAt = Date.now()));
  script(abort);
  const result = await call(abort.signal);
  if (arrivedAt === undefined) throw new Error('the call ended before its request had arrived');
  expect(Date.now() - arrivedAt).toBeLessThan(AT_ONCE_MS);
  return result;
}
