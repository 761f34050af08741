import type { z } from 'zod';

/**
 * Parses as `schema.safeParse` does. That throws for some input: zod compares the `length` of whatever has one, also of an
 * object in place of a text or a list, and `{"length": {"toString": 0}}` cannot be compared.
 */
export function parseSafely<Schema extends z.ZodType>(
  schema: Schema,
  input: unknown,
  params?: Parameters<Schema['safeParse']>[1],
): z.ZodSafeParseResult<z.output<Schema>> {
  try {
    return schema.safeParse(input, params);
  } catch (error) {
    // Without the lengths, zod names the field whose type is wrong.
    const result = schema.safeParse(withoutLengths(input), params);
    if (result.success) throw error;
    return result;
  }
}

/** Returns a copy in which no object has a `length` that is an object. */
function withoutLengths(input: unknown): unknown {
  const copy: unknown = structuredClone(input);
  const todo = [copy];
  while (todo.length > 0) {
    const value = todo.pop();
    if (typeof value !== 'object' || value === null) continue;
    if ('length' in value && typeof value.length === 'object') delete (value as { length?: unknown }).length;
    for (const inner of Object.values(value) as unknown[]) todo.push(inner);
  }
  return copy;
}
