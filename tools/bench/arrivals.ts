import { now } from './clock';

const PATIENCE_MS = 60_000;

/**
 * Things that arrive by themselves (a mail, a webhook, word of an activity), each known by a key. They may be
 * here before anyone waits for them.
 */
export class Arrivals {
  /** Keys that came again: nobody may be notified twice. */
  repeated = 0;
  private readonly at = new Map<string, number>();
  private readonly waiting = new Map<string, (at: number) => void>();

  constructor(private readonly what: string) {}

  note(key: string): void {
    if (this.at.has(key)) {
      this.repeated += 1;
      return;
    }
    const at = now();
    this.at.set(key, at);
    this.waiting.get(key)?.(at);
    this.waiting.delete(key);
  }

  has(key: string): boolean {
    return this.at.has(key);
  }

  /** When it arrived, milliseconds since 1970; fails where it does not come. */
  of(key: string): Promise<number> {
    const at = this.at.get(key);
    if (at !== undefined) return Promise.resolve(at);
    return new Promise((resolve, reject) => {
      const patience = setTimeout(
        () => reject(new Error(`${this.what} ${key} did not come within ${PATIENCE_MS / 1000} s`)),
        PATIENCE_MS,
      );
      this.waiting.set(key, (came) => {
        clearTimeout(patience);
        resolve(came);
      });
    });
  }
}
