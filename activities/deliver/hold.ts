import type { ProviderRequest } from '../../channels/registry';
import { guardedPrefix } from '../../core/caps/sms-guard';
import { type Candidate, pausesOf } from '../../core/sending/candidates';
import { chooseProvider } from '../../core/sending/failover';
import {
  broadcastPause,
  eventPause,
  type Hold,
  holdBy,
  holderIn,
  type Pause,
  pausedThing,
  prefixPause,
} from '../../core/sending/pauses';
import { isOpen } from '../../core/shared/statuses';
import type { Application } from '../../store/accounts/applications';
import type { Settlement } from '../../store/notifications/outcome-change';
import type { DeliverResult } from '../../workflows/activities-contract';
import type { Sending } from './sending';

/** Returns the settlement of a SEND whose notification, broadcast, event or prefix is paused; null if none is (PAUSE-1, BROADCAST-8, CAP-12). */
export function heldByItsEvent(
  { input, notification, message }: Pick<Sending, 'input' | 'notification' | 'message'>,
  application: Application | null,
): (Settlement & { kind: 'released' }) | null {
  const { paused, event, ofBroadcast, batchId } = notification;
  const holder = (of: string): Pause | undefined => holderIn(application?.pauses, of, input.released);
  const ofItsBroadcast = ofBroadcast && batchId !== null ? holder(broadcastPause(batchId)) : undefined;
  const prefix = guardedPrefix(application?.smsGuard, event, message);
  const pause =
    paused ??
    ofItsBroadcast ??
    holder(eventPause(notification, event)) ??
    (prefix === null ? undefined : holder(prefixPause(notification, prefix)));
  return pause ? { kind: 'released', held: holdBy([pause], input.dueAt) } : null;
}

/** Returns the candidates that a pause keeps from sending this message now, each with its pauses. */
export function pausedAmong(
  { input }: Pick<Sending, 'input'>,
  request: ProviderRequest,
  candidates: readonly Candidate[],
): Map<string, Pause[]> {
  const found = candidates.map(({ id }) => [id, pausesOf(request, { id }, input.released)] as const);
  return new Map(found.flatMap(([id, pauses]) => (pauses.length > 0 ? [[id, pauses]] : [])));
}

/** Whether a pause keeps a message from being sent now. It costs a read, and is asked of messages only whose `retry_for` is over. */
export async function isHeld(sending: Sending): Promise<boolean> {
  const { deps, notification, message } = sending;
  const { channel, address } = message;
  const { application } = await deps.store.sources.of(notification);
  if (heldByItsEvent(sending, application)) return true;
  if (!application?.pauses?.length || address === null) return false;
  const request = { application, environment: notification.environment, channel, address };
  const candidates = deps.providers.candidates(request);
  const choice =
    candidates.length > 0 &&
    chooseProvider({
      candidates: candidates.map(({ id }) => id),
      ...{ attempts: message.attempts, delivery: notification.delivery, repeatOf: message.repeatOf },
      ...{ health: application.health ?? {}, paused: pausedAmong(sending, request, candidates) },
      nowMs: deps.store.now().getTime(),
    });
  return choice !== false && choice.kind === 'held';
}

/**
 * Returns the result of a SEND that was marked as held. It reads the pauses again after the mark. A resume first ends its pause
 * and then looks for marks, so one of the two sees the other: either the pause is read as over here, and the workflow attempts
 * the SEND at once, or the mark is found and the workflow is signalled (docs/internals/races/pauses.md).
 */
export async function heldResult(sending: Sending, hold: Hold): Promise<DeliverResult> {
  const { deps, notification } = sending;
  const { _id, applicationId } = notification;
  const [found, application] = await Promise.all([
    deps.store.notifications.get(_id),
    deps.store.applications.get(applicationId),
  ]);
  const { status = 'stopped' } = found ?? {};
  const result: DeliverResult = { outcome: 'moved', status, events: [], queue: null };
  // The next attempt finds it closed or gone.
  if (!found || !isOpen(found.status)) return result;
  const isOn = ({ of }: Pause): boolean =>
    pausedThing(of).kind === 'notification'
      ? found.paused !== undefined
      : holderIn(application?.pauses, of, sending.input.released) !== undefined;
  const isOver = found.held === undefined || !hold.pauses.every(isOn);
  const what = hold.pauses.map(({ of, since }) => `${nameOf(of)} is paused since ${since.toISOString()}`);
  return {
    ...result,
    held: { what: what.join(', '), from: hold.from.getTime(), ...(isOver && { over: true }) },
  };
}

/** Returns what is paused, in words that the Temporal UI may show. */
function nameOf(of: string): string {
  const { kind, name } = pausedThing(of);
  return kind === 'notification' ? 'this notification' : `${kind} ${name}`;
}
