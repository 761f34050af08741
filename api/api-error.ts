import type { z } from 'zod';
import type { Channel } from '../core/channels';
import type { ErrorCode } from '../core/error-codes';
import { fieldPath } from '../core/field-path';

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

/** Validates with a schema; the first thing wrong becomes a 400 that names its `field`. */
export function parse<T extends z.ZodType>(schema: T, input: unknown): z.output<T> {
  const parsed = schema.safeParse(input);
  if (parsed.success) return parsed.data;
  const issue = deepest(parsed.error.issues);
  const keys = issue?.code === 'unrecognized_keys' ? issue.keys.slice(0, 1) : [];
  const field = fieldPath([...(issue?.path ?? []), ...keys]);
  const message = keys.length > 0 ? 'is not a known field' : (issue?.message ?? 'is not valid');
  throw new ApiError('VALIDATION_ERROR', field ? `${field}: ${message}` : message, field ? { field } : {});
}

/** A union's own issue says little: take the one of the branch that came furthest. */
function deepest(issues: z.core.$ZodIssue[]): z.core.$ZodIssue | undefined {
  const [issue] = issues;
  if (issue?.code !== 'invalid_union') return issue;
  const inner = issue.errors
    .map(deepest)
    .filter((found) => found !== undefined)
    .sort((a, b) => rank(b) - rank(a))[0];
  return inner ? { ...inner, path: [...issue.path, ...inner.path] } : issue;
}

const rank = (issue: z.core.$ZodIssue): number =>
  issue.path.length * 2 + (issue.code === 'invalid_type' && issue.path.length === 0 ? 0 : 1);
