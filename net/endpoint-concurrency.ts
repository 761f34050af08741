import { LRUCache } from 'lru-cache';

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

/** A request in flight. `at` is when it began, performance.now() time. */
type Flight = { at: number };

/** The requests of one endpoint, in flight and waiting. It exists only while there are any. */
interface Line {
  flights: Set<Flight>;
  /** Called in order, with the request's slot, or with null if it waited too long. */
  waiting: ((flight: Flight | null) => void)[];
}

/**
 * Limits the concurrent requests of one process to each endpoint (docs/internals/webhooks.md, "Concurrency"). A request over the
 * limit is refused at once unless the endpoint is quick, so that an endpoint that hangs takes only its share of the worker.
 * The averages are only an aid: another process, or this one after a restart, begins without them.
 */
export function createEndpointConcurrency({ atOnce }: { atOnce: number }) {
  const lines = new Map<string, Line>();
  const averages = new LRUCache<string, number>({ max: REMEMBERED });

  /** Returns the expected duration of a request: the average, or the age of the requests in flight if it is higher. */
  function paceOf(endpointId: string, { flights }: Line): number {
    const now = performance.now();
    let age = 0;
    for (const { at } of flights) age += (now - at) / flights.size;
    return Math.max(averages.get(endpointId) ?? UNKNOWN_MS, age);
  }

  /** Returns whether a further request would get a slot soon. */
  function isQuick(endpointId: string, line: Line): boolean {
    const ahead = line.waiting.length + 1;
    return ahead <= atOnce && (paceOf(endpointId, line) * ahead) / atOnce < LONGEST_WAIT_MS;
  }

  return {
    /** Maximum number of requests of this process in flight to one endpoint. */
    atOnce,
    /** Returns whether a request would be made soon and, by the last ones of this process, would be answered soon. */
    isQuick: (endpointId: string): boolean => {
      if (!averages.has(endpointId)) return false;
      const line = lines.get(endpointId) ?? { flights: new Set(), waiting: [] };
      if (paceOf(endpointId, line) >= LONGEST_WAIT_MS) return false;
      return line.flights.size < atOnce || isQuick(endpointId, line);
    },
    /** Makes a request if the endpoint has a free slot soon. A `patient` request waits as long as a request may take. */
    take: async <T>(endpointId: string, patient: boolean, request: () => Promise<T>): Promise<Turn<T>> => {
      const line = lines.get(endpointId) ?? { flights: new Set(), waiting: [] };
      lines.set(endpointId, line);
      let flight: Flight | null = null;
      if (line.flights.size < atOnce) flight = enter(line);
      else if (patient) flight = await waitIn(line, PATIENT_WAIT_MS);
      else if (isQuick(endpointId, line)) flight = await waitIn(line, LONGEST_WAIT_MS);
      if (!flight) return { kind: 'busy' };
      try {
        return { kind: 'made', result: await request() };
      } finally {
        line.flights.delete(flight);
        const took = performance.now() - flight.at;
        averages.set(endpointId, WEIGHT * took + (1 - WEIGHT) * (averages.get(endpointId) ?? took));
        // The slot is handed over here, so that no other request takes it first.
        line.waiting[0]?.(enter(line));
        if (line.flights.size === 0) lines.delete(endpointId);
      }
    },
  };
}

function enter({ flights }: Line): Flight {
  const flight = { at: performance.now() };
  flights.add(flight);
  return flight;
}

function waitIn(line: Line, ms: number): Promise<Flight | null> {
  return new Promise((resolve) => {
    const settle = (flight: Flight | null): void => {
      clearTimeout(timer);
      line.waiting = line.waiting.filter((one) => one !== settle);
      resolve(flight);
    };
    const timer = setTimeout(() => settle(null), ms);
    line.waiting.push(settle);
  });
}
