import { isOpen } from '../../../../core/shared/statuses';
import { endedCause } from './ended';
import type { Facts } from './facts';
import { openCause } from './open';
import type { Verdict } from './schema';

/** Returns what became of a notification, and why. */
export function verdictOf(facts: Facts): Verdict {
  const { notification, broadcast } = facts;
  const { about = null, ...cause } = isOpen(notification.status) ? openCause(facts) : endedCause(facts);
  return {
    ...{ failure: null, channel: null, provider: null, since: null, next_at: null, remedy: null },
    ...Object.fromEntries(Object.entries(cause).filter(([, value]) => value !== undefined)),
    ...{ state: cause.state, code: cause.code, text: cause.text, about },
    notification_id: notification._id,
    event: notification.event,
    broadcast: broadcast && { id: broadcast._id, name: broadcast.name, state: broadcast.state },
    waiting: facts.waiting,
  };
}

/**
 * Returns the verdict that answers for all: of the newest notification that has not left, because that is wrong now, else of
 * what came last. `verdicts` are the newest first, of which the first was accepted at `newestAt`.
 */
export function overallOf(
  verdicts: readonly Verdict[],
  newestAt: Date | undefined,
  refused: (Verdict & { since: string }) | null,
): Verdict | null {
  const stuck = verdicts.find(({ state }) => state === 'not_left');
  if (stuck) return stuck;
  const isLast = refused !== null && (!newestAt || refused.since > newestAt.toISOString());
  return isLast ? refused : (verdicts[0] ?? null);
}
