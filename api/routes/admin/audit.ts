import type { Router } from 'express';
import { auditQuery } from '../../../core/schemas/audit';
import { placeText } from '../../../core/schemas/operators';
import type { AuditRecord } from '../../../store/audit';
import { ApiError, parse } from '../../api-error';
import type { ApiDeps } from '../../deps';
import { resource } from '../../resource';

/** The audit log: read, never written over. */
export function auditRoutes(router: Router, { store }: ApiDeps): void {
  resource(router, '/admin/v1/audit', {
    get: async (request, response) => {
      const { after, ...query } = parse(auditQuery, request.query);
      const place = after && { at: after.startedAt, id: after.id };
      const found = await store.audit.list({ ...query, after: place });
      const last = found.length === query.limit ? found.at(-1) : undefined;
      response.json({
        success: true,
        records: found.map(recordView),
        next: last ? placeText({ startedAt: last.at, _id: last._id }) : null,
      });
    },
  });

  resource(router, '/admin/v1/audit/:id', {
    get: async (request, response) => {
      const found = await store.audit.get(String(request.params.id));
      if (!found)
        throw new ApiError('AUDIT_RECORD_NOT_FOUND', 'There is no such record, or it is no longer kept.');
      response.json({ success: true, record: recordView(found) });
    },
  });
}

const recordView = (record: AuditRecord) => ({
  id: record._id,
  at: record.at.toISOString(),
  by: record.by,
  address: record.address,
  request_id: record.requestId,
  action: record.action,
  path: record.path,
  about: record.about,
  outcome: record.outcome ?? 'unknown',
  code: record.code,
  before: parsed(record.before),
  after: parsed(record.after),
});

const parsed = (text: string | null): unknown => (text === null ? null : (JSON.parse(text) as unknown));
