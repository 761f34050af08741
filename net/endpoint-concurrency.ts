import { LRUCache } from 'lru-cache';
import { createWaitingLines } from '../process/waiting-lines';

/** Result of a request. `busy`: no request was made. */
export type Turn<T> = { kind: 'made'; result: T } | { kind: 'busy' };

export type EndpointConcurrency = ReturnType<typeof createEndpointConcurrency>;

/** Maximum wait of a request, which occupies a slot of the worker, milliseconds. */
const LONGEST_WAIT_MS = 500;
/** Maximum wait of a patient request, milliseconds. A slot is free after the 10 seconds of a request. */
const PATIENT_WAIT_MS = 12_000;
/** Assumed duration of a request to an endpoint that was never called, milliseconds. */
const UNKNOWN_MS = 100;
/** Weight of the last request in the average. */
const WEIGHT = 0.2;
/** Number of endpoints whose average is kept. */
const REMEMBERED = 10_000;

/**
 * Limits the concurrent requests of one process to each endpoint (docs/internals/webhooks.md, "Concurrency"). A request over the
 * limit is refused at once unless the endpoint is quick, so that an endpoint that hangs takes only its share of the worker.
 * The averages are only an aid: another process, or this one after a restart, begins without them.
 */
export function createEndpointConcurrency({ atOnce }: { atOnce: number }) {
  const lines = createWaitingLines({ each: atOnce });
  const averages = new LRUCache<string, number>({ max: REMEMBERED });

  const hasSlot = (endpointId: string): boolean => lines.placesOf(endpointId).size < atOnce;

  /** Returns the expected duration of a request: the average, or the age of the requests in flight if it is higher. */
  function paceOf(endpointId: string): number {
    const now = performance.now();
    const flights = lines.placesOf(endpointId);
    let age = 0;
    for (const { since } of flights) age += (now - since) / flights.size;
    return Math.max(averages.get(endpointId) ?? UNKNOWN_MS, age);
  }

  /** Returns whether a further request would get a slot soon. */
  function isQuick(endpointId: string): boolean {
    const ahead = lines.waitingOf(endpointId) + 1;
    return ahead <= atOnce && (paceOf(endpointId) * ahead) / atOnce < LONGEST_WAIT_MS;
  }

  return {
    /** Maximum number of requests of this process in flight to one endpoint. */
    atOnce,
    /** Returns whether a request would be made soon and, by the last ones of this process, would be answered soon. */
    isQuick: (endpointId: string): boolean => {
      if (!averages.has(endpointId) || paceOf(endpointId) >= LONGEST_WAIT_MS) return false;
      return hasSlot(endpointId) || isQuick(endpointId);
    },
    /** Makes a request if the endpoint has a free slot soon. A `patient` request waits as long as a request may take. */
    take: async <T>(endpointId: string, patient: boolean, request: () => Promise<T>): Promise<Turn<T>> => {
      if (!hasSlot(endpointId) && !patient && !isQuick(endpointId)) return { kind: 'busy' };
      const withinMs = patient ? PATIENT_WAIT_MS : LONGEST_WAIT_MS;
      const flight = await lines.take(endpointId, { withinMs });
      if (!flight) return { kind: 'busy' };
      try {
        return { kind: 'made', result: await request() };
      } finally {
        const took = performance.now() - flight.since;
        averages.set(endpointId, WEIGHT * took + (1 - WEIGHT) * (averages.get(endpointId) ?? took));
        flight.leave();
      }
    },
  };
}
