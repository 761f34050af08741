import { z } from 'zod';
import { VERSION_VIA } from '../../../core/events/version';
import { CHANNELS } from '../../../core/shared/channels';
import type { FoundEvent } from '../../../store/events/events';
import type { EventVersion } from '../../../store/events/versions';
import { timestamp } from '../../http/formats';
import { pauseField, type PauseView } from '../pauses/view';

export const sourceSchema = z
  .string()
  .nullable()
  .describe('The file as it was pushed. Null: it was pushed before files were kept.');

/** An event in a list. */
export const eventSchema = z
  .object({
    name: z.string(),
    channels: z.array(z.enum(CHANNELS)),
    languages: z.array(z.string()),
    steps: z.array(z.object({ type: z.string(), name: z.string() })),
    category: z.string().nullable().describe('Its category. Null: it has none, so it is transactional.'),
    version: z
      .int()
      .min(0)
      .describe('Counts the changes of the event. 0: an older release stored it, which kept no versions.'),
    updated_at: timestamp,
    source: sourceSchema.optional(),
    pause: pauseField,
  })
  .meta({ id: 'Event' });

export const eventView = (
  { definition, updatedAt, version }: Omit<FoundEvent, 'source'>,
  pause: PauseView | null,
): z.output<typeof eventSchema> => ({
  name: definition.name,
  channels: definition.channels,
  languages: [...new Set(Object.values(definition.templates).flatMap(Object.keys))].sort(),
  steps:
    definition.code === undefined
      ? definition.steps.map(({ type, name }) => ({ type, name }))
      : [{ type: 'code', name: definition.code }],
  category: definition.category ?? null,
  version: version.number,
  updated_at: updatedAt.toISOString(),
  pause,
});

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
    parts: z
      .array(z.object({ file: z.string(), version: z.int().nullable() }))
      .describe(
        'Layouts and partials whose push made it. A version of null: it was removed. Empty: its own file was pushed.',
      ),
  })
  .meta({ id: 'EventVersion' });

export const versionView = ({
  number,
  at,
  by,
  via,
  restored,
  parts = [],
}: EventVersion): z.output<typeof versionSchema> => ({
  ...{ version: number, at: at.toISOString(), by, via, restored, parts },
});

const sideSchema = z
  .object({ subject: z.string().nullable(), text: z.string().nullable(), html: z.string().nullable() })
  .nullable();

/** A message that a push changes. */
const changedMessageSchema = z
  .object({
    step: z
      .string()
      .nullable()
      .describe('The SEND whose own template it is. Null: the template of the event.'),
    channel: z.enum(CHANNELS),
    language: z.string(),
    before: sideSchema
      .optional()
      .describe('With `differences`: as it is rendered now. Null: there is none, or it cannot be rendered.'),
    after: sideSchema.optional().describe('With `differences`: as it will be rendered.'),
  })
  .meta({ id: 'ChangedMessage' });

export type ChangedMessage = z.output<typeof changedMessageSchema>;

/** What a push did to an event. */
export const changeSchema = z
  .object({
    name: z.string(),
    change: z.enum(['created', 'changed', 'unchanged']),
    version: z
      .int()
      .nullable()
      .describe('The version that the event has now. Null: a dry run would create it.'),
    parts: z
      .array(z.string())
      .describe('The pushed layouts and partials that change it. Empty: its own file was pushed.'),
    messages: z
      .array(changedMessageSchema)
      .describe('The messages of an existing event that change. Empty: none does.'),
  })
  .meta({ id: 'EventChange' });

/** What a push did to a layout, partial or category. */
export const partChangeSchema = z
  .object({
    name: z.string().describe('Its folder and file, such as `layouts/base.mjml` or `categories/news.yaml`.'),
    change: z.enum(['created', 'changed', 'unchanged', 'removed']),
    version: z
      .int()
      .nullable()
      .describe(
        'The version that it has now. Null: a dry run would create it, or it is a category, which has no versions.',
      ),
  })
  .meta({ id: 'PartChange' });

export type PartChange = z.output<typeof partChangeSchema>;

export type EventChange = z.output<typeof changeSchema>;

/** Returns one page of versions. */
export const versionsPage = (found: readonly EventVersion[], limit: number) => ({
  versions: found.map(versionView),
  next: found.length === limit ? String(found.at(-1)?.number) : null,
});

/** Returns the number of a version in a path; -1, which none has, if it is no number. */
export const versionNumber = (text: string): number => (/^\d{1,9}$/.test(text) ? Number(text) : -1);
