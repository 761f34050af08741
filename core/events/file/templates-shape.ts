import { z } from 'zod';
import * as contents from '../../../channels/contents';
import { CHANNEL_ROWS, type Channel, CHANNELS } from '../../../channels/table';
import { closed } from './closed';
import { languageTag } from './values';

/** By language; that the keys are languages is checked in template-problems.ts, which knows their lines. */
const variants = <T extends z.ZodType>(template: T, what: string) =>
  z
    .record(z.string(), template)
    .optional()
    .meta({
      description: `${what}, by language.`,
      propertyNames: { pattern: languageTag.in.meta()?.['pattern'] },
    });

type Variants<Shape> = Shape extends z.ZodType ? z.ZodOptional<z.ZodRecord<z.ZodString, Shape>> : never;

/** channel → language → template. */
export const templates = closed(
  Object.fromEntries(
    CHANNELS.map((name) => [name, variants(contents[name].shape, CHANNEL_ROWS[name].messages)]),
  ) as unknown as { [Name in Channel]: Variants<(typeof contents)[Name]['shape']> },
).meta({ id: 'templates' });

export type FileTemplates = z.output<typeof templates>;
