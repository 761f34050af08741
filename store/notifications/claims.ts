import { isOpen } from '../../core/shared/statuses';
import { interruptedAttempt } from './interrupted';
import { type InFlight, type Message, type Notification, type NotificationModel, open } from './model';
import { KEPT_ATTEMPTS } from './outcome-change';
import { findAndUpdateDirectly, hasMatched } from '../queries';

export interface ClaimRequest {
  notificationId: string;
  /**
   * Its token belongs to one execution of the activity, which has not called a provider yet. So an existing claim with this
   * token is ours: it was stored, and the answer was lost.
   */
  claim: InFlight;
  /** How long a send of another run may be in progress, milliseconds. */
  attemptDeadlineMs: number;
  /** The end of a lease that the caller has watched for long enough: if it has not moved, nobody renews the lease. */
  watched?: Date;
}

/**
 * What a claim found:
 * - `claimed`: the send is ours. If an earlier claim has no outcome, the message has it as its last attempt.
 * - `new`: the step has no message yet; route it and `begin` one.
 * - `settled`: the message already has its outcome (the answer of the last attempt was lost).
 * - `busy`: another send may be in progress until `until`; if it is `leased`, look earlier, because it is only renewed while
 *   it is. If the lease has `ended`, watch it: its holder may live, and could not renew it because the database was away.
 * - `closed`: the notification has ended; `gone`: it was erased.
 */
export type ClaimResult =
  | { kind: 'claimed'; notification: Notification; message: Message }
  | { kind: 'new'; notification: Notification }
  | { kind: 'settled'; notification: Notification; message: Message }
  | { kind: 'busy'; until: Date; leased?: boolean; ended?: boolean }
  | { kind: 'closed'; notification: Notification }
  | { kind: 'gone' };

/**
 * The start of a send. The caller whose conditional update matches may call the provider. Leases end by `now`, the database's
 * clock.
 */
export function createClaimStore(model: NotificationModel, now: () => Date) {
  const update = (filter: Record<string, unknown>, change: Record<string, unknown>) =>
    findAndUpdateDirectly(model, filter, change);

  const take = ({ notificationId, claim }: ClaimRequest): Promise<Notification | null> =>
    update(
      {
        _id: notificationId,
        status: open,
        inFlight: null,
        messages: { $elemMatch: { step: claim.step, status: 'queued' } },
      },
      { $set: { inFlight: claim, status: 'running' }, ...started },
    );

  /** Our attempt replaces one without an outcome, and records that one, unless it has changed since it was read. */
  const takeOver = (
    { notificationId, claim }: ClaimRequest,
    from: InFlight,
    [place, message]: [number, Message],
  ): Promise<Notification | null> => {
    const attempt = interruptedAttempt(message, from, claim.at);
    const at = `messages.${place}`;
    return update(
      {
        _id: notificationId,
        status: open,
        'inFlight.token': from.token,
        'inFlight.marked': from.marked,
        // A lease that was renewed has not ended.
        'inFlight.until': from.until ?? null,
        [`${at}.status`]: 'queued',
      },
      {
        $set: { inFlight: { ...claim, marked: from.marked } },
        $push: { [`${at}.attempts`]: { $each: [attempt], $slice: -KEPT_ATTEMPTS } },
      },
    );
  };

  /** Releases a claim without an outcome. A cancel that waited for it stops the notification. */
  const drop = (id: string, { token, marked }: InFlight, at: Date): Promise<Notification | null> =>
    update(
      { _id: id, status: open, 'inFlight.token': token, 'inFlight.marked': marked },
      { $set: { inFlight: null, ...(marked ? { status: 'stopped', completedAt: at } : {}) } },
    );

  /**
   * Whether the attempt of a claim has ended: Temporal says so of an earlier attempt of our own run. After a reset the old run
   * may still send. A lease says it by its end.
   */
  const hasEnded = (claimed: InFlight, runId: string): boolean =>
    claimed.until ? claimed.until <= now() : claimed.runId === runId;

  async function claim(request: ClaimRequest): Promise<ClaimResult> {
    const { token, step, runId, at } = request.claim;
    for (;;) {
      const taken = await take(request);
      if (taken) return { kind: 'claimed', notification: taken, message: queuedOf(taken, step) };
      const found = await model.findById(request.notificationId).lean<Notification>().exec();
      if (!found) return { kind: 'gone' };
      const message = found.messages.findLast((candidate) => candidate.step === step);
      if (message && message.status !== 'queued') {
        if (found.inFlight && hasEnded(found.inFlight, runId))
          await drop(request.notificationId, found.inFlight, at);
        return { kind: 'settled', notification: found, message };
      }
      if (!isOpen(found.status)) return { kind: 'closed', notification: found };
      if (!found.inFlight) {
        if (!message) return { kind: 'new', notification: found };
        continue;
      }
      if (found.inFlight.token === token && message) return { kind: 'claimed', notification: found, message };
      const deadline = new Date(found.inFlight.at.getTime() + request.attemptDeadlineMs);
      // If a message must never be sent twice, it is not enough that the attempt seems to have ended.
      if (found.delivery === 'at_most_once') {
        const leased = found.inFlight.until !== undefined;
        if (deadline > at) return { kind: 'busy', until: deadline, ...(leased && { leased }) };
      } else {
        const { until } = found.inFlight;
        const ended = hasEnded(found.inFlight, runId);
        if (until && !(ended && until.getTime() === request.watched?.getTime()))
          return { kind: 'busy', until, leased: true, ...(ended && { ended }) };
        if (!until && !ended && deadline > at) return { kind: 'busy', until: deadline };
      }
      if (found.inFlight.step !== step || !message) {
        await drop(request.notificationId, found.inFlight, at);
        continue;
      }
      const over = await takeOver(request, found.inFlight, [found.messages.indexOf(message), message]);
      if (over) return { kind: 'claimed', notification: over, message: queuedOf(over, step) };
    }
  }

  return {
    claim,
    /** Whether the claim is ours, and its message still has to be sent: an earlier attempt may record late that it sent it. */
    isWanted: async (id: string, { token }: InFlight, messageId: string): Promise<boolean> =>
      (await model.exists({
        _id: id,
        'inFlight.token': token,
        messages: { $elemMatch: { id: messageId, status: 'queued' } },
      })) !== null,
    /** Moves the end of a lease. Returns false if the claim is not ours any more. */
    renew: (id: string, token: string, until: Date): Promise<boolean> =>
      hasMatched(
        model.updateOne({ _id: id, 'inFlight.token': token }, { $set: { 'inFlight.until': until } }),
      ),
    /** Adds a step's message and claims it in one update; null when the document has moved on. */
    begin: ({ notificationId, claim: inFlight }: ClaimRequest, message: Message) =>
      update(
        { _id: notificationId, status: open, inFlight: null, 'messages.id': { $ne: message.id } },
        { $push: { messages: message }, $set: { inFlight, status: 'running' }, ...started },
      ),
  };
}

/** A claim proves that the workflow exists, and takes the notification out of the backlog, and of what is held. */
const started = { $unset: { startPending: 1, backlogOf: 1, held: 1 } };

function queuedOf(notification: Notification, step: string): Message {
  const message = notification.messages.find(
    (candidate) => candidate.step === step && candidate.status === 'queued',
  );
  if (!message) throw new Error(`notification ${notification._id} has no queued message for step ${step}`);
  return message;
}
