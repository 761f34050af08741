import { setTimeout as sleep } from 'node:timers/promises';
import pMap from 'p-map';
import { isOpen } from '../../core/shared/statuses';
import type { Recipient } from '../../core/sending/recipient';
import type { Cancelled } from '../../store/notifications/cancel-and-close';
import type { SendDeps } from '../deps';
import type { Caller } from '../http/middleware/authenticate';
import { recipientKeys } from './one-recipient';

/** Maximum time that a cancel waits for the outcome of a send that is with its provider (CANCEL-6). */
const OUTCOME_WAIT_MS = 10_000;
const LOOK_EVERY_MS = 100;
const AT_ONCE = 20;

/**
 * Cancels a recipient's pending notifications of an event, or those of one reference. Returns how many ended `stopped` because of this call. If
 * several cancels run at once, one of them counts a notification, and the others wait for the same outcome.
 */
export async function cancelNotifications(
  deps: SendDeps,
  caller: Caller,
  { event, recipient, reference }: { event: string; recipient: Recipient[]; reference?: string },
): Promise<number> {
  await deps.store.sweepState.confirmPrimary();
  const keys = await recipientKeys(deps, caller, recipient);
  if (keys.length === 0) return 0;
  const ids = await deps.store.notifications.openOf(keys, event, reference);
  const { label, prefix } = caller.key;
  const by = `API key ${label ?? prefix}`;
  return cancelAll(
    deps,
    ids.map((id) => ({ id, by })),
  );
}

/** Cancels notifications, each in a name. Returns how many ended `stopped` because of this call. */
export async function cancelAll(deps: SendDeps, some: { id: string; by: string }[]): Promise<number> {
  const deadline = performance.now() + OUTCOME_WAIT_MS;
  // Every notification is stopped or marked before the wait for outcomes begins.
  const results = await pMap(some, async ({ id, by }) => ({ id, result: await stopOrMark(deps, id, by) }), {
    concurrency: AT_ONCE,
  });
  const stopped = results.filter(({ result }) => result === 'stopped').length;
  const decided = await Promise.all(
    results.map(async ({ id, result }) => {
      if (result !== 'marked' && result !== 'joined') return false;
      return (await endedStopped(deps, id, deadline)) && result === 'marked';
    }),
  );
  return stopped + decided.filter(Boolean).length;
}

/** Cancels one notification in the name of `by`. Returns whether it ended `stopped`, by this or by another cancel at the same time. */
export async function cancelNotification(deps: SendDeps, id: string, by: string): Promise<boolean> {
  const deadline = performance.now() + OUTCOME_WAIT_MS;
  const result = await stopOrMark(deps, id, by);
  return result === 'stopped' || (result !== 'closed' && (await endedStopped(deps, id, deadline)));
}

/** Cancels in the document, which decides. The signal only wakes the workflow (docs/internals/races/README.md). */
async function stopOrMark({ store, dispatcher }: SendDeps, id: string, by: string): Promise<Cancelled> {
  const result = await store.notifications.cancel(id, new Date(), by);
  if (result !== 'closed') await dispatcher.wakeCancelled(id);
  return result;
}

/** Waits for the outcome of a send that was marked. Returns whether it ended `stopped` by the deadline. */
async function endedStopped({ store }: SendDeps, id: string, deadline: number): Promise<boolean> {
  for (;;) {
    const found = await store.notifications.get(id);
    if (!found) return false;
    if (!isOpen(found.status)) return found.status === 'stopped';
    if (performance.now() >= deadline) return false;
    await sleep(LOOK_EVERY_MS);
  }
}
