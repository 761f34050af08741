import type { z } from 'zod';
import { parseSafely } from '../../core/shared/parse-safely';

/** Returns a provider's JSON in the given shape, null if it has another one or was cut off. */
export function readJson<Shape extends z.ZodType>(shape: Shape, text: string): z.output<Shape> | null {
  return parseSafely(shape, parsed(text)).data ?? null;
}

/** Returns the JSON object of a body, undefined if it is something else or was cut off. */
export function jsonObject(body: string): Record<string, unknown> | undefined {
  const value = parsed(body);
  return isObject(value) ? value : undefined;
}

/** Returns the JSON list of a body, undefined if it is something else or was cut off. */
export function jsonList(body: string): unknown[] | undefined {
  const value = parsed(body);
  return Array.isArray(value) ? value : undefined;
}

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Returns a field if it is text and not empty. */
export const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined;

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
