/** A place that was taken. It is free again after `leave`. */
export interface Place {
  /** When it was taken, performance.now() time. */
  since: number;
  leave: () => void;
}

/** How long a caller waits. Without both, it waits until it has a place or the lines are closed. */
export interface Patience {
  signal?: AbortSignal;
  withinMs?: number;
}

/** What an owner has. It exists only while there is something. */
interface Line {
  places: Set<Place>;
  /** In their order. Called with the place, or with null if there is none in time. */
  waiting: Set<(place: Place | null) => void>;
}

export type WaitingLines<Owner = string> = ReturnType<typeof createWaitingLines<Owner>>;

/**
 * Limits what goes on at once: `each` per owner, and `all` together. Callers beyond that wait. Owners take turns, so that a
 * long line of one owner delays no other.
 */
export function createWaitingLines<Owner = string>({ each = Infinity, all = Infinity }) {
  /** In the order of their turns. */
  const lines = new Map<Owner, Line>();
  let total = 0;
  let closed = false;

  /** Moves an owner behind all others, or removes it if it has nothing. */
  function toTheEnd(owner: Owner, line: Line): void {
    lines.delete(owner);
    if (line.places.size > 0 || line.waiting.size > 0) lines.set(owner, line);
  }

  function enter(owner: Owner, line: Line): Place {
    const leave = (): void => {
      if (!line.places.delete(place)) return;
      total -= 1;
      toTheEnd(owner, line);
      admit();
    };
    const place = { since: performance.now(), leave };
    total += 1;
    line.places.add(place);
    toTheEnd(owner, line);
    return place;
  }

  /** An owner that enters comes up again behind the others. */
  function admit(): void {
    for (const [owner, line] of lines) {
      if (total >= all) return;
      const [next] = line.waiting;
      if (next && line.places.size < each) next(enter(owner, line));
    }
  }

  /** Calls `settle` with a place, at once if one is free, or with null if there is none in time. */
  function join(owner: Owner, settle: (place: Place | null) => void, patience: Patience = {}): void {
    const { signal, withinMs } = patience;
    if (closed || signal?.aborted) return settle(null);
    const line = lines.get(owner) ?? { places: new Set(), waiting: new Set() };
    // Whoever could have a free place has it already, so nobody is before this caller.
    if (total < all && line.places.size < each) return settle(enter(owner, line));
    lines.set(owner, line);
    const giveUp = (): void => next(null);
    const timer = withinMs === undefined ? undefined : setTimeout(giveUp, withinMs).unref();
    const next = (place: Place | null): void => {
      line.waiting.delete(next);
      clearTimeout(timer);
      signal?.removeEventListener('abort', giveUp);
      if (line.places.size === 0 && line.waiting.size === 0) lines.delete(owner);
      settle(place);
    };
    signal?.addEventListener('abort', giveUp, { once: true });
    line.waiting.add(next);
  }

  return {
    join,
    /** Resolves to a place, or to null if there is none in time. */
    take: (owner: Owner, patience?: Patience): Promise<Place | null> =>
      new Promise((resolve) => join(owner, resolve, patience)),
    /** Returns the places that an owner has. */
    placesOf: (owner: Owner): ReadonlySet<Place> => lines.get(owner)?.places ?? NONE,
    /** Returns how many callers of an owner wait. */
    waitingOf: (owner: Owner): number => lines.get(owner)?.waiting.size ?? 0,
    /** Changes how many places there are together. */
    resize: (places: number): void => {
      all = places;
      admit();
    },
    /** Refuses all waiting and later callers. */
    close: (): void => {
      closed = true;
      for (const { waiting } of [...lines.values()]) for (const next of waiting) next(null);
    },
  };
}

const NONE: ReadonlySet<Place> = new Set();
