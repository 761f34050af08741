import { z } from 'zod';
import { auditQuery } from '../../../core/schemas/audit';
import { RESEALED } from '../../../store/maintenance/resealing';
import { resealBody } from '../../admin/secrets';
import { answer, next, timestamp, uuid } from '../../http/formats';
import { adminPaths } from './operation';

const facts = z.record(z.string(), z.unknown()).nullable();

const record = z
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

export const auditPaths = adminPaths('Audit', {
  'GET /admin/v1/audit': {
    id: 'listAuditRecords',
    summary: 'List changes over the admin API',
    description: 'The newest first.',
    query: auditQuery,
    answer: answer('AuditRecordsAnswer', { records: z.array(record), next }),
  },
  'GET /admin/v1/audit/:id': {
    id: 'getAuditRecord',
    summary: 'View a change',
    answer: answer('AuditRecordAnswer', { record }),
    errors: ['AUDIT_RECORD_NOT_FOUND'],
  },
  'POST /admin/v1/secrets/reseal': {
    id: 'resealSecrets',
    summary: 'Seal a page of secrets with the first encryption key',
    description: 'After a change of ENCRYPTION_KEY, page by page until `next` is null.',
    body: resealBody.meta({ id: 'ResealRequest' }),
    bodyIsOptional: true,
    answer: answer('ResealAnswer', {
      resealed: z.record(z.string(), z.int()).describe('By kind of secret, how many were sealed anew.'),
      unopened: z.array(z.object({ kind: z.string(), id: z.string() })).describe('What no key opens.'),
      next: z
        .object({ part: z.enum(RESEALED), after: z.string() })
        .nullable()
        .describe('Body of the request for the following page. Null at the end.'),
    }),
  },
});
