import type { Request } from 'express';
import { z } from 'zod';
import { ERROR_STATUS } from '../../core/shared/error-codes';
import { type ComparedRequest, exactFingerprintOf, fingerprintOf } from '../../core/shared/fingerprint';
import { derivedId, MAX_RECIPIENTS, newId } from '../../core/shared/ids';
import type { ExactNumbers } from '../../core/shared/json-text';
import { scopeKey } from '../../core/shared/scope';
import { persistently } from '../../store/persistently';
import type { Reservation } from '../../store/sending/reservations';
import { recipientsIn } from '../../core/sending/recipient';
import { ApiError } from '../http/api-error';
import { answerHeader, requestHeader } from '../http/headers';
import type { ApiDeps } from '../deps';
import type { Caller } from '../http/middleware/authenticate';
import { exactNumbersOf } from '../http/middleware/json-body';
import { Interrupted } from './interrupted';

const KEPT_MS = 24 * 3_600_000;
const KEY = z
  .string()
  .min(1)
  .max(255)
  .regex(/^[\u0020-\u007e]+$/);

const example = 'order-4711-shipped';
const REPLAY = z.literal('true').optional();

export const IDEMPOTENCY_KEYS = [
  requestHeader(
    'IdempotencyKey',
    'Idempotency-Key',
    {
      description:
        'Makes repeats safe: for 24 hours a request that repeats the key gets the first answer and sends nothing. 1 to 255 printable ASCII characters. A key of another request is 409.',
      example,
    },
    KEY,
  ),
  requestHeader(
    'XIdempotencyKey',
    'X-Idempotency-Key',
    { description: 'The same as `Idempotency-Key`; send one of the two.', example },
    KEY,
  ),
];
export const REPLAY_HEADERS = [
  answerHeader(
    'Idempotent-Replay',
    {
      description: '`true` if this is the answer to an earlier request with the same idempotency key.',
      example: 'true',
    },
    REPLAY,
  ),
  answerHeader(
    'X-Idempotent-Replay',
    { description: 'The same as `Idempotent-Replay`.', example: 'true' },
    REPLAY,
  ),
];

/** The ids under which a request does its work. A repeat finds the same ids. */
export interface Slot {
  /** Id of the notification, or of the answer to an array. */
  seed: string;
  /** Ids of the notifications, by recipient. */
  ids: string[];
  /** When the key was first reserved. */
  at: Date;
  reservationId: string | null;
  /** Ids whose notifications an earlier process of the request created before it died. Null: there was none. */
  existing: ReadonlySet<string> | null;
}

export interface StoredAnswer {
  status: number;
  body: Record<string, unknown>;
}

/** A request that an idempotency key repeats. */
export interface KeyedRequest {
  /** Null: it has none. */
  key: string | null;
  compared: ComparedRequest;
  /** Numbers of its body as they were sent. */
  exact: ExactNumbers;
}

/** Returns a request whose body is JSON. */
export function keyedRequest(request: Request): KeyedRequest {
  const compared = { method: request.method, path: request.path, body: request.body as unknown };
  return { key: idempotencyKeyOf(request), compared, exact: exactNumbersOf(request) };
}

/** Returns the key of a request. Null without one. `X-Idempotency-Key` is the same header. */
export function idempotencyKeyOf(request: Request): string | null {
  const { 'idempotency-key': plain = [], 'x-idempotency-key': prefixed = [] } = request.headersDistinct;
  const keys = new Set([...plain, ...prefixed]);
  const [key] = keys;
  if (key === undefined) return null;
  if (keys.size === 1 && KEY.safeParse(key).success) return key;
  const message =
    keys.size > 1
      ? 'Conflicting Idempotency-Key headers. Send exactly one.'
      : 'Idempotency-Key must have 1 to 255 printable ASCII characters.';
  throw new ApiError('VALIDATION_ERROR', message, { field: 'Idempotency-Key' });
}

/**
 * Does the work of a request once per idempotency key. A repeat gets the first answer. A repeat of a request whose
 * process died continues with the same ids. A refused request frees the key. `at` is when the key was first reserved.
 */
export async function idempotently<Answer extends StoredAnswer>(
  deps: ApiDeps,
  caller: Caller,
  request: KeyedRequest,
  work: (slot: Slot) => Promise<Answer>,
): Promise<({ answer: Answer; replayed: false } | { answer: StoredAnswer; replayed: true }) & { at: Date }> {
  const { key, compared } = request;
  const { body } = compared;
  if (key === null)
    return { answer: await withoutKey(deps, body, work), replayed: false, at: deps.store.now() };
  const owner = newId();
  const reserved = await reserve(deps, `${scopeKey(caller.scope)}:${key}`, request, owner);
  const { _id: id, seed, expiresAt } = reserved.reservation;
  const at = new Date(expiresAt.getTime() - KEPT_MS);
  if ('answer' in reserved) return { answer: reserved.answer, replayed: true, at };
  deps.fault('after-reserve');
  const ids = idsOf(seed, body);
  // Before anything can refuse the request, because a refusal frees the key only if none exists.
  const existing = reserved.takenOver ? await deps.store.notifications.existing(ids) : null;
  const ended = await endOf(work, { seed, ids, at, reservationId: id, existing });
  if ('answer' in ended) deps.fault('before-answer');
  await conclude(deps, { id, owner }, ended);
  if ('failure' in ended) throw ended.failure;
  return { answer: ended.answer, replayed: false, at };
}

