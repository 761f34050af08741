import type { Router } from 'express';
import { auditQuery } from '../../core/schemas/audit';
import type { AuditRecord } from '../../store/accounts/audit';
import { ApiError, parse } from '../http/api-error';
import { nextCursor, placeOf } from '../http/cursor';
import type { ApiDeps } from '../deps';
import { resource } from '../http/resource';

/** The audit log. It can be read, and not changed. */
export function auditRoutes(router: Router, { store }: ApiDeps): void {
  resource(router, '/admin/v1/audit', {
    get: async (request, response) => {
      const { after, ...query } = parse(auditQuery, request.query);
      const found = await store.audit.list({ ...query, after: placeOf(after) });
      response.json({
        success: true,
        records: found.map(recordView),
        next: nextCursor(found, query.limit, ({ at }) => at),
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

/** A change over the admin routes. */
export const recordView = (record: AuditRecord) => ({
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
