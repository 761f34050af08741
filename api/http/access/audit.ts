import type { Request, Response } from 'express';
import { maskedAddress } from '../../../core/access/client-address';
import { ERROR_STATUS } from '../../../core/shared/error-codes';
import { newId } from '../../../core/shared/ids';
import type { AuditRecord } from '../../../store/accounts/audit';
import type { ApiDeps } from '../../deps';
import { ApiError } from '../api-error';

/** Who calls an admin route, known after `authenticateAdmin`. */
export type Admin = AuditRecord['by'];

export const adminOf = (response: Response): Admin => response.locals.admin as Admin;

/** What a change changed. Of `before` and `after` only the fields that differ are kept. Neither may hold a secret. */
export interface Change {
  /** Ids of what was changed, and of its application. */
  about: string[];
  before?: object | null;
  after?: object | null;
}

/** The record of one request. It begins before the handler and ends once. */
interface Trail {
  begin(action: string): Promise<void>;
  end(outcome: NonNullable<AuditRecord['outcome']>, code: string | null, change?: Change): Promise<void>;
}

/** Lets a request of an admin write its record. */
export function openTrail({ store, log }: ApiDeps, admin: Admin, request: Request, response: Response): void {
  const _id = newId();
  // A contact's identifier may be an address, and the log outlives people's addresses.
  const named = (): string[] => {
    const { identifier: _, ...others } = request.params;
    return [admin.id, ...Object.values(others).map(String)];
  };
  let isOpen = false;
  const trail: Trail = {
    begin: async (action) => {
      await store.audit.begin({
        _id,
        at: new Date(),
        by: admin,
        address: maskedAddress(request.ip),
        requestId: String(response.get('X-Request-Id')),
        action,
        path: pathOf(request),
        about: named(),
        outcome: null,
        code: null,
        before: null,
        after: null,
      });
      isOpen = true;
    },
    end: async (outcome, code, change) => {
      if (!isOpen) return;
      isOpen = false;
      const about = [...new Set([...named(), ...(change?.about ?? [])])];
      const difference = differing(change?.before ?? null, change?.after ?? null);
      // The change is made, so its caller gets its answer. The record keeps an unknown outcome.
      await store.audit.end(_id, { outcome, code, about, ...difference }).catch((error: unknown) => {
        log.error({ err: error, record: _id }, 'the end of an audit record could not be written');
      });
    },
  };
  response.locals.trail = trail;
}

/** Returns the path without the identifier of a contact. */
const pathOf = ({ params, path, route }: Request): string =>
  params.identifier === undefined
    ? path
    : (route as { path: string }).path.replace(':app', encodeURIComponent(String(params.app)));

/**
 * Runs a change with a record, and returns its result. Without a record nothing changes. The record is written before the
 * change, so a process that dies in between leaves one without an outcome.
 */
export async function audited<T>(
  action: string,
  response: Response,
  change: () => T | Promise<T>,
): Promise<T> {
  const trail = response.locals.trail as Trail;
  await trail.begin(action);
  let result: T;
  try {
    result = await change();
  } catch (error) {
    const code = error instanceof ApiError ? error.code : 'INTERNAL';
    await trail.end(ERROR_STATUS[code] < 500 ? 'refused' : 'failed', code);
    throw error;
  }
  await trail.end('done', null);
  return result;
}

/** Records what a handler changed, before it answers. Does nothing on routes that are not admin routes. */
export async function recordChange(response: Response, change: Change): Promise<void> {
  await (response.locals.trail as Trail | undefined)?.end('done', null, change);
}

function differing(before: object | null, after: object | null): Pick<AuditRecord, 'before' | 'after'> {
  const differs = (name: string, value: unknown, other: object | null): boolean =>
    other === null || JSON.stringify(value) !== JSON.stringify((other as Record<string, unknown>)[name]);
  const part = (of: object | null, other: object | null): string | null =>
    of &&
    JSON.stringify(
      Object.fromEntries(Object.entries(of).filter(([key, value]) => differs(key, value, other))),
    );
  return { before: part(before, after), after: part(after, before) };
}
