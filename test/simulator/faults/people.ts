import type { Fault } from './fault';

/** Faults that concern who gets something, and what the application learns of it. */
export const PEOPLE_FAULTS: Fault[] = [
  {
    name: 'suppressed-reached',
    what: 'an attempt does not ask whether the address is suppressed',
    file: 'activities/deliver/prepare.ts',
    from: 'application && isSuppressible(channel)\n        ?',
    to: 'application && isSuppressible(channel) && message.attempts.length > 99\n        ?',
  },
  {
    name: 'suppression-reason-lost',
    what: 'a lift lifts every reason (the mend is reverted)',
    file: 'store/suppressions/suppressions.ts',
    from: 'if (await replace(found, rest)) return true;',
    to: 'if (await replace(found, Object.keys(rest).length > 0 ? {} : rest)) return true;',
  },
  {
    name: 'erased-reached',
    what: 'an attempt does not ask whether the contact is being erased',
    file: 'activities/deliver/prepare.ts',
    from: 'if (notification.contactId !== null && (!contact || contact.erasingSince))',
    to: 'if (notification.contactId !== null && contact?.erasingSince?.getTime() === 0)',
  },
  {
    name: 'message-id-anew',
    what: 'each attempt has another key for its provider',
    file: 'activities/deliver/outbound.ts',
    from: 'id: message.id,',
    to: 'id: `${message.id}-${message.attempts.length}`,',
  },
  {
    name: 'digest-open',
    what: 'a window that closes accepts more members',
    file: 'store/digests/digests.ts',
    from: '{ $set: { carrier: notificationId }, $pull: { slots: openSlot(key) } },',
    to: '{ $set: { carrier: notificationId } },',
  },
  {
    name: 'digest-carriers',
    what: 'two members may carry one digest',
    file: 'store/digests/digests.ts',
    from: '{ _id, carrier, settledAt: null },\n          { $set: { carrier',
    to: '{ _id },\n          { $set: { carrier',
  },
  {
    name: 'webhook-order',
    what: 'a webhook does not wait for an earlier one of its message',
    file: 'activities/webhooks/order.ts',
    from: 'if (ageMs >= WAIT_MS) return null;',
    to: 'if (ageMs >= 0) return null;',
  },
  {
    name: 'webhook-again',
    what: 'a webhook that is delivered is delivered again',
    file: 'activities/webhooks/due.ts',
    from: "if (earlier && earlier.status !== 'pending') return NOTHING;",
    to: "if (earlier && earlier.status === 'failed') return NOTHING;",
  },
  {
    name: 'webhook-forgotten',
    what: 'the sweep forgets webhooks that nobody delivers',
    file: 'activities/maintenance/sweep.ts',
    from: "await round.part('webhook events', PART_MS, () => deliverForgotten(round));",
    to: '',
  },
  {
    name: 'webhook-event-lost',
    what: 'the outcome does not store its webhook event',
    file: 'activities/deliver/settle.ts',
    from: 'if (!wants(endpoint, type)) return null;',
    to: "if (!wants(endpoint, type) || type === 'delivery.failed') return null;",
  },
];
