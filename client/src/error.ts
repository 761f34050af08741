import type { Channel, ErrorCode } from './types';

/** `TIMEOUT` and `CONNECTION`: no answer came. `BAD_ANSWER`: one that is not the service's. */
export type ClientErrorCode = 'TIMEOUT' | 'CONNECTION' | 'BAD_ANSWER';

export interface HeliographErrorDetails {
  status?: number;
  code: ErrorCode | ClientErrorCode;
  field?: string;
  channel?: Channel;
  current?: number;
  limit?: number;
  requestId?: string;
  retryAfter?: number;
}

/** Thrown when the service refuses a request, or when no answer of it could be had. */
export class HeliographError extends Error {
  override readonly name = 'HeliographError';
  /** HTTP status; undefined where no answer came. */
  readonly status: number | undefined;
  /** What is wrong, for programs; stable. */
  readonly code: ErrorCode | ClientErrorCode;
  /** Path into the body, for example `to[3].email`. */
  readonly field: string | undefined;
  readonly channel: Channel | undefined;
  /** How much of a quota or limit is used. */
  readonly current: number | undefined;
  readonly limit: number | undefined;
  /** Name it to the operators of the service. */
  readonly requestId: string | undefined;
  /** Seconds that the service asks to wait. */
  readonly retryAfter: number | undefined;

  constructor(message: string, details: HeliographErrorDetails, options?: ErrorOptions) {
    super(message, options);
    this.status = details.status;
    this.code = details.code;
    this.field = details.field;
    this.channel = details.channel;
    this.current = details.current;
    this.limit = details.limit;
    this.requestId = details.requestId;
    this.retryAfter = details.retryAfter;
  }
}
