import { z } from 'zod';
import { IMPORT_FORMATS, IMPORT_STATES } from '../../core/topics/import';
import type { TopicImport } from '../../store/topics/imports';
import { answer, next, timestamp, uuid } from '../http/formats';

const count = z.int().min(0);

export const importSchema = z
  .object({
    id: uuid,
    state: z
      .enum(IMPORT_STATES)
      .describe('`receiving`: the file is not whole yet. `stopped`: it can continue.'),
    format: z.enum(IMPORT_FORMATS),
    rows: count.describe('Rows of the file. 0 while it is received.'),
    read: count.describe('Rows that were processed: the sum of the next three.'),
    subscribed: count.describe('Contacts that are new in the topic.'),
    already_subscribed: count.describe('Rows whose contact was in the topic, also by an earlier row.'),
    rejected: count.describe('Rows that were not imported. `…/rejects` has why.'),
    started_at: timestamp,
    ended_at: timestamp.nullable(),
  })
  .meta({ id: 'TopicImport', description: 'A file of contacts that are added to a topic.' });

export const importAnswer = answer('TopicImportAnswer', { import: importSchema });
export const importsAnswer = answer('TopicImportsAnswer', { imports: z.array(importSchema), next });

export const importView = ({ _id, state, format, rows, counts, startedAt, endedAt }: TopicImport) => ({
  ...{ id: _id, state, format, rows },
  read: counts.subscribed + counts.already + counts.rejected,
  ...{ subscribed: counts.subscribed, already_subscribed: counts.already, rejected: counts.rejected },
  started_at: startedAt.toISOString(),
  ended_at: endedAt?.toISOString() ?? null,
});

export const IMPORT_EXAMPLE = {
  ...{ id: '41e1ba36-9d4b-4ad4-8d4b-2f1f8f6a7c10', state: 'running', format: 'csv', rows: 250_000 },
  ...{ read: 61_000, subscribed: 60_120, already_subscribed: 868, rejected: 12 },
  ...{ started_at: '2026-11-21T14:51:52.798Z', ended_at: null },
};
