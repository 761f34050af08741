import { type AfterStep, type NotificationStatus, finalStatus, isOpen } from '../../core/shared/statuses';
import { dropped } from './content';
import { isStandIn } from './interrupted';
import { type MessageEvent, type Notification, type NotificationModel, open } from './model';
import { type Outcome, failuresAdded, messageChange, statusAfter } from './outcome-change';

export interface Recorded {
  /** The notification's status once recorded. */
  status: NotificationStatus;
  /** The claim was no longer ours, so only the message was updated. */
  late: boolean;
  /**
   * A receipt has confirmed that the message was sent. Our failure is only stored as an attempt, and the event of our
   * success is already stored.
   */
  confirmed: boolean;
  /** This write changed the message, or an earlier try of it whose answer was lost. Absent: another one had before. */
  decided?: true;
}

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

  /** Null if the notification was removed. */
  async function record(outcome: Outcome): Promise<Recorded | null> {
    const { _id } = outcome.notification;
    const { messageId, result, event } = outcome;
    const { set, push, arrayFilters } = messageChange(outcome);
    // A message that a receipt confirmed cannot fail by our outcome, and its event is already stored.
    const unconfirmed = {
      ...(result.kind === 'failed' && { status: 'queued' }),
      ...(result.kind === 'sent' && event && { 'events.id': { $ne: event.id } }),
    };
    const isUnconfirmed =
      Object.keys(unconfirmed).length > 0
        ? { messages: { $elemMatch: { id: messageId, ...unconfirmed } } }
        : {};
    const pushed = Object.keys(push).length > 0 ? { $push: push } : {};
    // A cancel may mark the send between the first two tries.
    for (const marked of [false, true]) {
      const status = statusAfter(outcome, marked);
      const completedAt = isOpen(status) ? {} : { completedAt: outcome.at };
      const updated = await model.updateOne(
        { _id, 'inFlight.token': outcome.token, 'inFlight.marked': marked, ...isUnconfirmed },
        {
          $set: { ...set, ...completedAt, ...dropped(outcome.notification, status), inFlight: null, status },
          ...pushed,
          ...failuresAdded(outcome),
        },
        { arrayFilters },
      );
      if (updated.matchedCount > 0) return { status, late: false, confirmed: false, decided: true };
    }
    const found = await read(_id);
    if (result.kind !== 'retry' && found?.inFlight?.token === outcome.token) {
      const stands = result.kind === 'sent' ? result : ({ kind: 'retry' } as const);
      const recorded = await record({ ...outcome, result: stands, event: null });
      return recorded && { ...recorded, confirmed: true };
    }
    const mine = found?.messages.find(({ id }) => id === outcome.messageId);
    const isStored =
      mine?.events.some(({ id, byReceipt }) => byReceipt === true && id === event?.id) ?? false;
    // An earlier try of this write may have stored it, if its answer was lost.
    const known = mine?.attempts.find(({ id }) => id === outcome.attempt?.id);
    // The attempt was believed dead, and was not. In an open notification the next claim has seen the stand-in. Only the proof
    // that the message was sent counts there: that claim's attempt finds the message settled.
    const isQueued = mine?.status === 'queued';
    const standsIn = known !== undefined && isStandIn(known);
    const isLive = found !== null && isOpen(found.status);
    const replaces = standsIn && (!isLive || (isQueued && result.kind === 'sent'));
    const writes = (!known || replaces) && arrayFilters.length > 0;
    // A receipt has proved that the message was sent. Our failure is only stored as an attempt, and raises nothing.
    const isRefuted = result.kind === 'failed' && (mine?.status === 'sent' || mine?.status === 'delivered');
    if (found && writes) {
      const raised = isStored || isRefuted ? null : event;
      const late = messageChange({ ...outcome, event: raised }, replaces);
      const setLate = Object.keys(late.set).length > 0 ? { $set: late.set } : {};
      const pushLate = Object.keys(late.push).length > 0 ? { $push: late.push } : {};
      const failures = isQueued ? failuresAdded(outcome) : {};
      // The next attempt or a receipt may have settled the message since it was read. Then nothing is written.
      const unsettled = { messages: { $elemMatch: { id: messageId, status: 'queued' } } };
      await model.updateOne(
        { _id, ...(((replaces && isLive) || (result.kind === 'failed' && raised)) && unsettled) },
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
        ...(event && { $push: { 'messages.$[u].events': event, untold: event.id } }),
      },
      event ? { arrayFilters: [{ 'u.id': messageId, 'u.events.id': { $ne: event.id } }] } : {},
    );
    return updated.matchedCount > 0 ? status : null;
  }

  return { record, recordConfirmed };
}
