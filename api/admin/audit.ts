import { z } from 'zod';
import { auditQuery } from '../../core/schemas/audit';
import type { AuditRecord } from '../../store/accounts/audit';
import { ApiError } from '../http/api-error';
import { nextCursor, placeOf } from '../http/cursor';
import { answer, next, timestamp, uuid } from '../http/formats';
import { route } from '../http/route';

// The audit log. It can be read, and not changed.

const facts = z.record(z.string(), z.unknown()).nullable();

const recordSchema = z
  .object({
    id: uuid,
    at: timestamp,
    by: z.object({
      id: z.string().describe('`setting`: the key of ADMIN_API_KEY.'),
      name: z.string(),
      role: z.string(),
    }),
    address: z.string().nullable().describe('Where the request came from.'),
    request_id: z.string(),
    action: z.string().meta({ examples: ['application.update'] }),
    path: z.string(),
    about: z.array(z.string()).describe('Ids and names of what was changed.'),
    outcome: z
      .enum(['done', 'refused', 'failed', 'unknown'])
      .describe('`unknown`: the process died in between, or the change is under way.'),
    code: z.string().nullable().describe('Why it was refused.'),
    before: facts,
    after: facts,
  })
  .meta({ id: 'AuditRecord' });

export const listAuditRecords = route({
  id: 'listAuditRecords',
  tag: 'Audit',
  method: 'get',
  path: '/admin/v1/audit',
  role: 'viewer',
  summary: 'List changes over the admin API',
  description: 'The newest first.',
  query: auditQuery,
  answer: answer('AuditRecordsAnswer', { records: z.array(recordSchema), next }),
  handler: async ({ query: { after, ...query } }, { store }) => {
    const found = await store.audit.list({ ...query, after: placeOf(after) });
    return { records: found.map(recordView), next: nextCursor(found, query.limit, ({ at }) => at) };
  },
});

export const getAuditRecord = route({
  id: 'getAuditRecord',
  tag: 'Audit',
  method: 'get',
  path: '/admin/v1/audit/:id',
  role: 'viewer',
  summary: 'View a change',
  answer: answer('AuditRecordAnswer', { record: recordSchema }),
  errors: ['AUDIT_RECORD_NOT_FOUND'],
  handler: async ({ params }, { store }) => {
    const found = await store.audit.get(params.id);
    if (found) return { record: recordView(found) };
    throw new ApiError(
      'AUDIT_RECORD_NOT_FOUND',
      'There is no audit record with this id, or it is no longer kept.',
    );
  },
});

const recordView = (record: AuditRecord): z.output<typeof recordSchema> => ({
  id: record._id,
  at: record.at.toISOString(),
  by: record.by,
  address: record.address,
  request_id: record.requestId,
  action: record.action,
  path: record.path,
  about: record.about,
  outcome: record.outcome ?? ('unknown' as const),
  code: record.code,
  before: parsed(record.before),
  after: parsed(record.after),
});

const parsed = (text: string | null) =>
  text === null ? null : (JSON.parse(text) as Record<string, unknown>);
