import { z } from 'zod';

/** A key or token for a header: visible ASCII, so that it cannot break the header. */
export const credential = (maxLength = 4096) =>
  z
    .string()
    .min(1)
    .max(maxLength)
    .regex(/^[\x21-\x7e]+$/, 'must be printable ASCII without spaces');
