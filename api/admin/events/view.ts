import { z } from 'zod';
import { VERSION_VIA } from '../../../core/events/version';
import { CHANNELS } from '../../../core/shared/channels';
import type { FoundEvent } from '../../../store/events/events';
import type { EventVersion } from '../../../store/events/versions';
import { timestamp } from '../../http/formats';

/** An event in a list. */
export const eventSchema = z
  .object({
    name: z.string(),
    channels: z.array(z.enum(CHANNELS)),
    languages: z.array(z.string()),
    steps: z.array(z.object({ type: z.string(), name: z.string() })),
    version: z
      .int()
      .min(0)
      .describe('Counts the changes of the event. 0: an older release stored it, which kept no versions.'),
    updated_at: timestamp,
  })
  .meta({ id: 'Event' });

export const eventView = ({
  definition,
  updatedAt,
  version,
}: Omit<FoundEvent, 'source'>): z.output<typeof eventSchema> => ({
  name: definition.name,
  channels: definition.channels,
  languages: [...new Set(Object.values(definition.templates).flatMap(Object.keys))].sort(),
  steps:
    definition.code === undefined
      ? definition.steps.map(({ type, name }) => ({ type, name }))
      : [{ type: 'code', name: definition.code }],
  version: version.number,
  updated_at: updatedAt.toISOString(),
});

export const sourceSchema = z
  .string()
  .nullable()
  .describe('The file as it was pushed. Null: it was pushed before files were kept.');

/** A version in a list. */
export const versionSchema = z
  .object({
    version: z.int().min(0),
    at: timestamp,
    by: z
      .object({ id: z.string(), name: z.string() })
      .nullable()
      .describe('The admin key or operator, as it was then. Null: an older release stored it.'),
    via: z
      .enum(VERSION_VIA)
      .nullable()
      .describe('`delete`: the event was deleted. Null: an older release stored it.'),
    restored: z.int().nullable().describe('The version whose content it has. Null: its own.'),
  })
  .meta({ id: 'EventVersion' });

export const versionView = ({
  number,
  at,
  by,
  via,
  restored,
}: EventVersion): z.output<typeof versionSchema> => ({
  ...{ version: number, at: at.toISOString(), by, via, restored },
});

/** What a push did to an event. */
export const changeSchema = z
  .object({
    name: z.string(),
    change: z.enum(['created', 'changed', 'unchanged']),
    version: z
      .int()
      .nullable()
      .describe('The version that the event has now. Null: a dry run would create it.'),
  })
  .meta({ id: 'EventChange' });

export type EventChange = z.output<typeof changeSchema>;
