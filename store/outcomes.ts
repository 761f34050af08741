import type { AfterStep, NotificationStatus } from '../core/statuses';
import { CLOSED_STATUSES, finalStatus, isOpen, OPEN_STATUSES } from '../core/statuses';
import { dropped } from './content';
import { isStandIn } from './interrupted';
import type { MessageEvent, Notification, NotificationModel } from './notification-model';
import type { Outcome } from './outcome-change';
import { failuresAdded, messageChange, statusAfter } from './outcome-change';

export interface Recorded {
  /** The notification's status once recorded. */
  status: NotificationStatus;
  /** The claim was no longer ours, so only the message's own truth was written. */
  late: boolean;
  /** A receipt proved meanwhile that the message was sent, so that our failure stands beside it only as an attempt. */
  proven: boolean;
}

/** What a send came to: each is one conditional update. */
export interface OutcomeStore {
  /** Null when the notification is gone. */
  record(outcome: Outcome): Promise<Recorded | null>;
  /**
   * Goes on after a message that a receipt proved sent, where no attempt could say so; gives the notification's status,
   * null when it has moved on. The event is raised where it was not yet.
   */
  recordProven(proven: Proven): Promise<NotificationStatus | null>;
  /** Raises an event of a message in a notification that is over; false where it was raised already. */
  raise(id: string, messageId: string, event: MessageEvent): Promise<boolean>;
}

/** A message that is no longer queued although no attempt of ours recorded its end. */
export interface Proven {
  notification: Notification;
  messageId: string;
  event: MessageEvent | null;
  after: AfterStep;
  at: Date;
}

const open = { $in: [...OPEN_STATUSES] };

export function createOutcomeStore(model: NotificationModel): OutcomeStore {
  const read = (id: string): Promise<Notification | null> => model.findById(id).lean<Notification>().exec();

  async function record(outcome: Outcome): Promise<Recorded | null> {
    const { _id } = outcome.notification;
    const { messageId, result } = outcome;
    const { set, push, arrayFilters } = messageChange(outcome);
    // What a receipt has proved sent cannot fail any more by what we were told.
    const queued =
      result.kind === 'failed' ? { messages: { $elemMatch: { id: messageId, status: 'queued' } } } : {};
    const pushed = Object.keys(push).length > 0 ? { $push: push } : {};
    // A mark may fall between the first two tries; after it there is none but the third.
    for (const marked of [false, true]) {
      const status = statusAfter(outcome, marked);
      const completedAt = isOpen(status) ? {} : { completedAt: outcome.at };
      const updated = await model.updateOne(
        { _id, 'inFlight.token': outcome.token, 'inFlight.marked': marked, ...queued },
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
    if (result.kind === 'failed' && found?.inFlight?.token === outcome.token) {
      const recorded = await record({ ...outcome, result: { kind: 'retry' }, event: null });
      return recorded && { ...recorded, proven: true };
    }
    const mine = found?.messages.find(({ id }) => id === outcome.messageId);
    // Written already where the answer to an earlier try of this very write was lost.
    const known = mine?.attempts.find(({ id }) => id === outcome.attempt?.id);
    // Believed dead when its notification was closed, but it was alive.
    const replaces = known !== undefined && isStandIn(known) && found !== null && !isOpen(found.status);
    if (found && (!known || replaces) && arrayFilters.length > 0) {
      const late = messageChange(outcome, replaces);
      const setLate = Object.keys(late.set).length > 0 ? { $set: late.set } : {};
      const pushLate = Object.keys(late.push).length > 0 ? { $push: late.push } : {};
      const failures = mine?.status === 'queued' ? failuresAdded(outcome) : {};
      const { arrayFilters: lateFilters } = late;
      await model.updateOne({ _id }, { ...setLate, ...pushLate, ...failures }, { arrayFilters: lateFilters });
    }
    return found && { status: found.status, late: true, proven: false };
  }

  async function recordProven({ notification, messageId, event, after, at }: Proven) {
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

  return {
    record,
    recordProven,
    raise: async (id, messageId, event) => {
      const raised = await model.updateOne(
        {
          _id: id,
          status: { $in: [...CLOSED_STATUSES] },
          messages: { $elemMatch: { id: messageId, 'events.id': { $ne: event.id } } },
        },
        { $push: { 'messages.$[m].events': event, untold: event.id }, $set: { untoldSince: event.at } },
        { arrayFilters: [{ 'm.id': messageId }] },
      );
      return raised.matchedCount > 0;
    },
  };
}
