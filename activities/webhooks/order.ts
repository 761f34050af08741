import type { Store } from '../../store/store';
import type { Message, MessageEvent, Notification } from '../../store/notifications/model';

/** How long an event waits for those before it, counted from its own time, so that nothing lost holds it up for ever; milliseconds. */
const WAIT_MS = 60_000;
const FIRST_LOOK_MS = 300;
const LONGEST_LOOK_MS = 5_000;

/** An event that does not go yet: it may look again after `inMs`. */
export interface OrderWait {
  inMs: number;
  /** Whether the one before it is in the endpoint's queue, so that it may join that behind it. */
  isQueued: boolean;
}

/**
 * Whether an event has to wait because an earlier one of its message was not tried yet; null: it may go. An earlier one
 * that waits for a retry holds up nothing. Of a message's first event, and of one whose earlier ones are over, the
 * notification says so: no query is made.
 */
export async function waitForEarlier(
  { webhookDeliveries }: Pick<Store, 'webhookDeliveries'>,
  { untold = [] }: Pick<Notification, 'untold'>,
  { events }: Pick<Message, 'events'>,
  event: MessageEvent,
): Promise<OrderWait | null> {
  const ageMs = Date.now() - event.at.getTime();
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
