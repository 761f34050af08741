import { setTimeout as sleep } from 'node:timers/promises';
import { openKeyOf } from '../../core/sending/reference';
import type { Notification } from '../../store/notifications/model';
import type { WithReference } from '../../store/notifications/one-open';
import { type ApiError, unavailable } from '../http/api-error';
import type { SendDeps } from '../deps';
import { cancelAll } from './cancel-notifications';
import type { Accepted, Refused, SendOrder } from './order';

/** Maximum time that a send tries to be the one that is open. A `replace` may wait for an outcome within it. */
const TRY_MS = 15_000;
const AGAIN_MS = 20;

interface WithNotification extends Accepted {
  notification: Pick<Notification, 'recipient' | 'reference' | 'openKey'>;
}

interface Placed extends Accepted {
  notification: Notification;
}

/** One whose answer is an open notification. */
export interface Kept<Some> {
  one: Some;
  as: Accepted;
}

/** What became of notifications that were to be stored. */
export interface Inserted<Some> {
  made: Some[];
  /** Another process of the request has made them. */
  madeElsewhere: Some[];
  /** An open notification is the answer for these. */
  kept: Accepted[];
  refused: Refused[];
}

/**
 * Stores the notifications of an order, which accepts them. With `if_open`, the unique index on their key decides which one is
 * open, and what ended before gives up its key (REFERENCE-5).
 */
export async function insertAccepted<Some extends Placed>(
  deps: SendDeps,
  order: SendOrder,
  placed: Some[],
): Promise<Inserted<Some>> {
  const { notifications } = deps.store;
  const { if_open: ifOpen } = order.body;
  const result: Inserted<Some> = { made: [], madeElsewhere: [], kept: [], refused: [] };
  const until = performance.now() + TRY_MS;
  for (let left = placed; left.length > 0; await sleep(AGAIN_MS)) {
    if (ifOpen === 'replace') left = await replaceOpen(deps, order, left, result);
    if (left.length === 0) break;
    const refusedIds = await notifications.insertAll(left.map(({ notification }) => notification));
    result.made.push(...left.filter(({ id }) => !refusedIds.has(id)));
    left = left.filter(({ id }) => refusedIds.has(id));
    if (left.length === 0) break;
    if (ifOpen === undefined) {
      result.madeElsewhere.push(...left);
      break;
    }
    left = await withoutMade(deps, left, result);
    await notifications.releaseKeys(left.flatMap(({ notification }) => notification.openKey ?? []));
    const { kept, others } = await keepOpen(deps, order, left);
    result.kept.push(...kept.map(({ as }) => as));
    left = others;
    if (performance.now() < until) continue;
    result.refused.push(...left.map(({ index }) => ({ index, error: contended(order, index) })));
    break;
  }
  return result;
}

/**
 * Returns those whose event, contact and reference has an open notification that is kept, and the others. Of one array, the
 * first one is kept in any case. What a deposed primary shows as open may have ended (OUTAGE-6).
 */
export async function keepOpen<Some extends WithNotification>(
  deps: SendDeps,
  order: SendOrder,
  some: Some[],
): Promise<{ kept: Kept<Some>[]; others: Some[] }> {
  if (some.length === 0) return { kept: [], others: some };
  await deps.store.sweepState.confirmPrimary();
  const own = ownIds(order);
  const open = await openOf(deps, order, some);
  const isKept = (id: string): boolean => order.body.if_open === 'keep' || own.has(id);
  const kept: Kept<Some>[] = [];
  const others = some.filter((one) => {
    const { openKey = '' } = one.notification;
    const found = open.get(openKey)?.find(({ _id }) => _id !== one.id && isKept(_id));
    if (found) kept.push({ one, as: { index: one.index, id: found._id, kept: true } });
    return !found;
  });
  return { kept, others };
}

/**
 * Cancels what is open in place of notifications that are to be stored. Returns those whose place is free. What is open may
 * itself have replaced them, if another process of the request has stored them. So that is checked after it was read.
 */
async function replaceOpen<Some extends Placed>(
  deps: SendDeps,
  order: SendOrder,
  some: Some[],
  result: Inserted<Some>,
): Promise<Some[]> {
  const open = await openOf(deps, order, some);
  const left = await withoutMade(deps, some, result);
  const own = ownIds(order);
  const replaced = left.flatMap(({ id, index, notification }) =>
    (open.get(notification.openKey ?? '') ?? [])
      .filter(({ _id }) => !own.has(_id))
      .map(({ _id }) => ({ id: _id, index, by: `a later send of its reference (${id})` })),
  );
  if (replaced.length === 0) return left;
  await cancelAll(deps, replaced);
  deps.fault('after-replace');
  const still = await deps.store.notifications.openAmong(replaced.map(({ id }) => id));
  const stillOpen = new Set(still.map(({ _id }) => _id));
  const late = new Set(replaced.flatMap(({ id, index }) => (stillOpen.has(id) ? index : [])));
  result.refused.push(...[...late].map((index) => ({ index, error: withProvider(order, index) })));
  return left.filter(({ index }) => !late.has(index));
}

/** Returns those that no other process of the request has stored. */
async function withoutMade<Some extends Placed>(
  { store }: SendDeps,
  some: Some[],
  result: Inserted<Some>,
): Promise<Some[]> {
  if (some.length === 0) return [];
  const existing = await store.notifications.existing(some.map(({ id }) => id));
  result.madeElsewhere.push(...some.filter(({ id }) => existing.has(id)));
  return some.filter(({ id }) => !existing.has(id));
}

/** Returns the open notifications by key, newest first. */
async function openOf({ store }: SendDeps, { event }: SendOrder, some: WithNotification[]) {
  const recipients = [...new Set(some.map(({ notification }) => notification.recipient))];
  const references = [...new Set(some.flatMap(({ notification }) => notification.reference ?? []))];
  const found = await store.notifications.withReference(recipients, event.name, references);
  const byKey = new Map<string, WithReference[]>();
  for (const one of found.toSorted((a, b) => b.startedAt.getTime() - a.startedAt.getTime())) {
    const key = openKeyOf({ ...one, event: event.name });
    byKey.set(key, [...(byKey.get(key) ?? []), one]);
  }
  return byKey;
}

/** Returns the ids of the notifications of the whole request. */
const ownIds = ({ targets, decided }: SendOrder): Set<string> =>
  new Set([...targets, ...decided].flatMap((one) => ('id' in one ? one.id : [])));

const placedAt = ({ batchId }: SendOrder, index: number, error: ApiError): ApiError =>
  batchId === null ? error : error.at(`to[${index}]`);

const withProvider = (order: SendOrder, index: number): ApiError =>
  placedAt(
    order,
    index,
    unavailable('The open notification of this reference is with its provider. Try again.', 1),
  );

const contended = (order: SendOrder, index: number): ApiError =>
  placedAt(order, index, unavailable('Other sends of this reference are in progress. Try again.', 1));
