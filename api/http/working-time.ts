import type { IncomingMessage } from 'node:http';
import { PROGRESS_BYTES } from '../../net/listeners/limits';

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

/** Maximum time of a streamed body, milliseconds. A day after it began, retention removes an import that is still received. */
const LONGEST_MS = 23 * 3600 * 1000;

/** How far a streamed body is. */
interface Progress {
  /** Bytes of its connection that have counted. */
  counted: number;
  /** Bytes of its connection after which it gets no more time. */
  last: number;
  until: number;
}

const progress = new WeakMap<IncomingMessage, Progress>();

/**
 * Notes that a body of at most `most` bytes, decompressed, is read as a stream: from now on, its client has time for as long as
 * it makes progress. Small chunks can double the bytes. More bring nothing, such as empty blocks of gzip.
 */
export function beginProgress(request: IncomingMessage, most: number): void {
  const counted = request.socket.bytesRead;
  const last = counted + 2 * Math.max(most, PROGRESS_BYTES);
  progress.set(request, { counted, last, until: performance.now() + LONGEST_MS });
}

/** Notes that nobody reads the body any more. What still comes gets no time. */
export function endProgress(request: IncomingMessage): void {
  progress.delete(request);
}

/** Whether enough of a streamed body has come for more time. If so, the next bytes count for the time after that. */
export function hasProgressed(request: IncomingMessage): boolean {
  const of = progress.get(request);
  const { bytesRead } = request.socket;
  if (of === undefined || bytesRead - of.counted < PROGRESS_BYTES) return false;
  of.counted = bytesRead;
  return bytesRead <= of.last && performance.now() < of.until;
}
