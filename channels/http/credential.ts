import { z } from 'zod';

/** A setting that goes into a header: visible ASCII, so that it cannot break one. */
export const credential = () =>
  z
    .string()
    .max(4096)
    .regex(/^[\x21-\x7e]+$/, 'must be printable ASCII without spaces');
