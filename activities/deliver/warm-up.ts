import type { Integration } from '../../core/sending/integration';
import { keptUntil } from '../../core/sending/quota-period';
import { warmUpDay, type WarmUpDay } from '../../core/sending/warm-up';
import type { Settlement } from '../../store/notifications/outcome-change';
import type { Erased, Sending } from './sending';

/**
 * Counts a message in the day of the warm-up of its integration. Returns the day if it is full for the message of a broadcast. Any
 * other message is counted and always sent (BROADCAST-13). A recipient whose page has counted it costs nothing here.
 */
export async function countInWarmUp(
  { deps: { store }, notification, message }: Sending,
  integration: Integration | undefined,
): Promise<WarmUpDay | null> {
  const day = integration ? warmUpDay(integration, store.now()) : null;
  if (!day || message.warmUp?.has === day.id) return null;
  if (message.warmUp?.full.includes(day.id)) return day;
  const { taken } = await store.quotas.take({
    id: day.id,
    limit: notification.ofBroadcast ? day.most : Number.MAX_SAFE_INTEGER,
    ...{ amount: 1, partial: false, expiresAt: keptUntil(day) },
  });
  return taken === 0 ? day : null;
}

/**
 * Gives back the number of a recipient of a broadcast to whom nothing is sent, such as one who has switched it off. It is done
 * after the outcome is stored, so that nothing is given back twice. Never rejects.
 */
export async function giveBackToWarmUp(
  { deps, notification, message }: Sending,
  settlement: Settlement | Erased,
): Promise<void> {
  const has = message.warmUp?.has ?? null;
  const isUncalled = settlement.kind === 'failed' && !settlement.attempt && message.attempts.length === 0;
  if (has === null || !isUncalled) return;
  await deps.store.quotas.reduce(has, 1).catch((err: unknown) => {
    deps.log.warn(
      { err, notificationId: notification._id },
      'the day of a warm-up counts a message too many',
    );
  });
}
