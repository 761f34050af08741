export type Shares = ReturnType<typeof createShares>;

/** A caller in line. */
interface Waiting {
  owner: string;
  settle: (granted: boolean) => void;
}

/**
 * Limits the look-ups in progress: `each` per owner and `all` together. Callers over a limit wait in line. An owner whose
 * share is used up holds back nobody else in the line. `line` is the maximum number of waiting callers per owner.
 */
export function createShares({ each, all, line }: { each: number; all: number; line: number }) {
  const taken = new Map<string, number>();
  let total = 0;
  const waiting = new Set<Waiting>();

  const enter = (owner: string): boolean => {
    const own = taken.get(owner) ?? 0;
    if (total >= all || own >= each) return false;
    taken.set(owner, own + 1);
    total += 1;
    return true;
  };
  const leave = (owner: string): void => {
    const own = (taken.get(owner) ?? 1) - 1;
    if (own === 0) taken.delete(owner);
    else taken.set(owner, own);
    total -= 1;
    for (const next of waiting) {
      if (total >= all) return;
      if (enter(next.owner)) next.settle(true);
    }
  };

  return {
    /** Resolves to a function that gives the place back, or to null if there was none before the signal aborted. */
    async take(owner: string, signal: AbortSignal): Promise<(() => void) | null> {
      const granted = enter(owner) || (await inLine(owner, signal));
      return granted ? () => leave(owner) : null;
    },
  };

  function inLine(owner: string, signal: AbortSignal): Promise<boolean> {
    const before = [...waiting].filter((one) => one.owner === owner).length;
    if (before >= line || signal.aborted) return Promise.resolve(false);
    return new Promise((resolve) => {
      const one: Waiting = {
        owner,
        settle: (granted) => {
          waiting.delete(one);
          signal.removeEventListener('abort', refuse);
          resolve(granted);
        },
      };
      const refuse = (): void => one.settle(false);
      signal.addEventListener('abort', refuse, { once: true });
      waiting.add(one);
    });
  }
}
