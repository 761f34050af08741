import type { Fault } from './fault';

const OUTCOMES = 'store/notifications/outcomes.ts';

/** Faults of what is recorded of a send: its outcome, its cancel and its receipts. */
export const OUTCOME_FAULTS: Fault[] = [
  {
    name: 'outcome-once',
    what: 'an outcome is written once and not repeated while the database is away',
    file: 'store/persistently.ts',
    from: 'if (!isUnavailable(error) || store.now().getTime() + 500 > until) throw error;',
    to: 'if (isUnavailable(error) || store.now().getTime() + 500 > until) throw error;',
  },
  {
    name: 'outcome-unmarked',
    what: 'an outcome does not ask whether a cancel has marked the send',
    file: OUTCOMES,
    from: "'inFlight.token': token, 'inFlight.marked': marked },",
    to: "'inFlight.token': token },",
  },
  {
    name: 'outcome-foreign',
    what: 'an outcome does not ask whether the claim is still its own',
    file: OUTCOMES,
    from: "{ _id: notification._id, 'inFlight.token': token, 'inFlight.marked': marked },",
    to: "{ _id: notification._id, 'inFlight.marked': marked },",
  },
  {
    name: 'expiry-forgotten',
    what: 'a message is retried after retry_for is over',
    file: 'activities/deliver/attempt.ts',
    from: 'if (isOver && !(await isHeld(sending))) return expired(message);',
    to: '',
  },
  {
    name: 'cancel-taken',
    what: 'a cancel stops a notification whose message a provider may have',
    file: 'store/notifications/cancel-and-close.ts',
    from: "{ _id: id, status: open, inFlight: null },\n          { $set: { status: 'stopped', completedAt: at, cancelPending: at, ...who }, ...outOfBacklog },",
    to: "{ _id: id, status: open },\n          { $set: { status: 'stopped', completedAt: at, cancelPending: at, ...who }, ...outOfBacklog },",
  },
  {
    name: 'cancel-counted',
    what: 'a cancel counts what a provider had already',
    file: 'api/sending/cancel-notifications.ts',
    from: "if (!isOpen(found.status)) return found.status === 'stopped';",
    to: 'if (!isOpen(found.status)) return true;',
  },
  {
    name: 'cancel-unconfirmed',
    what: 'a cancel believes a primary that was deposed (the mend is reverted)',
    file: 'api/sending/cancel-notifications.ts',
    from: 'await deps.store.sweepState.confirmPrimary();',
    to: '',
  },
  {
    name: 'receipt-superseded',
    what: 'the failure of an earlier attempt counts (the mend is reverted)',
    file: 'store/receipts/apply-receipts.ts',
    from: 'if (isFailure && isSuperseded(receipt, message, inFlight)) {',
    to: 'if (isFailure && isSuperseded(receipt, message, inFlight) && message.status === receipt.kind) {',
  },
  {
    name: 'receipt-backwards',
    what: 'a receipt does not ask which status the message has',
    file: 'store/notifications/receipts.ts',
    from: '...{ ...its, id: messageId, status: { $in: [...moves] } },',
    to: '...{ ...its, id: messageId },',
  },
  {
    name: 'receipt-undecided',
    what: 'a failure does not ask whether the message is as it was when it was decided',
    file: 'store/notifications/receipts.ts',
    from: '...(decidedOn && unchanged(decidedOn.message)),',
    to: '',
  },
  {
    name: 'end-unasked',
    what: 'the end of a run does not ask whether its messages still decide it (the mend is reverted)',
    file: 'store/notifications/cancel-and-close.ts',
    from: "...(as === 'ended' && decidesSo(found)) },",
    to: '},',
  },
  {
    name: 'cancel-clock',
    what: 'a cancel waits by a clock that jumps (the mend is reverted)',
    file: 'api/sending/cancel-notifications.ts',
    from: "import { setTimeout as sleep } from 'node:timers/promises';",
    to: "import { setTimeout as sleep } from 'node:timers/promises';\nconst performance = Date;",
  },
];
