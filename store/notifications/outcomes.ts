import { type AfterStep, type NotificationStatus, finalStatus, isOpen } from '../../core/shared/statuses';
import { dropped } from './content';
import { isStandIn } from './interrupted';
import { updateDirectly } from '../queries';
import { type MessageEvent, type Notification, type NotificationModel, open } from './model';
import {
  type Claimed,
  type Settlement,
  failingAtChange,
  failuresAdded,
  heldBy,
  messageChange,
  statusAfter,
} from './outcome-change';

/** A message that a receipt confirmed, without an outcome of an attempt. */
export interface Confirmed {
  notification: Notification;
  messageId: string;
  event: MessageEvent | null;
  after: AfterStep;
  at: Date;
}

/** The outcomes of sends. Each is one conditional update. */
export function createOutcomeStore(model: NotificationModel) {
  const read = (id: string): Promise<Notification | null> => model.findById(id).lean<Notification>().exec();

  /**
   * Writes settlements in one round trip. Returns the status of each notification after it, as `record` does; null: it has to be
   * written on its own, because something else has changed it.
   */
  async function recordMany(some: { claimed: Claimed; settlement: Settlement }[]) {
    const writes = some.map(({ claimed, settlement }) => writeOf(claimed, settlement, { marked: false }));
    const operations = writes.map(({ filter, update, arrayFilters }) => ({
      updateOne: { filter, update, arrayFilters },
    }));
    const { matchedCount } = await model.bulkWrite(operations, { ordered: false });
    return matchedCount === some.length ? writes.map(({ status }) => status) : null;
  }

  /**
   * Writes a settlement, and returns the notification's status after it; null if the notification was removed.
   * - `late`: the claim was no longer ours, so only the message was updated.
   * - `confirmed`: a receipt has confirmed that the message was sent. Our failure is only stored as an attempt, and the event
   *   of our success is already stored.
   * - `proved`, given: a receipt has proved that the message was sent, so nothing waits for its provider.
   * - `isReturned`, of a late one: an earlier try of this write has taken its numbers of warm-ups from the message.
   * - `decided`: this write changed the message, or an earlier try of it whose answer was lost. Absent: another one had before.
   */
  async function record(
    claimed: Claimed,
    settlement: Settlement,
    proved = false,
  ): Promise<{
    status: NotificationStatus;
    late: boolean;
    confirmed: boolean;
    decided?: true;
    isReturned?: boolean;
  } | null> {
    const { notification, message, token, event } = claimed;
    const { _id } = notification;
    const { kind, attempt, rendered } = settlement;
    const { arrayFilters } = messageChange({ ...claimed, warmUp: undefined }, settlement);
    // A cancel may mark the send between the first two tries.
    for (const marked of [false, true]) {
      const {
        filter,
        update,
        status,
        arrayFilters: filters,
      } = writeOf(claimed, settlement, {
        marked,
        proved,
      });
      if (await updateDirectly(model, filter, update, { arrayFilters: filters }))
        return { status, late: false, confirmed: false, decided: true };
    }
    const found = await read(_id);
    if ((kind === 'sent' || kind === 'failed') && found?.inFlight?.token === token) {
      const stands = kind === 'sent' ? settlement : ({ kind: 'retry', attempt, rendered } as const);
      const recorded = await record({ ...claimed, event: null }, stands, true);
      return recorded && { ...recorded, confirmed: true };
    }
    const mine = found?.messages.find(({ id }) => id === message.id);
    const isStored =
      mine?.events.some(({ id, byReceipt }) => byReceipt === true && id === event?.id) ?? false;
    // An earlier try of this write may have stored it, if its answer was lost.
    const known = mine?.attempts.find(({ id }) => id === attempt?.id);
    // The attempt was believed dead, and was not. In an open notification the next claim has seen the stand-in. Only the proof
    // that the message was sent counts there: that claim's attempt finds the message settled.
    const isQueued = mine?.status === 'queued';
    const standsIn = known !== undefined && isStandIn(known);
    const isLive = found !== null && isOpen(found.status);
    const replaces = standsIn && (!isLive || (isQueued && kind === 'sent'));
    const writes = (!known || replaces) && arrayFilters.length > 0;
    // A receipt has proved that the message was sent. Our failure is only stored as an attempt, and raises nothing.
    const isRefuted = kind === 'failed' && (mine?.status === 'sent' || mine?.status === 'delivered');
    if (found && writes) {
      const raised = isStored || isRefuted ? null : event;
      const late = messageChange({ ...claimed, event: raised, warmUp: undefined }, settlement, replaces);
      const setLate = Object.keys(late.set).length > 0 ? { $set: late.set } : {};
      const pushLate = Object.keys(late.push).length > 0 ? { $push: late.push } : {};
      const failures = isQueued ? failuresAdded(claimed, settlement) : {};
      // The next attempt or a receipt may have settled the message since it was read. Then nothing is written.
      const unsettled = { messages: { $elemMatch: { id: message.id, status: 'queued' } } };
      await model.updateOne(
        { _id, ...(((replaces && isLive) || (kind === 'failed' && raised)) && unsettled) },
        { ...setLate, ...pushLate, ...failures },
        { arrayFilters: late.arrayFilters },
      );
    }
    const decided = (writes && isQueued) || (known !== undefined && !standsIn);
    return (
      found && {
        status: found.status,
        late: true,
        confirmed: isStored || isRefuted,
        ...(decided && { decided }),
        isReturned: mine?.warmUp?.returnedBy === token,
      }
    );
  }

  /**
   * Continues after a message that a receipt confirmed but no attempt recorded. Stores its event if it has none yet.
   * Returns the notification's status; null if it has changed since it was read.
   */
  async function recordConfirmed({ notification, messageId, event, after, at }: Confirmed) {
    const { _id, messages } = notification;
    const status = after === 'close' ? finalStatus(messages) : after;
    const updated = await model.updateOne(
      { _id, status: open, inFlight: null },
      {
        $set: {
          status,
          ...(isOpen(status) ? {} : { completedAt: at }),
          ...dropped(notification, status),
          ...(event && { untoldSince: at }),
        },
        $unset: { failingAt: 1 },
        ...(event && { $push: { 'messages.$[u].events': event, untold: event.id } }),
      },
      event ? { arrayFilters: [{ 'u.id': messageId, 'u.events.id': { $ne: event.id } }] } : {},
    );
    return updated.matchedCount > 0 ? status : null;
  }

  return { record, recordMany, recordConfirmed };
}

