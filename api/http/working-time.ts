import type { IncomingMessage } from 'node:http';

/** How long the service has worked on what has come of a request, and since when it does now. Null: it waits for more. */
interface Worked {
  ms: number;
  since: number | null;
}

const worked = new WeakMap<IncomingMessage, Worked>();

/** Notes that the service works on what has come of a request, and reads no more. Returns a function that notes its end. */
export function working(request: IncomingMessage): () => void {
  const of = worked.get(request) ?? { ms: 0, since: null };
  worked.set(request, of);
  const since = performance.now();
  of.since = since;
  return () => {
    of.ms += performance.now() - since;
    of.since = null;
  };
}

/** Returns for how long a client could not send the rest of its request, because the service worked, milliseconds. */
export function workedMs(request: IncomingMessage): number {
  const { ms, since } = worked.get(request) ?? { ms: 0, since: null };
  return since === null ? ms : ms + performance.now() - since;
}

/** Bytes that give the client of a streamed body as much time again (REQUEST-16). Less is no better than a connection that is held open. */
export const PROGRESS_BYTES = 1024 * 1024;

/** Bytes of a request's connection when its time began. */
const begun = new WeakMap<IncomingMessage, number>();

/** Notes that a body is read as a stream: from now on, its client has time for as long as it makes progress. */
export function beginProgress(request: IncomingMessage): void {
  begun.set(request, request.socket.bytesRead);
}

/** Whether enough of a streamed body has come for more time. If so, the next bytes count for the time after that. */
export function hasProgressed(request: IncomingMessage): boolean {
  const from = begun.get(request);
  if (from === undefined || request.socket.bytesRead - from < PROGRESS_BYTES) return false;
  begun.set(request, request.socket.bytesRead);
  return true;
}
