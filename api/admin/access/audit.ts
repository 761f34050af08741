import type { Request, RequestHandler, Response } from 'express';
import { maskedAddress } from '../../../core/access/client-address';
import { ERROR_STATUS } from '../../../core/shared/error-codes';
import { newId } from '../../../core/shared/ids';
import type { AuditEnd, AuditRecord } from '../../../store/accounts/audit';
import type { ApiDeps } from '../../deps';
import { ApiError } from '../../http/api-error';
import type { Admin } from './admin';

/** What a change changed. Of `before` and `after` only the fields that differ are kept; neither may hold a secret. */
export interface Change {
  /** Ids of what was changed, and of its application. */
  about: string[];
  before?: object | null;
  after?: object | null;
}

/** The record of one request, which begins before its handler and ends once. */
interface Trail {
  begin(action: string): Promise<void>;
  end(outcome: NonNullable<AuditRecord['outcome']>, code: string | null, change?: Change): Promise<void>;
}

/** Lets a request of an admin write its record. */
export function openTrail({ store, log }: ApiDeps, admin: Admin, request: Request, response: Response): void {
  const _id = newId();
  const named = (): string[] => [admin.id, ...Object.values(request.params).map(String)];
  let isOpen = false;
  const trail: Trail = {
    begin: async (action) => {
      const requestId = String(response.get('X-Request-Id'));
      await store.audit.begin({
        ...{ _id, at: new Date(), by: admin, address: maskedAddress(request.ip), requestId },
        ...{
          action,
          path: request.path,
          about: named(),
          outcome: null,
          code: null,
          before: null,
          after: null,
        },
      });
      isOpen = true;
    },
    end: async (outcome, code, change) => {
      if (!isOpen) return;
      isOpen = false;
      const end: AuditEnd = {
        ...{ outcome, code, about: [...new Set([...named(), ...(change?.about ?? [])])] },
        ...differing(change?.before ?? null, change?.after ?? null),
      };
      // What was changed is changed: its caller is told so, and the record goes on saying that nobody knows.
      await store.audit.end(_id, end).catch((error: unknown) => {
        log.error({ err: error, record: _id }, 'the end of an audit record could not be written');
      });
    },
  };
  response.locals.trail = trail;
}

/**
 * Makes a handler that changes something leave a record: no record, no change. The record is there before the role is
 * checked and the handler runs, so a process that dies between leaves one without an outcome.
 */
export function audited(action: string, handler: RequestHandler): RequestHandler {
  return async (request, response, next) => {
    const trail = response.locals.trail as Trail;
    await trail.begin(action);
    try {
      await handler(request, response, next);
    } catch (error) {
      const code = error instanceof ApiError ? error.code : 'INTERNAL';
      await trail.end(ERROR_STATUS[code] < 500 ? 'refused' : 'failed', code);
      throw error;
    }
    await trail.end('done', null);
  };
}

/** Says what a handler changed, before it answers; on routes that are not the admin's it does nothing. */
export async function recordChange(response: Response, change: Change): Promise<void> {
  await (response.locals.trail as Trail | undefined)?.end('done', null, change);
}

function differing(
  before: object | null,
  after: object | null,
): { before: string | null; after: string | null } {
  const text = (one: object | null): string | null => (one === null ? null : JSON.stringify(one));
  if (before === null || after === null) return { before: text(before), after: text(after) };
  const [was, is] = [before, after] as [Record<string, unknown>, Record<string, unknown>];
  const names = [...new Set([...Object.keys(was), ...Object.keys(is)])].filter(
    (name) => JSON.stringify(was[name]) !== JSON.stringify(is[name]),
  );
  const part = (of: Record<string, unknown>): string =>
    JSON.stringify(Object.fromEntries(names.filter((name) => name in of).map((name) => [name, of[name]])));
  return { before: part(was), after: part(is) };
}
