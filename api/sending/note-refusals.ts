import { createHash } from 'node:crypto';
import type { Request, Response } from 'express';
import { LRUCache } from 'lru-cache';
import { identifierHash, identifiersWithin, maskedIdentifier } from '../../core/contacts/asked-identifiers';
import type { Scope } from '../../core/shared/scope';
import { notedName, notedText } from '../../core/shared/noted-text';
import { countRefused } from '../../telemetry/request-metrics';
import { addressKey, keyOf } from '../../store/suppressions/suppress';
import type { ApiError } from '../http/api-error';
import type { ApiDeps } from '../deps';
import { perProcess } from '../http/per-process';
import { type Caller, callerOf } from '../http/middleware/authenticate';

/** A recipient whose send was refused, as the request named it. */
export interface RefusedRecipient {
  to: unknown;
  error: ApiError;
}

/** Refusals that each process notes of one application, environment and second. The others are counted in the metrics only. */
const MOST_A_SECOND = 10;
/** Different refusals that are kept of one key and day. After that, only those that are known are counted. */
const MOST_A_DAY = 1_000;
/** Keys whose days are remembered. */
const MOST_KEYS = 10_000;
const MESSAGE_CHARACTERS = 300;
const FIELD_CHARACTERS = 100;

interface About {
  event: string;
  requestId: string;
  at: Date;
  day: string;
}

/**
 * Returns what notes refused sends for `explain`. It never delays or fails an answer: what cannot be written is logged and
 * lost. An array that is refused as a whole is noted for its first recipients.
 */
function createRefusalNotes(deps: ApiDeps) {
  /** By application and environment. */
  const noted = new Map<string, number>();
  let second = 0;
  /** By key and day, how many are kept. */
  const kept = new LRUCache<string, number>({ max: MOST_KEYS });

  /** How many of `wanted` may still be noted in this second. */
  const room = ({ applicationId, environment }: Scope, wanted: number): number => {
    const of = `${applicationId} ${environment}`;
    const now = Math.floor(Date.now() / 1000);
    if (now !== second) noted.clear();
    second = now;
    const before = noted.get(of) ?? 0;
    const taken = Math.min(wanted, MOST_A_SECOND - before);
    noted.set(of, before + taken);
    return taken;
  };

  const keep = async (caller: Caller, about: About, refused: RefusedRecipient[]): Promise<void> => {
    const refusals = await refusalsOf(deps, caller, about, refused);
    const of = `${caller.key.id} ${about.day}`;
    if (refusals.length === 0) return;
    const before = kept.get(of) ?? (await deps.store.refusals.keptOf(caller.key.id, about.day, MOST_A_DAY));
    const added = await deps.store.refusals.note(refusals, before < MOST_A_DAY);
    const now = (kept.get(of) ?? before) + added;
    kept.set(of, now);
    if (before < MOST_A_DAY && now >= MOST_A_DAY)
      deps.log.warn({ keyId: caller.key.id, kept: now }, 'no more refused sends of a key are kept today');
  };

  return (request: Request, response: Response, refused: RefusedRecipient[]): void => {
    const each = refused.flatMap(({ to, error }) =>
      (Array.isArray(to) ? to.slice(0, MOST_A_SECOND) : [to]).map((one: unknown) => ({ to: one, error })),
    );
    const caller = callerOf(response);
    for (const { error } of each) countRefused(caller.scope.environment, error.code);
    const some = each.slice(0, room(caller.scope, each.length));
    if (some.length === 0) return;
    const at = new Date();
    const about = {
      event: String(request.params.event),
      requestId: String(response.getHeader('X-Request-Id')),
      ...{ at, day: at.toISOString().slice(0, 10) },
    };
    keep(caller, about, some).catch((error: unknown) =>
      deps.log.warn({ err: error }, 'a refused send could not be recorded'),
    );
  };
}

export const refusalNotes = perProcess(createRefusalNotes);

/** Returns what is kept of refusals. Those for the same reason and recipient have the same id, for a key and day. */
async function refusalsOf(
  { store, vault }: ApiDeps,
  { scope, application, key: { id: keyId } }: Caller,
  { event: written, ...about }: About,
  refused: RefusedRecipient[],
) {
  const { suppressionKey } = application;
  const key = suppressionKey
    ? keyOf(vault, suppressionKey, scope)
    : await addressKey({ store, vault }, application._id);
  if (key === null) return [];
  const event = notedName(written);
  return refused.map(({ to, error: { code, message, details } }) => {
    const identifiers = identifiersWithin(to);
    const hashes = identifiers.map((text) => identifierHash(key, text));
    const field = details.field === undefined ? null : notedText(details.field, FIELD_CHARACTERS);
    const same = [keyId, about.day, event, code, field, ...hashes];
    return {
      _id: createHash('sha256').update(JSON.stringify(same)).digest('base64url'),
      ...{ applicationId: scope.applicationId, environment: scope.environment, keyId, ...about, event },
      ...{ code, field, hashes, message: notedText(message.replaceAll(written, event), MESSAGE_CHARACTERS) },
      recipient: identifiers[0] === undefined ? null : maskedIdentifier(identifiers[0]),
    };
  });
}
