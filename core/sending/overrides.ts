import type { z } from 'zod';
import type { overrides } from './overrides-shape';

/** `overrides` of a send, as validated. */
export type Overrides = z.output<typeof overrides>;

/** Returns the overrides of a notification, which are stored as JSON text. */
export const overridesOf = ({ overrides: text }: { overrides: string | null }): Overrides =>
  text === null ? {} : (JSON.parse(text) as Overrides);
