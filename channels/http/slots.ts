/** A changeable number of places. A caller that finds none waits in line. */
export interface Slots {
  /** Returns true with a place, false if the line was closed or the signal aborted first. */
  take(signal: AbortSignal): Promise<boolean>;
  give(): void;
  resize(places: number): void;
  /** Refuses all waiting and later callers. */
  close(): void;
}

export function createSlots(initial: number): Slots {
  let places = initial;
  let taken = 0;
  let closed = false;
  const line = new Set<(mayGo: boolean) => void>();

  const admit = (): void => {
    for (const next of line) {
      if (taken >= places) return;
      taken += 1;
      next(true);
    }
  };
  return {
    take: (signal) =>
      new Promise((resolve) => {
        if (closed || signal.aborted) return resolve(false);
        const abort = (): void => next(false);
        const next = (mayGo: boolean): void => {
          line.delete(next);
          signal.removeEventListener('abort', abort);
          resolve(mayGo);
        };
        signal.addEventListener('abort', abort, { once: true });
        line.add(next);
        admit();
      }),
    give: () => {
      taken -= 1;
      admit();
    },
    resize: (next) => {
      places = next;
      admit();
    },
    close: () => {
      closed = true;
      for (const next of line) next(false);
    },
  };
}
