import { z } from 'zod';

/** An object without other keys. Its message for an unknown key is the list of known ones (see issues.ts). */
export function closed<Shape extends z.core.$ZodLooseShape>(shape: Shape) {
  return z.strictObject(shape, {
    error: (issue) => (issue.code === 'unrecognized_keys' ? Object.keys(shape).join(' ') : undefined),
  });
}
