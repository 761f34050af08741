import type { Request } from 'express';
import { exactFingerprintOf, fingerprintOf } from '../../core/shared/fingerprint';
import { newId } from '../../core/shared/ids';
import { scopeKey } from '../../core/shared/scope';
import { persistently } from '../../store/persistently';
import type { Reservation } from '../../store/sending/reservations';
import { ApiError } from '../http/api-error';
import type { ApiDeps } from '../deps';
import type { Caller } from '../http/middleware/authenticate';
import { exactNumbersOf } from '../http/middleware/json-body';

const KEPT_MS = 24 * 3_600_000;
const PRINTABLE = /^[\x20-\x7e]{1,255}$/;

/** The ids under which a request does its work. A repeat finds the same ids. */
export interface Slot {
  seed: string;
  /** When the key was first reserved. */
  at: Date;
  takenOver: boolean;
  reservationId: string | null;
  /**
   * Whether notifications may exist. An error then keeps the key. The work sets it before its first durable write. A
   * request that is taken over begins with true, until the work has found that there are none.
   */
  committed: boolean;
}

export interface StoredAnswer {
  status: number;
  body: Record<string, unknown>;
}

/** Returns the key of a request. Null without one. `X-Idempotency-Key` is the same header. */
function idempotencyKeyOf(request: Request): string | null {
  const { 'idempotency-key': plain = [], 'x-idempotency-key': prefixed = [] } = request.headersDistinct;
  const keys = new Set([...plain, ...prefixed]);
  const [key] = keys;
  if (key === undefined) return null;
  if (keys.size === 1 && PRINTABLE.test(key)) return key;
  const message =
    keys.size > 1
      ? 'Conflicting Idempotency-Key headers. Send exactly one.'
      : 'Idempotency-Key must have 1 to 255 printable ASCII characters.';
  throw new ApiError('VALIDATION_ERROR', message, { field: 'Idempotency-Key' });
}

/**
 * Does the work of a request once per idempotency key. A repeat gets the first answer. A repeat of a request whose
 * process died continues with the same ids. A refused request frees the key.
 */
export async function idempotently(
  deps: ApiDeps,
  caller: Caller,
  request: Request,
  work: (slot: Slot) => Promise<StoredAnswer>,
): Promise<{ answer: StoredAnswer; replayed: boolean }> {
  const key = idempotencyKeyOf(request);
  if (key === null) {
    const fresh = { seed: newId(), at: deps.store.now() };
    const answer = await work({ ...fresh, takenOver: false, reservationId: null, committed: false });
    return { answer, replayed: false };
  }
  const owner = newId();
  const reserved = await reserve(deps, `${scopeKey(caller.scope)}:${key}`, request, owner);
  if ('answer' in reserved) return { answer: reserved.answer, replayed: true };
  deps.fault('after-reserve');
  const { slot } = reserved;
  const id = slot.reservationId ?? '';
  const { reservations } = deps.store;
  try {
    const answer = await work(slot);
    deps.fault('before-answer');
    const { status, body } = answer;
    const stored = { status, body: JSON.stringify(body) };
    await conclude(deps, () => reservations.commit(id, owner, stored));
    return { answer, replayed: false };
  } catch (error) {
    if (!slot.committed) await conclude(deps, () => reservations.free(id, owner));
    throw error;
  }
}

/**
 * Writes what became of a request to its reservation. If the database does not take it, the request is answered nevertheless,
 * and it is written as soon as the database is back: until then, a repeat is refused as if the request were in progress.
 */
async function conclude({ store, log, takeoverAfterMs }: ApiDeps, write: () => Promise<void>): Promise<void> {
  await write().catch(() => {
    persistently({ store }, write, store.now().getTime() + takeoverAfterMs).catch((error: unknown) =>
      log.warn(
        { err: error },
        'the end of an idempotent request could not be stored; a repeat takes it over',
      ),
    );
  });
}

async function reserve(
  { store, takeoverAfterMs }: ApiDeps,
  id: string,
  request: Request,
  owner: string,
): Promise<{ slot: Slot } | { answer: StoredAnswer }> {
  const now = store.now();
  const compared = { method: request.method, path: request.path, body: request.body as unknown };
  const fresh: Reservation = {
    _id: id,
    fingerprint: fingerprintOf(compared),
    exactFingerprint: exactFingerprintOf(compared, exactNumbersOf(request)),
    seed: newId(),
    owner,
    reservedAt: now,
    answer: null,
    expiresAt: new Date(now.getTime() + KEPT_MS),
  };
  const slotOf = (of: Reservation, takenOver: boolean): { slot: Slot } => {
    const at = new Date(of.expiresAt.getTime() - KEPT_MS);
    return { slot: { seed: of.seed, at, takenOver, reservationId: id, committed: takenOver } };
  };
  const standing = await store.reservations.reserve(fresh);
  if (!standing) return slotOf(fresh, false);
  if (standing.expiresAt <= now) {
    if (await store.reservations.renew(standing, fresh)) return slotOf(fresh, false);
    throw inProgress();
  }
  if (!isSameRequest(standing, fresh)) {
    const message = 'This idempotency key was used with another request; take a new one.';
    throw new ApiError('IDEMPOTENCY_MISMATCH', message);
  }
  if (standing.answer) {
    const body = JSON.parse(standing.answer.body) as Record<string, unknown>;
    return { answer: { status: standing.answer.status, body } };
  }
  if (now.getTime() - standing.reservedAt.getTime() < takeoverAfterMs) throw inProgress();
  if (await store.reservations.takeOver(standing, owner, now)) return slotOf(standing, true);
  throw inProgress();
}

/** Returns whether two requests are the same. Earlier releases stored no exact fingerprint, so then the other decides. */
const isSameRequest = (standing: Reservation, fresh: Reservation): boolean =>
  standing.fingerprint === fresh.fingerprint &&
  (standing.exactFingerprint ?? fresh.exactFingerprint) === fresh.exactFingerprint;

const inProgress = (): ApiError =>
  new ApiError(
    'IDEMPOTENCY_IN_PROGRESS',
    'The first request with this idempotency key is still at work; try again.',
    {},
    { 'Retry-After': '1' },
  );
