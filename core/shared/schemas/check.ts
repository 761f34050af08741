import type { z } from 'zod';
import { fieldPath } from '../field-path';
import { parseSafely } from '../parse-safely';
import { nameGiven } from '../../contacts/aliases';
import { issueMessage } from './issue-message';

export type Checked<T> = { ok: true; data: T } | { ok: false; field: string; message: string };

/**
 * Validates `input`. Returns the data or the first problem: `field` is its path below `root`, with names as the caller
 * wrote them, and empty for the input itself.
 */
export function check<T extends z.ZodType>(
  schema: T,
  input: unknown,
  root: PropertyKey[] = [],
): Checked<z.output<T>> {
  const parsed = parseSafely(schema, input, { error: issueMessage });
  if (parsed.success) return { ok: true, data: parsed.data };
  const [issue] = parsed.error.issues;
  const unknown = issue?.code === 'unrecognized_keys' ? issue.keys.slice(0, 1) : [];
  const field = fieldPath([...root, ...asGiven([...(issue?.path ?? []), ...unknown], input)]);
  return { ok: false, field, message: refusal(field, issue ? ruleOf(issue) : 'is not valid') };
}

/** The shapes of files have only the names of the known fields as the message of an unknown one (core/events/file/closed.ts). */
const ruleOf = ({ code, message }: z.core.$ZodIssue): string =>
  code === 'unrecognized_keys' && !message.startsWith('is ')
    ? `is not a known field. Known fields: ${message.split(' ').join(', ')}`
    : message;

/** Joins `to.email` and `must be an e-mail address` into one sentence. */
export const refusal = (field: string, rule: string): string => `${field || 'The body'} ${rule}.`;

function asGiven(path: PropertyKey[], input: unknown): PropertyKey[] {
  let value = input;
  return path.map((key) => {
    const name = nameGiven(value, key);
    value = (value as Record<PropertyKey, unknown> | null | undefined)?.[name];
    return name;
  });
}