/** Does the work of a request that has no key. */
export async function withoutKey<Result>(
  { store }: ApiDeps,
  body: unknown,
  work: (slot: Slot) => Promise<Result>,
): Promise<Result> {
  const seed = newId();
  const slot = { seed, ids: idsOf(seed, body), at: store.now(), reservationId: null, existing: null };
  const ended = await endOf(work, slot);
  if ('failure' in ended) throw ended.failure;
  return ended.answer;
}

/** Returns the ids of a request's notifications by recipient. The body need not be valid. */
function idsOf(seed: string, body: unknown): string[] {
  const to = recipientsIn(body);
  if (!Array.isArray(to)) return [seed];
  return to.slice(0, MAX_RECIPIENTS).map((_, index) => derivedId(seed, index));
}

/** How the work of a request ended. It keeps its key if notifications of it may exist. */
type Ended<Answer> = { answer: Answer } | { failure: unknown; keepsKey: boolean };

async function endOf<Answer>(work: (slot: Slot) => Promise<Answer>, slot: Slot): Promise<Ended<Answer>> {
  try {
    return { answer: await work(slot) };
  } catch (error) {
    if (error instanceof Interrupted) return { failure: error.failure, keepsKey: true };
    // The process that was taken over may still go on. A new request with the key must not get other ids than it has.
    const mayExist = slot.existing !== null && (slot.existing.size > 0 || !isRefusal(error));
    return { failure: error, keepsKey: mayExist };
  }
}

/** Whether an error is about the request itself, so that the process that was taken over ends with it too. */
const isRefusal = (error: unknown): boolean => error instanceof ApiError && ERROR_STATUS[error.code] < 500;

/**
 * Writes what became of a request to its reservation. If the database does not take it, the request is answered nevertheless,
 * and it is written as soon as the database is back: until then, a repeat is refused as if the request were in progress.
 */
async function conclude(
  { store, log, takeoverAfterMs }: ApiDeps,
  { id, owner }: { id: string; owner: string },
  ended: Ended<StoredAnswer>,
): Promise<void> {
  if ('failure' in ended && ended.keepsKey) return;
  const write = async (): Promise<void> => {
    if ('failure' in ended) return store.reservations.free(id, owner);
    const { status, body } = ended.answer;
    await store.reservations.commit(id, owner, { status, body: JSON.stringify(body) });
  };
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
  { compared, exact }: KeyedRequest,
  owner: string,
): Promise<{ reservation: Reservation } & ({ takenOver: boolean } | { answer: StoredAnswer })> {
  const now = store.now();
  const fresh: Reservation = {
    _id: id,
    fingerprint: fingerprintOf(compared),
    exactFingerprint: exactFingerprintOf(compared, exact),
    seed: newId(),
    owner,
    reservedAt: now,
    answer: null,
    expiresAt: new Date(now.getTime() + KEPT_MS),
  };
  const standing = await store.reservations.reserve(fresh);
  if (!standing) return { reservation: fresh, takenOver: false };
  if (standing.expiresAt <= now) {
    if (await store.reservations.renew(standing, fresh)) return { reservation: fresh, takenOver: false };
    throw inProgress();
  }
  if (!isSameRequest(standing, fresh)) {
    throw ApiError.of('IDEMPOTENCY_MISMATCH', []);
  }
  if (standing.answer) {
    const body = JSON.parse(standing.answer.body) as Record<string, unknown>;
    return { reservation: standing, answer: { status: standing.answer.status, body } };
  }
  if (now.getTime() - standing.reservedAt.getTime() < takeoverAfterMs) throw inProgress();
  if (await store.reservations.takeOver(standing, owner, now))
    return { reservation: standing, takenOver: true };
  throw inProgress();
}

/** Returns whether two requests are the same. Earlier releases stored no exact fingerprint, so then the other decides. */
const isSameRequest = (standing: Reservation, fresh: Reservation): boolean =>
  standing.fingerprint === fresh.fingerprint &&
  (standing.exactFingerprint ?? fresh.exactFingerprint) === fresh.exactFingerprint;

const inProgress = (): ApiError => ApiError.of('IDEMPOTENCY_IN_PROGRESS', [], {}, { 'Retry-After': '1' });
