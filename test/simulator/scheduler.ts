import { type Random, randomOf } from './random';
import { real } from './real';

/** One incarnation of a process of the simulated service. After its death none of its continuations runs again. */
export interface Process {
  readonly name: string;
  alive: boolean;
  /** How far its clock is ahead of the true one, milliseconds. */
  skewMs: number;
  /** Until when it stands still, by the true clock: a long pause of its host. */
  pausedUntil: number;
}

/** On whose behalf code runs. Whatever it waits for continues on the same behalf. */
export interface Task {
  /** Null: somebody outside the service, such as a client or a provider. */
  readonly process: Process | null;
  /** What the code finds out about itself, such as the activity that it is. */
  readonly info?: object;
}

interface Entry {
  at: number;
  order: number;
  task: Task;
  fire: (() => void | Promise<void>) | null;
}

/** The virtual time at which each history begins, milliseconds since 1970. */
export const BEGIN = Date.UTC(2026, 2, 2, 9, 0, 0);

const OUTSIDE: Task = { process: null };

/** Resolves when every microtask and tick has run, so nothing goes on before the scheduler lets it. */
const drained = (): Promise<void> => new Promise((resolve) => void real.setImmediate(resolve));

/** Runs every microtask and tick at once. Only for code that no promise has called. */
const runTicks = (process as unknown as { _tickCallback: () => void })._tickCallback;

export type Scheduler = ReturnType<typeof createScheduler>;

/**
 * Decides what goes on and when. Every wait of the service is an entry here: each call of the database or of Temporal, each
 * answer of a provider, and each timer. One entry fires at a time, in the order of virtual time, and chance orders what is due
 * at once. Durations come from chance too, so each seed interleaves the tasks in another way.
 */
export function createScheduler(seed: number) {
  const random: Random = randomOf(seed, 'order');
  const heap: Entry[] = [];
  let now = BEGIN;
  let task: Task = OUTSIDE;
  let fired = 0;

  const isBefore = (a: Entry, b: Entry): boolean => a.at < b.at || (a.at === b.at && a.order < b.order);

  function push(entry: Entry): void {
    let place = heap.push(entry) - 1;
    while (place > 0) {
      const above = (place - 1) >> 1;
      if (!isBefore(entry, heap[above] as Entry)) break;
      heap[place] = heap[above] as Entry;
      place = above;
    }
    heap[place] = entry;
  }

  function pop(): Entry {
    const first = heap[0] as Entry;
    const last = heap.pop() as Entry;
    if (heap.length === 0) return first;
    let place = 0;
    for (;;) {
      let below = 2 * place + 1;
      if (below >= heap.length) break;
      if (below + 1 < heap.length && isBefore(heap[below + 1] as Entry, heap[below] as Entry)) below += 1;
      if (!isBefore(heap[below] as Entry, last)) break;
      heap[place] = heap[below] as Entry;
      place = below;
    }
    heap[place] = last;
    return first;
  }

  /** Fires `what` after `inMs` on behalf of `of`, unless its process has died. Returns what prevents that. */
  function after(inMs: number, what: () => void | Promise<void>, of: Task = task): () => void {
    const entry: Entry = { at: now + Math.max(0, inMs), order: random.next(), task: of, fire: what };
    push(entry);
    return () => {
      entry.fire = null;
    };
  }

  /** Fires the next entry, and returns what it still works on, if anything. */
  function fireNext(): void | Promise<void> {
    const entry = pop();
    const { process } = entry.task;
    if (entry.fire === null || process?.alive === false) return undefined;
    now = Math.max(now, entry.at);
    if (process && process.pausedUntil > now) {
      entry.at = process.pausedUntil;
      return push(entry);
    }
    task = entry.task;
    fired += 1;
    return entry.fire();
  }

  /** Fires entries until one of them waits for itself. */
  async function goOn(isLeft: () => boolean): Promise<void> {
    while (isLeft()) {
      const working = fireNext();
      if (working) {
        await working;
        await drained();
        task = OUTSIDE;
        return;
      }
      runTicks();
      task = OUTSIDE;
    }
  }

  return {
    after,
    /** The true time, milliseconds since 1970. */
    now: (): number => now,
    /** The time by the clock of whoever runs now. */
    localNow: (): number => Math.floor(now + (task.process?.skewMs ?? 0)),
    task: (): Task => task,
    /** Begins code on behalf of another task. Only what it does before its first wait is done here. */
    as: <T>(of: Task, work: () => T): T => {
      const before = task;
      task = of;
      try {
        return work();
      } finally {
        task = before;
      }
    },
    /** Resolves after `inMs` on the same behalf. */
    sleep: (inMs: number): Promise<void> => new Promise((resolve) => void after(inMs, resolve)),
    /** Resolves with nothing more to run at this moment. Only for what fires alone. */
    drained,
    fired: (): number => fired,
    /** Lets everything go on until `isOver`, until nothing is left, or until a time. */
    run: async (isOver: () => boolean, until = Infinity): Promise<void> => {
      await drained();
      const isLeft = (): boolean => heap.length > 0 && !isOver() && (heap[0] as Entry).at <= until;
      while (isLeft()) {
        const pace = new Promise<void>((resolve, reject) => {
          real.setImmediate(() => void goOn(isLeft).then(resolve, reject));
        });
        await pace;
      }
    },
  };
}
