import type { Store } from '../../store/store';
import type { Message, MessageEvent, Notification } from '../../store/notifications/model';

/** Maximum time that an event waits for those before it, from its own time, so that a lost one cannot block it; milliseconds. */
const WAIT_MS = 60_000;
const FIRST_LOOK_MS = 300;
const LONGEST_LOOK_MS = 5_000;

/** The wait of an event for an earlier one. It checks again after `inMs` milliseconds. */
export interface OrderWait {
  inMs: number;
  /** Whether the earlier one is in the endpoint's queue, so that this one may join it there. */
  isQueued: boolean;
}

/**
 * Returns the wait of an event if an earlier one of its message was not attempted yet, or null. An earlier one that waits for
 * a retry blocks nothing. If the notification lists no earlier event as undelivered, no query is made.
 */
export async function waitForEarlier(
  { webhookDeliveries, now }: Pick<Store, 'webhookDeliveries' | 'now'>,
  { untold = [] }: Pick<Notification, 'untold'>,
  { events }: Pick<Message, 'events'>,
  event: MessageEvent,
): Promise<OrderWait | null> {
  const ageMs = now().getTime() - event.at.getTime();
  if (ageMs >= WAIT_MS) return null;
  const earlier = events
    .slice(0, events.indexOf(event))
    .filter(({ id, endpointId }) => endpointId === event.endpointId && untold.includes(id));
  if (earlier.length === 0) return null;
  const states = await webhookDeliveries.statesOf(earlier.map(({ id }) => id));
  const untried = states.filter(({ begun }) => !begun);
  if (states.length === earlier.length && untried.length === 0) return null;
  return {
    inMs: Math.min(Math.max(FIRST_LOOK_MS, ageMs / 4), LONGEST_LOOK_MS),
    isQueued: untried.some(({ queued }) => queued !== undefined),
  };
}
