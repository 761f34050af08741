/** Time that a first attempt has inside a workflow task, milliseconds. Cancels and signals of its run wait meanwhile. */
export const IN_TASK_MS = 3_000;
/** Maximum number of attempts in progress after their workflow tasks. They occupy no slot of a worker. */
const MOST_AFTER = 100;

/** Result of an attempt that takes longer. It goes on in this process, and records its outcome by itself. */
export const LATER = Symbol('later');

export type FirstAttempts = ReturnType<typeof createFirstAttempts>;

/** Runs first attempts inside workflow tasks, each as long as a workflow task may wait. */
export function createFirstAttempts() {
  const after = new Set<Promise<unknown>>();
  return {
    hasRoom: (): boolean => after.size < MOST_AFTER,
    /** Returns the result of `work`, or `LATER` after three seconds, or after fewer milliseconds. */
    run: async <T>(work: () => Promise<T>, withinMs = IN_TASK_MS): Promise<T | typeof LATER> => {
      const result = work();
      let timer: NodeJS.Timeout | undefined;
      const late = new Promise<typeof LATER>((resolve) => {
        timer = setTimeout(() => resolve(LATER), withinMs);
      });
      const first = await Promise.race([result, late]).finally(() => clearTimeout(timer));
      if (first !== LATER) return first;
      const ended = result.catch(() => undefined).finally(() => after.delete(ended));
      after.add(ended);
      return LATER;
    },
    /** Resolves when no attempt is in progress any more: a process must not end before that. */
    ended: async (): Promise<void> => void (await Promise.all(after)),
  };
}
