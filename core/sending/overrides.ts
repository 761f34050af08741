import type { z } from 'zod';
import type { sendBody } from '../schemas/send';

/** `overrides` of a send, as validated (OVERRIDE-1 to OVERRIDE-8). */
export type Overrides = NonNullable<z.output<typeof sendBody>['overrides']>;

/** Returns the overrides of a notification, which are stored as JSON text. */
export const overridesOf = ({ overrides }: { overrides: string | null }): Overrides =>
  overrides === null ? {} : (JSON.parse(overrides) as Overrides);
