/** Thrown when a command fails. The message says what the command did and what is wrong. */
export class CliError extends Error {
  override readonly name = 'CliError';
  /** What the user can do about it. */
  readonly next: string | undefined;
  /** Stable error code of the service, if the service refused. */
  readonly code: string | undefined;
  /** Lines to print before the message, such as the problems of event files. */
  readonly details: string[];
  /** 2 for wrong usage. */
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
