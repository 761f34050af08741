import { LRUCache } from 'lru-cache';

/** Whether a request was made; `busy`: none was, and after `inMs` it is worth coming again. */
export type Turn<T> = { kind: 'made'; result: T } | { kind: 'busy'; inMs: number };

export interface Turns {
  /**
   * Makes a request to an endpoint where it has room, after a short wait at most. `reserve` keeps a later place for
   * who is sent away; without it they are only told that there is no room.
   */
  take<T>(endpointId: string, reserve: boolean, request: () => Promise<T>): Promise<Turn<T>>;
}

export interface TurnsOptions {
  /** Requests in flight to one endpoint at most, by this process. */
  atOnce: number;
  /** A number in [0, 1). @default Math.random */
  random?: () => number;
}

/** The longest that a request waits for its turn here, where it takes a place of the worker; milliseconds. */
const LONGEST_WAIT_MS = 500;
/** The longest that one is sent away for, milliseconds. */
const LONGEST_AWAY_MS = 120_000;
/** The least, so that nobody asks in a loop. */
const SHORTEST_AWAY_MS = 100;
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
 * The turns of one process's requests to each endpoint (docs/architecture.md, "Turns"): so many at once, and those
 * beyond are sent away at once unless the endpoint is quick, so that one that hangs takes no more than its share of the
 * worker. What is kept is an aid only: another process, or this one after a restart, begins without it.
 */
export function createTurns({ atOnce, random = Math.random }: TurnsOptions): Turns {
  const lines = new Map<string, Line>();
  const averages = new LRUCache<string, number>({ max: REMEMBERED });
  /** When the last one who was sent away may have its turn, performance.now() time. */
  const reserved = new LRUCache<string, number>({ max: REMEMBERED });

  /** How long a request takes: what the last ones took, or longer where those in flight already do. */
  function paceOf(endpointId: string, { flights }: Line): number {
    const now = performance.now();
    let age = 0;
    for (const { at } of flights) age += (now - at) / flights.size;
    return Math.max(averages.get(endpointId) ?? UNKNOWN_MS, age);
  }

  /** When who is sent away should come again: behind all that are here, and those sent away before. */
  function awayMs(endpointId: string, pace: number, reserve: boolean): number {
    const now = performance.now();
    const turn = Math.max(now + pace, reserved.get(endpointId) ?? 0) + pace / atOnce;
    if (reserve) reserved.set(endpointId, Math.min(turn, now + LONGEST_AWAY_MS));
    const ms =
      turn - now >= LONGEST_AWAY_MS
        ? LONGEST_AWAY_MS * (1 - random() / 2)
        : Math.min((turn - now) * (1 + random() / 10), LONGEST_AWAY_MS);
    return Math.round(Math.max(SHORTEST_AWAY_MS, ms));
  }

  return {
    take: async (endpointId, reserve, request) => {
      const line = lines.get(endpointId) ?? { flights: new Set(), waiting: [] };
      lines.set(endpointId, line);
      let flight: Flight | null = null;
      if (line.flights.size < atOnce) flight = enter(line);
      else {
        const pace = paceOf(endpointId, line);
        const ahead = line.waiting.length + 1;
        if (ahead <= atOnce && (pace * ahead) / atOnce < LONGEST_WAIT_MS) flight = await waitIn(line);
        if (!flight) return { kind: 'busy', inMs: awayMs(endpointId, pace, reserve) };
      }
      try {
        return { kind: 'made', result: await request() };
      } finally {
        line.flights.delete(flight);
        const took = performance.now() - flight.at;
        averages.set(endpointId, WEIGHT * took + (1 - WEIGHT) * (averages.get(endpointId) ?? took));
        // The place changes hands here, so that nobody slips in between.
        line.waiting[0]?.(enter(line));
        if (line.flights.size === 0) {
          lines.delete(endpointId);
          reserved.delete(endpointId);
        }
      }
    },
  };
}

function enter({ flights }: Line): Flight {
  const flight = { at: performance.now() };
  flights.add(flight);
  return flight;
}

function waitIn(line: Line): Promise<Flight | null> {
  return new Promise((resolve) => {
    const settle = (flight: Flight | null): void => {
      clearTimeout(timer);
      line.waiting = line.waiting.filter((one) => one !== settle);
      resolve(flight);
    };
    const timer = setTimeout(() => settle(null), LONGEST_WAIT_MS);
    line.waiting.push(settle);
  });
}
