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
