/** A request that failed. Its message is the API's own, and says what to do. */
export class ApiProblem extends Error {
  constructor(
    message: string,
    /** HTTP status. 0: no answer came. */
    readonly status: number,
    readonly code: string,
    /** What the API says more: `field`, `problems` of event files. */
    readonly details: Readonly<Record<string, unknown>> = {},
  ) {
    super(message);
  }

  /** Whether the same request may succeed a moment later. After a timeout it is not repeated: that took long enough. */
  get mayPass(): boolean {
    return this.code === 'UNREACHABLE' || this.status >= 500;
  }
}

/** Returns an error in words for people. */
export function problemText(error: unknown): string {
  if (error instanceof ApiProblem) return error.message;
  return error instanceof Error ? error.message : String(error);
}
