import { LRUCache } from 'lru-cache';

/** Whether a request was made; `busy`: none was. */
export type Turn<T> = { kind: 'made'; result: T } | { kind: 'busy' };

export interface EndpointConcurrency {
  /** Requests in flight to one endpoint at most, by this process. */
  readonly atOnce: number;
  /**
   * Makes a request to an endpoint if it has room, after a short wait at most; a `patient` one waits for as long as a
   * request may take.
   */
  take<T>(endpointId: string, patient: boolean, request: () => Promise<T>): Promise<Turn<T>>;
}

/** The longest that a request waits for its turn here, where it takes a place of the worker; milliseconds. */
const LONGEST_WAIT_MS = 500;
/** The same of a patient one: a place is free after the 10 seconds of a request. */
const PATIENT_WAIT_MS = 12_000;
/** What an endpoint that was never called is thought to take, milliseconds. */
const UNKNOWN_MS = 100;
/** The weight of the last request in the average. */
const WEIGHT = 0.2;
/** Endpoints whose average is remembered. */
const REMEMBERED = 10_000;

/** What one endpoint has under way; it exists only while there is something. */
interface Line {
  flights: Set<Flight>;
  /** Who waits here, first come first; told the place that it has, or null. */
  waiting: ((flight: Flight | null) => void)[];
}

/** A request in flight. */
interface Flight {
  /** When it began, performance.now() time. */
  at: number;
}

/**
 * The turns of one process's requests to each endpoint (docs/internals/webhooks.md, "Turns"): so many at once, and those
 * beyond are sent away at once unless the endpoint is quick, so that one that hangs takes no more than its share of the
 * worker. What is kept is an aid only: another process, or this one after a restart, begins without it.
 */
export function createEndpointConcurrency({ atOnce }: { atOnce: number }): EndpointConcurrency {
  const lines = new Map<string, Line>();
  const averages = new LRUCache<string, number>({ max: REMEMBERED });

  /** How long a request takes: what the last ones took, or longer where those in flight already do. */
  function paceOf(endpointId: string, { flights }: Line): number {
    const now = performance.now();
    let age = 0;
    for (const { at } of flights) age += (now - at) / flights.size;
    return Math.max(averages.get(endpointId) ?? UNKNOWN_MS, age);
  }

  /** Whether the next one in line would have its turn soon. */
  function isQuick(endpointId: string, line: Line): boolean {
    const ahead = line.waiting.length + 1;
    return ahead <= atOnce && (paceOf(endpointId, line) * ahead) / atOnce < LONGEST_WAIT_MS;
  }

  return {
    atOnce,
    take: async (endpointId, patient, request) => {
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
        // The place changes hands here, so that nobody slips in between.
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
