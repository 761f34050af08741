import type { Request, Response } from 'express';
import { identifierHash, identifiersWithin, maskedIdentifier } from '../../core/contacts/asked-identifiers';
import { newId } from '../../core/shared/ids';
import { countRefused } from '../../telemetry/request-metrics';
import { addressKey, keyOf } from '../../store/suppressions/suppress';
import type { ApiError } from '../http/api-error';
import type { ApiDeps } from '../deps';
import { type Caller, callerOf } from '../http/middleware/authenticate';

/** A recipient whose send was refused, as the request named it. */
export interface RefusedRecipient {
  to: unknown;
  error: ApiError;
}

/** Refusals that each process keeps of one application and second. The others are counted in no place. */
const MOST_A_SECOND = 10;

/**
 * Returns what notes refused sends for `explain`. It never delays or fails an answer: what cannot be written is logged and
 * lost. An array that is refused as a whole is noted for its first recipients.
 */
export function createRefusalNotes(deps: ApiDeps) {
  const noted = new Map<string, number>();
  let second = 0;

  /** How many of `wanted` an application may still note in this second. */
  const room = (applicationId: string, wanted: number): number => {
    const now = Math.floor(Date.now() / 1000);
    if (now !== second) noted.clear();
    second = now;
    const before = noted.get(applicationId) ?? 0;
    const taken = Math.min(wanted, MOST_A_SECOND - before);
    noted.set(applicationId, before + taken);
    return taken;
  };

  return (request: Request, response: Response, refused: RefusedRecipient[]): void => {
    const each = refused.flatMap(({ to, error }) =>
      (Array.isArray(to) ? to.slice(0, MOST_A_SECOND) : [to]).map((one: unknown) => ({ to: one, error })),
    );
    const caller = callerOf(response);
    for (const { error } of each) countRefused(caller.scope.environment, error.code);
    const kept = each.slice(0, room(caller.scope.applicationId, each.length));
    if (kept.length === 0) return;
    const { event } = request.params;
    write(
      deps,
      caller,
      { event: String(event), requestId: String(response.getHeader('X-Request-Id')) },
      kept,
    ).catch((error: unknown) => deps.log.warn({ err: error }, 'a refused send was not noted'));
  };
}

async function write(
  { store, vault }: ApiDeps,
  { scope, application }: Caller,
  about: { event: string; requestId: string },
  refused: RefusedRecipient[],
): Promise<void> {
  const { suppressionKey, _id } = application;
  const key = suppressionKey ? keyOf(vault, suppressionKey, scope) : await addressKey({ store, vault }, _id);
  if (key === null) return;
  const at = new Date();
  await store.refusals.insertAll(
    refused.map(({ to, error: { code, message, details } }) => {
      const identifiers = identifiersWithin(to);
      return {
        _id: newId(),
        ...{ applicationId: scope.applicationId, environment: scope.environment, at, ...about },
        ...{ code, field: details.field ?? null, message: message.slice(0, 500) },
        recipient: identifiers[0] === undefined ? null : maskedIdentifier(identifiers[0]),
        hashes: identifiers.map((text) => identifierHash(key, text)),
      };
    }),
  );
}
