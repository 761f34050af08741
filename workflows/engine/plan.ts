/**
 * When the next step falls due. Waits, digest windows and `retry_for` count from it, so that a late worker delays only what
 * is late already.
 */
export type Plan = ReturnType<typeof createPlan>;

/** Plans a run whose first step falls due at `firstDueAt`, milliseconds since 1970. */
export function createPlan(firstDueAt: number) {
  let planned = { dueAt: firstDueAt, at: Date.now() };
  const hold = (): (() => void) => {
    const { at } = planned;
    const holds = at === Date.now();
    return () => {
      if (holds && planned.at === at) planned = { ...planned, at: Date.now() };
    };
  };
  return {
    /** What the last step planned, or now if something else has taken time since; milliseconds since 1970. */
    dueAt: (): number => (planned.at === Date.now() ? planned.dueAt : Date.now()),
    /** Notes that a step has ended, and was to end at `dueAt`. */
    stepEnded: (dueAt: number): void => {
      planned = { dueAt, at: Date.now() };
    },
    /** Begins a call whose time does not count. Call what it returns after the call: the plan holds then as before. */
    hold,
    /** Runs a call whose time does not count. */
    async keptDuring<T>(call: () => Promise<T>): Promise<T> {
      const held = hold();
      const result = await call();
      held();
      return result;
    },
  };
}
