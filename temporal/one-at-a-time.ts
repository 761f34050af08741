/**
 * Runs `work` one at a time: a call while it runs makes it run once more behind that, however many such calls there
 * are. What fails ends the run; the next call begins another.
 */
export function oneAtATime(work: () => Promise<unknown>): () => Promise<void> {
  let running: Promise<void> | undefined;
  let again = false;
  async function run(): Promise<void> {
    do {
      again = false;
      await work();
    } while (again);
  }
  return () => {
    again = true;
    running ??= run().finally(() => (running = undefined));
    return running;
  };
}
