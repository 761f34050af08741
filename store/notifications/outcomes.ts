import { type AfterStep, type NotificationStatus, finalStatus, isOpen } from '../../core/shared/statuses';
import { dropped } from './content';
import { isStandIn } from './interrupted';
import { type MessageEvent, type Notification, type NotificationModel, open } from './model';
import { type Outcome, failuresAdded, messageChange, statusAfter } from './outcome-change';

export interface Recorded {
  /** The notification's status once recorded. */
  status: NotificationStatus;
  /** The claim was no longer ours, so only the message's own truth was written. */
  late: boolean;
  /**
   * A receipt proved meanwhile that the message was sent: our failure stands beside it only as an attempt, and of our
   * success the event is told already.
   */
  proven: boolean;
}

/** A message that is no longer queued although no attempt of ours recorded its end. */
export interface Proven {
  notification: Notification;
  messageId: string;
  event: MessageEvent | null;
  after: AfterStep;
  at: Date;
}

/** What a send came to: each is one conditional update. */
export function createOutcomeStore(model: NotificationModel) {
  const read = (id: string): Promise<Notification | null> => model.findById(id).lean<Notification>().exec();

  /** Null when the notification is gone. */
  async function record(outcome: Outcome): Promise<Recorded | null> {
    const { _id } = outcome.notification;
    const { messageId, result, event } = outcome;
    const { set, push, arrayFilters } = messageChange(outcome);
    // What a receipt has proved sent cannot fail any more by what we were told, and is told already.
    const unproven = {
      ...(result.kind === 'failed' && { status: 'queued' }),
      ...(result.kind === 'sent' && event && { 'events.id': { $ne: event.id } }),
    };
    const isUnproven =
      Object.keys(unproven).length > 0 ? { messages: { $elemMatch: { id: messageId, ...unproven } } } : {};
    const pushed = Object.keys(push).length > 0 ? { $push: push } : {};
    // A mark may fall between the first two tries; after it there is none but the third.
    for (const marked of [false, true]) {
      const status = statusAfter(outcome, marked);
      const completedAt = isOpen(status) ? {} : { completedAt: outcome.at };
      const updated = await model.updateOne(
        { _id, 'inFlight.token': outcome.token, 'inFlight.marked': marked, ...isUnproven },
        {
          $set: { ...set, ...completedAt, ...dropped(outcome.notification, status), inFlight: null, status },
          ...pushed,
          ...failuresAdded(outcome),
        },
        { arrayFilters },
      );
      if (updated.matchedCount > 0) return { status, late: false, proven: false };
    }
    const found = await read(_id);
    if (result.kind !== 'retry' && found?.inFlight?.token === outcome.token) {
      const stands = result.kind === 'sent' ? result : ({ kind: 'retry' } as const);
      const recorded = await record({ ...outcome, result: stands, event: null });
      return recorded && { ...recorded, proven: true };
    }
    const mine = found?.messages.find(({ id }) => id === outcome.messageId);
    const isTold = mine?.events.some(({ id, byReceipt }) => byReceipt === true && id === event?.id) ?? false;
    // Written already where the answer to an earlier try of this very write was lost.
    const known = mine?.attempts.find(({ id }) => id === outcome.attempt?.id);
    // Believed dead when its notification was closed, but it was alive.
    const replaces = known !== undefined && isStandIn(known) && found !== null && !isOpen(found.status);
    if (found && (!known || replaces) && arrayFilters.length > 0) {
      const late = messageChange(isTold ? { ...outcome, event: null } : outcome, replaces);
      const setLate = Object.keys(late.set).length > 0 ? { $set: late.set } : {};
      const pushLate = Object.keys(late.push).length > 0 ? { $push: late.push } : {};
      const failures = mine?.status === 'queued' ? failuresAdded(outcome) : {};
      const { arrayFilters: lateFilters } = late;
      await model.updateOne({ _id }, { ...setLate, ...pushLate, ...failures }, { arrayFilters: lateFilters });
    }
    return found && { status: found.status, late: true, proven: isTold };
  }

  /**
   * Goes on after a message that a receipt proved sent, where no attempt could say so; gives the notification's status,
   * null when it has moved on. The event is raised where it was not yet.
   */
  async function recordConfirmed({ notification, messageId, event, after, at }: Proven) {
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
