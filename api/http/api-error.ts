import type { z } from 'zod';
import { type ErrorCode, type ErrorFacts, errorText, type PublicCode } from '../../core/shared/error-codes';
import { check, refusal } from '../../core/shared/schemas/check';
import type { ErrorDetails } from './error-body';
import { countHeader } from './headers';

/** Thrown anywhere in a request. The request is answered with this error. */
export class ApiError extends Error {
  override name = 'ApiError';

  constructor(
    readonly code: ErrorCode,
    message: string,
    readonly details: ErrorDetails = {},
    readonly headers: Record<string, string> = {},
  ) {
    super(message);
  }

  /** Returns an error with the text of its code. `facts` are what the text names. */
  static of<Code extends PublicCode>(
    code: Code,
    facts: ErrorFacts<Code>,
    details: ErrorDetails = {},
    headers: Record<string, string> = {},
  ): ApiError {
    return new ApiError(code, errorText(code, ...facts), details, headers);
  }

  /** Returns the error with this field, unless it names one. */
  at(field: string): ApiError {
    if (this.details.field !== undefined) return this;
    return new ApiError(this.code, this.message, { ...this.details, field });
  }
}

/** Returns a 400 that names its field: `to` and `must be a recipient` become one sentence. */
export const invalid = (field: string, words: string): ApiError =>
  new ApiError('VALIDATION_ERROR', refusal(field, words), { field });

export const retryAfterHeader = countHeader('Retry-After', 1, {
  description: 'Seconds to wait before the request is repeated.',
  example: 1,
});

/** Returns a 503. The client may repeat the request after `retryAfter` seconds. */
export const unavailable = (message: string, retryAfter: number): ApiError =>
  new ApiError('UNAVAILABLE', message, {}, { 'Retry-After': String(retryAfter) });

export const notificationNotFound = (): ApiError => ApiError.of('NOTIFICATION_NOT_FOUND', []);

/** Validates with a schema. Throws a 400 for the first problem, with its `field` below `root`. */
export function parse<T extends z.ZodType>(schema: T, input: unknown, root?: PropertyKey[]): z.output<T> {
  const checked = check(schema, input, root);
  if (checked.ok) return checked.data;
  const { field, message } = checked;
  throw new ApiError('VALIDATION_ERROR', message, field ? { field } : {});
}
