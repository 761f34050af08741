/**
 * Thrown when a command cannot do what it was asked: what was being done, what was wrong, and, in `next`,
 * what its user can do about it.
 */
export class CliError extends Error {
  override readonly name = 'CliError';
  readonly next: string | undefined;
  /** The service's stable error code, where it was the service that refused. */
  readonly code: string | undefined;
  /** Lines that belong to the error, such as the problems of event files. */
  readonly details: string[];
  readonly exitCode: 1 | 2;

  constructor(
    message: string,
    options: { next?: string; code?: string; details?: string[]; usage?: boolean; cause?: unknown } = {},
  ) {
    super(message, { cause: options.cause });
    this.next = options.next;
    this.code = options.code;
    this.details = options.details ?? [];
    this.exitCode = options.usage ? 2 : 1;
  }
}
