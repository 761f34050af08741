/** What must be undone when the bench ends, however it ends; the last thing made is the first undone. */
export class Cleanup {
  private readonly steps: (() => Promise<unknown>)[] = [];

  later(step: () => Promise<unknown>): void {
    this.steps.push(step);
  }

  /** Waits for something to start, and stops it in the end, also where the end comes before it has started. */
  async owned<T>(starting: Promise<T>, stop: (started: T) => Promise<unknown>): Promise<T> {
    this.later(async () => stop(await starting));
    return starting;
  }

  /** Runs something with a cleanup of its own, which is done when that has ended. */
  async within<T>(use: (own: Cleanup) => Promise<T>): Promise<T> {
    const own = new Cleanup();
    this.later(() => own.run());
    try {
      return await use(own);
    } finally {
      await own.run();
    }
  }

  async run(): Promise<void> {
    for (let step = this.steps.pop(); step; step = this.steps.pop()) await step().catch(() => undefined);
  }
}
