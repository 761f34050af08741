import type { Fault } from './fault';

const CLAIMS = 'store/notifications/claims.ts';
const LEASE = 'activities/deliver/lease.ts';

/** Faults of the claim of a send, and of its lease. */
export const CLAIM_FAULTS: Fault[] = [
  {
    name: 'claim-taken',
    what: 'a claim does not ask whether another attempt has the send',
    file: CLAIMS,
    from: "        inFlight: null,\n        messages: { $elemMatch: { step: claim.step, status: 'queued' } },",
    to: "        messages: { $elemMatch: { step: claim.step, status: 'queued' } },",
  },
  {
    name: 'claim-closed',
    what: 'a claim does not ask whether the notification is open',
    file: CLAIMS,
    from: '        status: open,\n        inFlight: null,\n        messages: { $elemMatch',
    to: '        inFlight: null,\n        messages: { $elemMatch',
  },
  {
    name: 'begin-closed',
    what: 'the first claim of a step does not ask whether the notification is open',
    file: CLAIMS,
    from: "{ _id: notificationId, status: open, inFlight: null, 'messages.id': { $ne: message.id } },",
    to: "{ _id: notificationId, inFlight: null, 'messages.id': { $ne: message.id } },",
  },
  {
    name: 'begin-taken',
    what: 'the first claim of a step does not ask whether another attempt has it',
    file: CLAIMS,
    from: "{ _id: notificationId, status: open, inFlight: null, 'messages.id': { $ne: message.id } },",
    to: '{ _id: notificationId, status: open },',
  },
  {
    name: 'takeover-unseen',
    what: 'a takeover does not ask whether the claim is the one that it saw',
    file: CLAIMS,
    from: "        'inFlight.token': from.token,\n        'inFlight.marked': from.marked,\n        // A lease",
    to: '        // A lease',
  },
  {
    name: 'lease-unwatched',
    what: 'a lease that has ended is taken over at once (the mend for a database that is away is reverted)',
    file: CLAIMS,
    from: 'if (until && !(ended && until.getTime() === request.watched?.getTime()))',
    to: 'if (until && !ended)',
  },
  {
    name: 'lease-short',
    what: 'a lease lasts a second',
    file: LEASE,
    from: 'const LEASE_MS = 10_000;',
    to: 'const LEASE_MS = 1_000;',
  },
  {
    name: 'lease-unrenewed',
    what: 'a lease is not renewed',
    file: LEASE,
    from: 'Math.max(0, FIRST_BEAT_MS - age)',
    to: 'Math.max(300_000, FIRST_BEAT_MS - age)',
  },
  {
    name: 'once-taken-over',
    what: 'a send of at_most_once is taken over as any other',
    file: CLAIMS,
    from: "if (found.delivery === 'at_most_once') {",
    to: "if (String(found.delivery) === 'never') {",
  },
  {
    name: 'once-interrupted',
    what: 'an interrupted attempt of at_most_once is repeated',
    file: 'activities/deliver/attempt.ts',
    from: "isUnsettled(message) && notification.delivery === 'at_most_once'",
    to: "isUnsettled(message) && String(notification.delivery) === 'never'",
  },
  {
    name: 'once-unknown',
    what: 'an unknown outcome of at_most_once is repeated',
    file: 'activities/deliver/transmit.ts',
    from: "if (notification.delivery === 'at_most_once') return failed('OUTCOME_UNKNOWN');",
    to: '',
  },
  {
    name: 'once-moves-on',
    what: 'a message of at_most_once moves to another provider after it may have been sent',
    file: 'core/sending/failover.ts',
    from: '.slice(requested + 1)',
    to: '.slice(-1)',
  },
  {
    name: 'stale-sends',
    what: 'an attempt that stood still sends without a look at its claim',
    file: 'activities/deliver/attempt.ts',
    from: 'const isOld = deps.store.now().getTime() - claim.at.getTime() > CLAIM_AGES_MS;',
    to: 'const isOld = CLAIM_AGES_MS < 0;',
  },
];
