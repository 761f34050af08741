import type { Contents } from '../mongo/database';
import type { Scheduler } from '../scheduler';

/** What a primary that does not know that it was deposed has. */
interface Old {
  /** The processes that still reach it, by name. */
  processes: Set<string>;
  /** When it learns of it and steps down. */
  until: number;
  /** What a majority had when it was deposed. All reads of the service ask for that. */
  majority: Map<string, Contents>;
  /** The same with writes that no majority will have. */
  own: Map<string, Contents>;
  /** Whether it has such writes. Then it acknowledges nothing, also what changes nothing. */
  isAhead: boolean;
}

export type Deposed = ReturnType<typeof createDeposed>;

/**
 * The primary of which a part of the processes does not know that another one was elected. The service reads from the primary
 * what a majority has, and waits for a majority with each write (store/connection.ts). So there such a process reads what was
 * true before the election, and no write of it counts, but a conditional write that matches nothing is answered at once.
 */
export function createDeposed(scheduler: Pick<Scheduler, 'now'>, contents: Map<string, Contents>) {
  let old: Old | null = null;
  const copied = (from: Map<string, Contents>): Map<string, Contents> =>
    new Map([...from].map(([name, one]) => [name, one.copy()]));
  return {
    begin: (processes: string[], forMs: number): void => {
      const majority = copied(contents);
      old = {
        ...{ processes: new Set(processes), until: scheduler.now() + forMs, majority },
        ...{ own: copied(majority), isAhead: false },
      };
    },
    end: (): void => {
      old = null;
    },
    /** Returns what a process reaches instead of the primary; null: the primary. */
    reachedBy: (process: string): Old | null =>
      old && old.until > scheduler.now() && old.processes.has(process) ? old : null,
  };
}

/** Does an operation at an old primary. Returns null if it does not acknowledge it. */
export function doneThere<T>(
  old: Old,
  { writes, under }: { writes: boolean; under: (view: Map<string, Contents>) => T },
): { result: T } | null {
  if (!writes) return { result: under(old.majority) };
  const changesOf = (): number => [...old.own.values()].reduce((sum, { changes }) => sum + changes, 0);
  const before = changesOf();
  let done: { result: T } | undefined;
  try {
    done = { result: under(old.own) };
    return old.isAhead || changesOf() > before ? null : done;
  } finally {
    if (changesOf() > before) old.isAhead = true;
  }
}
