import type { z } from 'zod';

/** A provider's JSON in the shape that is read from it, null where it is something else. */
export function readJson<Shape extends z.ZodType>(shape: Shape, text: string): z.output<Shape> | null {
  try {
    const read = shape.safeParse(JSON.parse(text));
    return read.success ? read.data : null;
  } catch {
    return null;
  }
}
