/** How a change of many things goes. */
export interface Progress {
  done: number;
  failed: { id: string; why: string }[];
  total: number;
}

const AT_ONCE = 4;

/** Does something for each id, a few at once, and reports after each. One failure does not stop the others. */
export async function runAll(
  ids: readonly string[],
  act: (id: string) => Promise<unknown>,
  report: (progress: Progress) => void,
): Promise<Progress> {
  const progress: Progress = { done: 0, failed: [], total: ids.length };
  const waiting = [...ids];
  const work = async (): Promise<void> => {
    for (let id = waiting.shift(); id !== undefined; id = waiting.shift()) {
      try {
        await act(id);
      } catch (error) {
        progress.failed.push({ id, why: error instanceof Error ? error.message : String(error) });
      }
      progress.done += 1;
      report({ ...progress });
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return progress;
}
