import type { Integration } from '../../core/sending/integration';
import { keptUntil } from '../../core/sending/quota-period';
import { ofWarmUpDay, warmUpDay, type WarmUpDay } from '../../core/sending/warm-up';
import type { WarmUpTurn } from '../../store/notifications/model';
import type { Settlement } from '../../store/notifications/outcome-change';
import { hasUsed, numbersOf } from '../../store/notifications/warm-up-numbers';
import type { Sending } from './sending';

/**
 * Counts a message in the day of the warm-up of its integration, once. Returns the day if it is full for the message of a
 * broadcast. Any other message is counted and always sent (BROADCAST-13). A recipient whose page has counted it costs nothing here.
 */
export async function countInWarmUp(
  { deps: { store }, notification, message, counted }: Sending,
  integration: Integration | undefined,
): Promise<WarmUpDay | null> {
  const day = integration ? warmUpDay(integration, store.now()) : null;
  if (!day || [...numbersOf(message), ...counted].includes(day.id)) return null;
  if (message.warmUp?.full.includes(day.id)) return day;
  const { taken } = await store.quotas.take({
    id: day.id,
    limit: notification.ofBroadcast ? day.most : Number.MAX_SAFE_INTEGER,
    ...{ amount: 1, partial: false, expiresAt: keptUntil(day) },
  });
  if (taken === 0) return day;
  counted.push(day.id);
  return null;
}

/** What an attempt leaves of the numbers of a message. */
export interface NumbersLeft {
  /** What the message has after it. Absent: what it had before. */
  turn?: WarmUpTurn;
  /** The days in which it counts no more, because their integrations were not called. */
  unused: string[];
}

/**
 * Returns what an attempt leaves of the numbers of its message. A number is unused if its integration was not called on its day, and
 * no worker has died in an attempt since, which may have called it.
 */
export function numbersAfter(
  { claim, message, counted }: Pick<Sending, 'claim' | 'message' | 'counted'>,
  attempt: Settlement['attempt'],
): NumbersLeft {
  const numbers = [...numbersOf(message), ...counted];
  const isUsed = (id: string): boolean =>
    attempt?.providerId === ofWarmUpDay(id).integration || hasUsed(message.attempts, id);
  const unused = numbers.filter((id) => !isUsed(id));
  if (unused.length === 0 && counted.length === 0) return { unused };
  const used = numbers.filter(isUsed);
  const has = used.at(-1) ?? null;
  const others = used.filter((id) => id !== has && dateOf(id) === dateOf(has));
  const turn = {
    ...{ has, full: message.warmUp?.full ?? [] },
    ...(others.length > 0 && { others }),
    ...(unused.length > 0 && { returnedBy: claim.token }),
  };
  return { turn, unused };
}

/**
 * Gives back numbers whose days count a message that was not sent. It is done after the outcome is stored, by the attempt that has
 * stored it, so that nothing is given back twice. Never rejects.
 */
export async function giveBackToWarmUp(
  { deps, notification }: Pick<Sending, 'deps' | 'notification'>,
  unused: readonly string[],
): Promise<void> {
  for (const id of unused)
    await deps.store.quotas.reduce(id, 1).catch((err: unknown) => {
      deps.log.warn(
        { err, notificationId: notification._id },
        'the day of a warm-up counts a message too many',
      );
    });
}

const dateOf = (id: string | null): number | null => (id === null ? null : ofWarmUpDay(id).from.getTime());
