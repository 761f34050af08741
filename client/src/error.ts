import type { Channel, ErrorCode } from './types';

/** `TIMEOUT` and `CONNECTION`: there was no answer. `BAD_ANSWER`: the answer is a proxy's, or another server's. */
export type ClientErrorCode = 'TIMEOUT' | 'CONNECTION' | 'BAD_ANSWER';

/** Thrown when the service refuses a request, or when it does not answer. */
export class HeliographError extends Error {
  override readonly name = 'HeliographError';
  /** HTTP status; undefined if there was no answer. */
  readonly status?: number;
  /** Stable code of what is wrong. */
  readonly code!: ErrorCode | ClientErrorCode;
  /** Path into the body, for example `to[3].email`. */
  readonly field?: string;
  readonly channel?: Channel;
  /** Id of the notification whose message failed, if the send waits. */
  readonly id?: string;
  /** Why that message failed, for example `INVALID_RECIPIENT`. */
  readonly deliveryCode?: string;
  /** How much of a quota or limit is used. */
  readonly current?: number;
  readonly limit?: number;
  /** Recipients of a bulk send that were accepted before the error. */
  readonly accepted?: number;
  /** Id of the request, for the operators of the service. */
  readonly requestId?: string;
  /** Seconds that the service asks to wait. */
  readonly retryAfter?: number;
  /** Key of a send, also if the client made it. The same send with this key is sent once. */
  readonly idempotencyKey?: string;

  constructor(message: string, details: HeliographErrorDetails, options?: ErrorOptions) {
    super(message, options);
    Object.assign(this, details);
  }
}

export type HeliographErrorDetails = Omit<HeliographError, keyof Error>;