/**
 * Returns the write of a settlement of our claim, and the status after it. What ends leaves the lists of the sweep: a recipient of
 * a broadcast is claimed without a workflow.
 */
function writeOf(
  claimed: Claimed,
  settlement: Settlement,
  { marked, proved = false }: { marked: boolean; proved?: boolean },
) {
  const { notification, message, token, event } = claimed;
  const { kind } = settlement;
  const { set, push, arrayFilters } = messageChange(claimed, settlement);
  // A message that a receipt confirmed cannot fail by our outcome, and its event is already stored.
  const unconfirmed = {
    ...(kind === 'failed' && { status: 'queued' }),
    ...(kind === 'sent' && event && { 'events.id': { $ne: event.id } }),
  };
  const failing = proved ? { unset: { failingAt: 1 } } : failingAtChange(settlement);
  const status = statusAfter(claimed, settlement, marked);
  const unset = { ...failing.unset, ...(!isOpen(status) && notification.ofBroadcast && { startPending: 1 }) };
  return {
    status,
    filter: {
      ...{ _id: notification._id, 'inFlight.token': token, 'inFlight.marked': marked },
      ...(Object.keys(unconfirmed).length > 0 && {
        messages: { $elemMatch: { id: message.id, ...unconfirmed } },
      }),
    },
    update: {
      $set: {
        ...{ ...set, ...(!isOpen(status) && { completedAt: claimed.at }) },
        ...{ ...dropped(notification, status), ...failing.set },
        ...{ inFlight: null, status, ...(isOpen(status) && heldBy(claimed, settlement)) },
      },
      ...(Object.keys(unset).length > 0 && { $unset: unset }),
      ...(Object.keys(push).length > 0 && { $push: push }),
      ...failuresAdded(claimed, settlement),
    },
    arrayFilters,
  };
}
