import type { z } from 'zod';
import type { Channel } from '../../core/shared/channels';
import type { ErrorCode } from '../../core/shared/error-codes';
import { check } from '../../core/schemas/check';

export interface ErrorDetails {
  field?: string;
  channel?: Channel;
  current?: number;
  limit?: number;
  /** What is wrong in pushed event files; admin routes only. */
  problems?: unknown[];
}

/** Thrown anywhere in a request to answer it with this error. */
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
}

/** Validates with a schema; the first thing wrong becomes a 400 that names its `field`, below `root`. */
export function parse<T extends z.ZodType>(schema: T, input: unknown, root?: PropertyKey[]): z.output<T> {
  const checked = check(schema, input, root);
  if (checked.ok) return checked.data;
  const { field, message } = checked;
  throw new ApiError('VALIDATION_ERROR', message, field ? { field } : {});
}
