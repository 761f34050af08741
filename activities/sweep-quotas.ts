import { heartbeat } from '@temporalio/activity';
import { possibleIds } from '../core/ids';
import type { ActivityDeps } from './deps';

const BATCH = 100;
/** Longer than a request or a takeover of it can last, milliseconds. */
const FORGOTTEN_AFTER_MS = 10 * 60_000;

/**
 * Settles the shares of quotas that requests with an idempotency key have left behind. If such a request made a notification,
 * its share is used; else all of it goes back, and a takeover that comes later takes it anew.
 */
export async function settleForgottenShares({ store }: Pick<ActivityDeps, 'store'>): Promise<void> {
  const forgotten = await store.quotas.forgotten(new Date(Date.now() - FORGOTTEN_AFTER_MS), BATCH);
  for (const share of forgotten) {
    heartbeat();
    const made = await store.notifications.existing(possibleIds(share.holder.id));
    if (made.size > 0) await store.quotas.settle(share.id, share.holder.id);
    else await store.quotas.release(share);
  }
}
