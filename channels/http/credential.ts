import { z } from 'zod';

/** A key or token that goes into a header: printable ASCII without spaces. */
export const credential = (maxLength = 512) =>
  z
    .string()
    .min(1)
    .max(maxLength)
    .regex(/^[\x21-\x7e]+$/, 'must be printable characters without spaces');
