import type { Fault } from './fault';

const IDEMPOTENCY = 'api/sending/idempotency.ts';
const ONE_OPEN = 'api/sending/one-open.ts';
const QUOTAS = 'store/sending/quotas.ts';

/** Faults of the acceptance of a request: its key, its quota and its commit. */
export const ACCEPTANCE_FAULTS: Fault[] = [
  {
    name: 'commit-late',
    what: 'a request is answered before its notifications are durable',
    file: ONE_OPEN,
    from: 'const refusedIds = await notifications.insertAll(left.map(({ notification }) => notification));',
    to: 'notifications.insertAll(left.map(({ notification }) => notification)).catch(() => undefined);\n    const refusedIds = new Set();',
  },
  {
    name: 'open-twice',
    what: 'no index decides which notification of a reference is open',
    file: 'store/notifications/model.ts',
    from: 'schema.index({ openKey: 1 }, { unique: true,',
    to: 'schema.index({ openKey: 1 }, {',
  },
  {
    name: 'keep-ended',
    what: 'what has ended is kept as if it were open',
    file: 'store/notifications/one-open.ts',
    from: 'event, status: open, reference:',
    to: 'event, reference:',
  },
  {
    name: 'start-lost',
    what: 'the sweep starts nothing',
    file: 'activities/maintenance/sweep.ts',
    from: "await round.part('starts', STARTING_MS, () => startPending(round));",
    to: '',
  },
  {
    name: 'key-taken-over',
    what: 'a repeat takes over a key whose first request is still at work',
    file: IDEMPOTENCY,
    from: 'if (now.getTime() - standing.reservedAt.getTime() < takeoverAfterMs) throw inProgress();',
    to: 'if (takeoverAfterMs < 0) throw inProgress();',
  },
  {
    name: 'key-fresh-ids',
    what: 'a takeover does not use the ids of the first request',
    file: IDEMPOTENCY,
    from: 'return { reservation: standing, takenOver: true };',
    to: 'return { reservation: { ...standing, seed: fresh.seed }, takenOver: true };',
  },
  {
    name: 'key-freed',
    what: 'a request that may have been accepted frees its key',
    file: IDEMPOTENCY,
    from: "if ('failure' in ended && ended.keepsKey) return;",
    to: '',
  },
  {
    name: 'key-any-request',
    what: 'a key answers another request',
    file: IDEMPOTENCY,
    from: 'if (!isSameRequest(standing, fresh)) {',
    to: 'if (!isSameRequest(standing, fresh) && standing.answer === null) {',
  },
  {
    name: 'resume-forgotten',
    what: 'a takeover does not look for what the first request accepted',
    file: IDEMPOTENCY,
    from: 'reserved.takenOver ? await deps.store.notifications.existing(ids) : null;',
    to: 'null;',
  },
  {
    name: 'quota-unlimited',
    what: 'the quota is read and not asked by its update',
    file: QUOTAS,
    from: '{ _id: id, used: { $lte: limit - more }, ...whereHeld(holder, held) },',
    to: '{ _id: id, ...whereHeld(holder, held) },',
  },
  {
    name: 'quota-twice',
    what: 'a takeover takes its share again',
    file: QUOTAS,
    from: '{ _id: id, used: { $lte: limit - more }, ...whereHeld(holder, held) },',
    to: '{ _id: id, used: { $lte: limit - more } },',
  },
  {
    name: 'quota-kept',
    what: 'a refused request keeps its share',
    file: 'api/sending/order-share.ts',
    from: 'await keep(mayExist.filter(({ id }) => existing.has(id)));',
    to: 'existing.has("");',
  },
  {
    name: 'answer-once',
    what: 'the end of a request with a key is written once, and not again if the database fails',
    file: IDEMPOTENCY,
    from: 'persistently({ store }, write, store.now().getTime() + takeoverAfterMs)',
    to: 'Promise.resolve(takeoverAfterMs)',
  },
  {
    name: 'share-erased',
    what: 'an erasure leaves the shares of the quota that are not settled',
    file: 'activities/maintenance/purge-contact.ts',
    from: 'if (scope && holders.length > 0) await store.quotas.settleAll(scope, holders);',
    to: '',
  },
  {
    name: 'share-late',
    what: 'a share that comes after a takeover has settled its own stays taken (the mend is reverted)',
    file: 'api/sending/quota.ts',
    from: 'const isTwice = madeElsewhere > 0 && since !== undefined;',
    to: 'const isTwice = false;',
  },
];
