import { randomUUID } from 'node:crypto';
import type { DkimKey } from '../../../core/sending/dkim/key';
import type { Integration } from '../../../core/sending/integration';
import { createVault } from '../../../core/shared/vault';
import { EMPTY_FIELDS } from '../../../core/contacts/fields';
import { effectOf } from '../../../core/receipts/effect';
import { NO_ROWS } from '../../../core/topics/import';
import type { TopicImport } from '../../../store/topics/imports';
import type { Broadcast } from '../../../store/broadcasts/broadcasts';
import type { Job } from '../../../store/jobs/jobs';
import type { JobResult } from '../../../store/jobs/results';
import { versionOf } from '../../../store/events/versions';
import type { Notification } from '../../../store/notifications/model';
import { type StoreConnection, connectStore } from '../../../store/connection';
import { RESEALED } from '../../../store/maintenance/resealing';
import { membersOf } from '../../../store/digests/digests';
import { newMessage } from '../../../store/notifications/new-message';
import { type Store, createStore } from '../../../store/store';
import { notificationOf, SCOPE } from '../../store/documents';
import { type Explained, explainsWithoutScan, hasPlanWithoutScan, isRealMongo } from '../../support/explain';
import { type Asked, isServed, recordQueries } from '../../support/queries';
import { withDatabase } from '../../../tools/dev/servers/mongo-address';

const NOW = new Date();
const CLAIM = { token: 't', step: 'send', runId: 'run', at: NOW, marked: false };

/** Fresh in every test, so that each method meets the state that it is made for. */
const notification = (id: string, over: Partial<Notification> = {}): Notification =>
  notificationOf({ _id: id, startedAt: NOW, startPending: NOW, ...over });

/** Stores a notification and gives its id. */
async function stored(store: Store, over: Partial<Notification> = {}): Promise<string> {
  const id = randomUUID();
  await store.notifications.insertAll([notification(id, over)]);
  return id;
}

const joining = (key: string) => ({ acceptedAt: NOW, contactId: 'contact', key, closesAt: NOW });
const claimOf = (notificationId: string) => ({ notificationId, claim: CLAIM, attemptDeadlineMs: 0 });
const broadcast = (): Broadcast => ({
  ...{ _id: randomUUID(), ...SCOPE, event: 'ping', name: null, audience: { all: true }, language: null },
  ...{ sendAt: null, localTime: null, perSecond: null, tenant: null, state: 'running' },
  ...{ by: { id: 'k', name: 'k' }, createdAt: NOW, startedAt: null, endedAt: null, total: null, after: '' },
  ...{ reachedAt: null, blocked: null, counted: null, pending: NOW },
});
const contact = (id: string) => ({
  _id: id,
  ...SCOPE,
  identifiers: [`app:production:uuid:${id}`],
  ...{ ...EMPTY_FIELDS, listKeys: [], meta: '{}', revision: 0 },
  createdAt: NOW,
  updatedAt: NOW,
});
const job = (): Job => ({
  ...{ _id: randomUUID(), ...SCOPE, action: 'retry', query: {}, ids: null, state: 'running' },
  ...{ by: { id: 'o', name: 'O' }, startedAt: NOW, endedAt: null, matched: 0, isCapped: false },
  ...{ after: null, page: null, counts: { done: 0, refused: 0, reasons: {} } },
});
const jobResult = (): JobResult => ({
  ...{ _id: randomUUID(), jobId: 'j', notificationId: 'n', event: 'e', startedAt: NOW },
  ...{ isDone: true, code: null, at: NOW },
});
const preferenceChange = () => ({
  ...{ _id: randomUUID(), contactId: 'contact', ...SCOPE, at: NOW, by: 'api' as const },
  ...{ name: null, notificationId: null, changes: [] },
});
const topicImport = (): TopicImport => ({
  ...{ _id: randomUUID(), ...SCOPE, topicId: 't', format: 'csv', header: 'email', state: 'running' },
  ...{ rows: 1, pages: 1, page: 0, counts: NO_ROWS, startedAt: NOW, endedAt: null },
});
const reservation = () => ({
  ...{ _id: randomUUID(), fingerprint: 'f', seed: 's', owner: 'o', answer: null },
  ...{ reservedAt: NOW, expiresAt: NOW },
});
const integration: Integration = {
  id: 'i',
  channel: 'push',
  provider: 'fcm',
  name: 'fcm',
  priority: 0,
  settings: '{}',
  sealed: '',
  createdAt: NOW,
  updatedAt: NOW,
};
const scheduleFields = () => ({
  ...{
    event: 'ping',
    cron: '0 9 * * *',
    zone: 'UTC',
    isArray: true,
    payload: '{}',
    language: null,
    channel: null,
  },
  ...{ recipients: [{ to: '"ada@example.org"', keys: ['key'] }], startAt: null, endAt: null },
  ...{ catchUpMs: 60_000, content: randomUUID(), revision: randomUUID() },
});
const scheduleRun = (id: string) => ({
  ...{ id, plannedAt: NOW, startedAt: NOW, endedAt: null, content: 'c', outcome: 'running' as const },
  ...{ accepted: 0, refused: 0, errors: [] },
});
const suppression = () => ({
  ...({
    _id: randomUUID(),
    ...SCOPE,
    channel: 'email',
    address: 'ada@example.org',
    reason: 'manual',
  } as const),
  ...{ detail: null, notificationId: null, contactId: null, since: NOW, at: NOW },
});
const eventVersion = (number: number) =>
  versionOf(SCOPE, {
    ...{ name: 'welcome', at: NOW, source: null },
    mark: { id: 'v', number, by: null, via: null },
  });
const TENANT_CHANGE = { name: 'Acme', brand: {}, sender: {}, integrations: {}, variables: '{}' };
const TENANT = {
  ...{ _id: 'app:acme', applicationId: 'app', id: 'acme', createdAt: NOW, updatedAt: NOW },
  ...TENANT_CHANGE,
};
const ANSWER = { environment: 'production', event: 'welcome', size: 2 } as const;
const before = new Date(NOW.getTime() + 3_600_000);
const WAITING = { _id: 'd', notificationId: 'n', createdAt: NOW, queued: { endpointId: 'e', dueAt: NOW } };

const DKIM_KEY: DkimKey = {
  ...{ domain: 'example.com', selector: 's1', state: 'pending', publicKey: 'p', sealed: 's', createdAt: NOW },
  ...{ activeSince: null, retiringSince: null },
};
const IN_TOPIC = { topic: 'news', exists: true } as const;
const PAUSE = { id: 'p', of: 'event:app:production:ping', since: NOW, by: 'ada', reason: null };
const HELD = { by: [PAUSE.of], messageId: 'm', dueAt: NOW, at: NOW, from: NOW };

type Call = (store: Store) => Promise<unknown>;
type Table = { [Repository in keyof Store]?: Record<string, Call> };

/**
 * Every method of every repository that asks the database something, called so that it asks what it can ask. Methods
 * that only insert are called too: they ask nothing.
 */
const CALLS: Table = {
  applications: {
    insert: (store) => store.applications.insert(application()),
    get: ({ applications }) => applications.get('app'),
    getByName: ({ applications }) => applications.getByName('name'),
    list: ({ applications }) => applications.list(),
    ofIntegration: ({ applications }) => applications.ofIntegration('i'),
    keyFor: ({ applications }) => applications.keyFor('app', 'suppressionKey', 'a2V5'),
    update: ({ applications }) => applications.update('app', { monthlyQuota: 1 }),
    addSender: ({ applications }) =>
      applications.addSender('app', { id: '1', type: 'email', value: 'a@b.c' }),
    removeSender: ({ applications }) => applications.removeSender('app', '1', null),
    addIntegration: ({ applications }) => applications.addIntegration('a', integration),
    replaceIntegration: ({ applications }) => applications.replaceIntegration('a', integration, integration),
    removeIntegration: ({ applications }) => applications.removeIntegration('a', integration.id),
    replaceCategories: ({ applications }) =>
      applications.replaceCategories('app', 'production', { before: undefined, after: [] }),
    setBacklogs: ({ applications }) => applications.setBacklogs(new Map([['app', 1]])),
  },
  providerHealth: {
    failed: async ({ providerHealth }) => {
      const of = { applicationId: 'app', providerId: 'i' };
      const failure = { why: 'PROVIDER_ERROR', probe: true, at: NOW };
      for (let count = 0; count < 5; count += 1) await providerHealth.failed(of, failure);
    },
    succeeded: ({ providerHealth }) =>
      providerHealth.succeeded({ applicationId: 'app', providerId: 'i' }, true),
    takeProbe: ({ providerHealth }) =>
      providerHealth.takeProbe({ applicationId: 'app', providerId: 'i' }, NOW, NOW),
  },
  adminKeys: {
    insert: ({ adminKeys }) => adminKeys.insert(adminKey()),
    get: ({ adminKeys }) => adminKeys.get('k'),
    ofHash: ({ adminKeys }) => adminKeys.ofHash('hash'),
    list: ({ adminKeys }) => adminKeys.list(),
    rotate: async ({ adminKeys }) => {
      const known = adminKey();
      await adminKeys.insert(known);
      const rotation = { hash: randomUUID(), prefix: 'admin_b', previousUntil: before, at: before };
      expect(await adminKeys.rotate(known, rotation)).toMatchObject({
        hashes: [rotation.hash, ...known.hashes],
      });
      expect(await adminKeys.rotate(known, rotation)).toBeNull();
    },
    noteUse: ({ adminKeys }) => adminKeys.noteUse('k', NOW),
    revoke: ({ adminKeys }) => adminKeys.revoke('k', NOW),
  },
  operatorAccounts: {
    insert: ({ operatorAccounts }) => operatorAccounts.insert(operatorAccount()),
    get: ({ operatorAccounts }) => operatorAccounts.get('o'),
    ofEmail: ({ operatorAccounts }) => operatorAccounts.ofEmail('ada@example.org'),
    ofOidcAccount: ({ operatorAccounts }) => operatorAccounts.ofOidcAccount('https://id.example.com 1'),
    list: ({ operatorAccounts }) => operatorAccounts.list(),
    update: ({ operatorAccounts }) => operatorAccounts.update('o', { name: 'Ada' }),
    setLink: ({ operatorAccounts }) => operatorAccounts.setLink('o', 'hash', NOW),
    useLink: async ({ operatorAccounts }) => {
      const account = operatorAccount();
      await operatorAccounts.insert(account);
      expect(await operatorAccounts.setLink(account._id, account._id, before)).not.toBeNull();
      expect(await operatorAccounts.useLink(account._id, before)).toBeNull();
      expect(await operatorAccounts.useLink(account._id, NOW)).toMatchObject({ linkHash: null });
      expect(await operatorAccounts.useLink(account._id, NOW)).toBeNull();
    },
    endAccess: async ({ operatorAccounts }) => {
      const account = operatorAccount();
      await operatorAccounts.insert(account);
      const ended = await operatorAccounts.endAccess(account._id, { known: account, unlinked: 'hash' });
      expect(ended).toMatchObject({ accessEnds: 1, unlinkedAccounts: ['hash'] });
      expect(await operatorAccounts.endAccess(account._id, { known: account })).toBeNull();
    },
    linkOidc: ({ operatorAccounts }) =>
      operatorAccounts.linkOidc(operatorAccount(), { role: 'owner', oidcAccount: 'hash' }),
    noteUse: ({ operatorAccounts }) => operatorAccounts.noteUse('o', NOW),
    remove: ({ operatorAccounts }) => operatorAccounts.remove('o'),
  },
  broadcasts: {
    insert: ({ broadcasts }) => broadcasts.insert(broadcast()),
    get: ({ broadcasts }) => broadcasts.get('b'),
    list: async ({ broadcasts }) => {
      await broadcasts.list({ scope: SCOPE, limit: 1 });
      await broadcasts.list({ scope: SCOPE, after: { at: NOW, id: 'b' }, limit: 1 });
    },
    running: ({ broadcasts }) => broadcasts.running('app', 100),
    newest: ({ broadcasts }) => broadcasts.newest(SCOPE, 20),
    begin: ({ broadcasts }) => broadcasts.begin('b', 'r', NOW),
    setTotal: ({ broadcasts }) => broadcasts.setTotal('b', 1),
    advance: ({ broadcasts }) => broadcasts.advance('b', 'r', { after: 'c', isLast: true, at: NOW }),
    mayGoOn: ({ broadcasts }) => broadcasts.mayGoOn('b', 'r'),
    setCounting: ({ broadcasts }) => broadcasts.setCounting('b', { size: 1, after: 'a' }),
    setBlocked: ({ broadcasts }) => broadcasts.setBlocked('b', null),
    pause: ({ broadcasts }) => broadcasts.pause('b'),
    resume: ({ broadcasts }) => broadcasts.resume('b', NOW),
    cancel: ({ broadcasts }) => broadcasts.cancel('b', NOW),
    complete: ({ broadcasts }) => broadcasts.complete('b', NOW),
    settle: ({ broadcasts }) => broadcasts.settle('b'),
    setCounted: ({ broadcasts }) => {
      const counts = { total: 1, ahead: 1, accepted: 0, waiting: 0, sent: 0, delivered: 0, failed: 0 };
      return broadcasts.setCounted('b', { ...counts, skipped: {}, cancelled: 0, at: NOW, tookMs: 1 });
    },
    removeOld: ({ broadcasts }) => broadcasts.removeOld(NOW, 1),
    pending: ({ broadcasts }) => broadcasts.pending(NOW, 1),
    postpone: ({ broadcasts }) => broadcasts.postpone({ ...broadcast(), pending: NOW }, NOW),
  },
  broadcastRecipients: {
    tally: ({ broadcastRecipients }) => broadcastRecipients.tally('b'),
    open: ({ broadcastRecipients }) => broadcastRecipients.open('b', 1),
    unstarted: ({ broadcastRecipients }) => broadcastRecipients.unstarted(['n']),
  },
  jobs: {
    insert: ({ jobs }) => jobs.insert(job()),
    get: ({ jobs }) => jobs.get('j'),
    list: async ({ jobs }) => {
      await jobs.list({ scope: SCOPE, limit: 1 });
      await jobs.list({ scope: SCOPE, after: { at: NOW, id: 'j' }, limit: 1 });
    },
    beginPage: ({ jobs }) => jobs.beginPage('j', { id: 'p', ids: [], next: null }),
    endPage: ({ jobs }) => jobs.endPage(job(), { done: 0, refused: 0, reasons: {} }, NOW),
    stop: ({ jobs }) => jobs.stop('j'),
    resume: ({ jobs }) => jobs.resume('j', NOW),
    pending: ({ jobs }) => jobs.pending(NOW, 1),
    postpone: ({ jobs }) => jobs.postpone({ ...job(), pending: NOW }, NOW),
    removeOld: ({ jobs }) => jobs.removeOld(NOW, 1),
  },
  jobResults: {
    add: ({ jobResults }) => jobResults.add([jobResult()]),
    of: ({ jobResults }) => jobResults.of('j', ['n']),
    list: async ({ jobResults }) => {
      await jobResults.list({ jobId: 'j', limit: 1 });
      await jobResults.list({ jobId: 'j', isDone: true, after: { at: NOW, id: 'n' }, limit: 1 });
    },
    removeOld: ({ jobResults }) => jobResults.removeOld(NOW, 1),
  },
  jobTargets: {
    list: ({ jobTargets }) => jobTargets.list({ scope: SCOPE, status: ['running', 'waiting'], limit: 1 }),
    withIds: ({ jobTargets }) => jobTargets.withIds(SCOPE, ['n']),
    count: ({ jobTargets }) => jobTargets.count({ scope: SCOPE, status: ['failed'] }, 1),
    startsOf: ({ jobTargets }) => jobTargets.startsOf(['n']),
  },
  editing: {
    note: ({ editing }) => editing.note(SCOPE, 'e', { id: 'o', name: 'O' }, { now: NOW, forMs: 1 }),
    end: ({ editing }) => editing.end(SCOPE, 'e', 'o'),
    of: ({ editing }) => editing.of(SCOPE, 'e', NOW),
  },
  sessions: {
    insert: ({ sessions }) => sessions.insert(session()),
    get: ({ sessions }) => sessions.get('s'),
    postpone: ({ sessions }) => sessions.postpone('s', NOW),
    useUpLink: ({ sessions }) => sessions.useUpLink('s'),
    remove: ({ sessions }) => sessions.remove('s'),
    removeOf: async ({ sessions }) => {
      const [kept, ended] = [session(), session()];
      await sessions.insert(kept);
      await sessions.insert(ended);
      await sessions.removeOf('o', kept._id);
      expect(await sessions.get(ended._id)).toBeNull();
      expect(await sessions.get(kept._id)).toEqual(kept);
      await sessions.removeOf('o', null);
      expect(await sessions.get(kept._id)).toBeNull();
    },
  },
  audit: {
    begin: ({ audit }) => audit.begin(auditRecord()),
    end: async ({ audit }) => {
      const record = auditRecord();
      const end = { about: ['app'], outcome: 'done' as const, code: null, before: null, after: '{}' };
      await audit.begin(record);
      expect(await audit.end(record._id, end)).toBe(true);
      expect(await audit.end(record._id, { ...end, outcome: 'failed' })).toBe(false);
      expect(await audit.get(record._id)).toEqual({ ...record, ...end });
    },
    get: ({ audit }) => audit.get('a'),
    list: async ({ audit }) => {
      for (const about of [undefined, 'app'])
        for (const after of [undefined, { at: NOW, id: 'a' }])
          await audit.list({ about, from: NOW, to: before, after, limit: 10 });
      await audit.list({ limit: 10 });
    },
    removeOld: ({ audit }) => audit.removeOld(before, 10),
  },
  apiKeys: {
    noteUse: ({ apiKeys }) => apiKeys.noteUse('hash', NOW),
    insert: ({ apiKeys }) =>
      apiKeys.insert({
        ...{ _id: randomUUID(), id: '1', ...SCOPE, prefix: 'live_', label: null, rateLimit: null },
        ...{ createdAt: NOW, revokedAt: null },
      }),
    getActive: ({ apiKeys }) => apiKeys.getActive(['hash']),
    list: ({ apiKeys }) => apiKeys.list('app'),
    revoke: ({ apiKeys }) => apiKeys.revoke('app', '1', NOW),
  },
  events: {
    get: ({ events }) => events.get(SCOPE, 'welcome'),
    names: ({ events }) => events.names(SCOPE),
    list: ({ events }) => events.list(SCOPE),
    named: ({ events }) => events.named(SCOPE, ['welcome']),
    put: async ({ events }) => {
      const write = (name: string, number: number, over: number | null) => {
        const version = { id: randomUUID(), number, by: null, via: null };
        return { definition: { name } as never, source: null, updatedAt: NOW, version, over };
      };
      const name = randomUUID();
      expect(await events.put(SCOPE, [write(name, 1, null)])).toEqual([]);
      expect(await events.put(SCOPE, [write(name, 1, null)])).toEqual([name]);
      const other = randomUUID();
      expect(await events.put(SCOPE, [write(name, 3, 2), write(other, 1, null)])).toEqual([name]);
      expect(await events.put(SCOPE, [write(name, 2, 1), write(other, 2, 1)])).toEqual([]);
    },
    find: ({ events }) => events.find(SCOPE, 'welcome'),
    using: ({ events }) => events.using(SCOPE, ['layouts/base', 'partials/footer']),
    users: ({ events }) => events.users(SCOPE, ['layouts/base', 'partials/footer']),
    remove: ({ events }) => events.remove(SCOPE, 'welcome', 1),
  },
  parts: {
    list: ({ parts }) => parts.list(SCOPE),
    pageTexts: ({ parts }) => parts.pageTexts(SCOPE),
    find: ({ parts }) => parts.find(SCOPE, 'layouts/base.html'),
    versionIds: ({ parts }) => parts.versionIds(SCOPE),
    put: async ({ parts }) => {
      const name = `partials/${randomUUID()}.txt`;
      const write = (number: number, over: number | null) => {
        const version = { id: randomUUID(), number, by: null, via: null };
        return { name, kind: 'partial', content: 'a', updatedAt: NOW, version, over };
      };
      expect(await parts.put(SCOPE, [write(1, null)])).toEqual([]);
      expect(await parts.put(SCOPE, [write(1, null)])).toEqual([name]);
      expect(await parts.put(SCOPE, [write(2, 1)])).toEqual([]);
    },
    remove: ({ parts }) => parts.remove(SCOPE, 'layouts/base.html', 1),
  },
  partVersions: {
    record: ({ partVersions }) => partVersions.record([eventVersion(1), eventVersion(100)]),
    addMissing: ({ partVersions }) => partVersions.addMissing([eventVersion(1)]),
    list: ({ partVersions }) => partVersions.list(SCOPE, 'layouts/base.html', { after: 7, limit: 10 }),
    get: ({ partVersions }) => partVersions.get(SCOPE, 'layouts/base.html', 1),
    deleted: ({ partVersions }) => partVersions.deleted(SCOPE, { names: ['a'], limit: 10 }),
    removeOld: ({ partVersions }) => partVersions.removeOld(before, 10),
  },
  eventVersions: {
    record: ({ eventVersions }) => eventVersions.record([eventVersion(1), eventVersion(100)]),
    addMissing: ({ eventVersions }) => eventVersions.addMissing([eventVersion(1)]),
    list: async ({ eventVersions }) => {
      for (const after of [undefined, 7]) await eventVersions.list(SCOPE, 'welcome', { after, limit: 10 });
    },
    get: ({ eventVersions }) => eventVersions.get(SCOPE, 'welcome', 1),
    deleted: async ({ eventVersions }) => {
      for (const names of [undefined, ['welcome', 'other']])
        await eventVersions.deleted(SCOPE, { names, limit: 10 });
    },
    removeOld: ({ eventVersions }) => eventVersions.removeOld(before, 10),
  },
  statistics: {
    // In memory, written by the next flush.
    count: async ({ statistics }) => {
      statistics.count(SCOPE, 'accepted');
      await statistics.flush();
    },
    countEvent: async ({ statistics }) => {
      statistics.countEvent(SCOPE, 'accepted', 'e');
      await statistics.flush();
    },
    flush: async ({ statistics }) => {
      statistics.count(SCOPE, 'accepted');
      await statistics.flush();
    },
    sums: ({ statistics }) => statistics.sums({ scope: SCOPE, by: 'hour', from: NOW, to: before }),
    removeOld: ({ statistics }) => statistics.removeOld('hour', before, 10),
  },
  contacts: {
    get: ({ contacts }) => contacts.get('c'),
    startingWith: ({ contacts }) => contacts.startingWith('aaaaaaaa', 10),
    findByKeys: ({ contacts }) => contacts.findByKeys(['a', 'b']),
    insert: ({ contacts }) => contacts.insert(contact(randomUUID())),
    replace: ({ contacts }) => contacts.replace(contact('c')),
    insertAll: ({ contacts }) => contacts.insertAll([contact(randomUUID())]),
    replaceAll: ({ contacts }) => contacts.replaceAll([contact('c')]),
    tombstone: async ({ contacts }) => {
      const id = randomUUID();
      await contacts.insert(contact(id));
      expect(await contacts.tombstone(id, NOW)).toBe(true);
    },
    beginningWith: ({ contacts }) => contacts.beginningWith(SCOPE, 'ada', 1),
    getMany: ({ contacts }) => contacts.getMany(['c']),
    list: async ({ contacts }) => {
      await contacts.list({ scope: SCOPE, search: '', offset: 0, limit: 10 });
      await contacts.list({ scope: SCOPE, search: 'ab', offset: 0, limit: 10 });
    },
    addPushToken: ({ contacts }) => contacts.addPushToken('c', { token: 't', key: 'k', at: NOW }),
    renewPushToken: ({ contacts }) => contacts.renewPushToken('c', 't', NOW),
    removePushToken: ({ contacts }) => contacts.removePushToken('c', { token: 't', key: 'k' }),
    forgetPushToken: async ({ contacts }) => {
      for (const registeredAt of [null, NOW])
        await contacts.forgetPushToken('c', { token: 't', key: 'k', registeredAt });
    },
    unfinishedPreferences: ({ contacts }) => contacts.unfinishedPreferences(before, 10),
    postponePreferences: ({ contacts }) =>
      contacts.postponePreferences({ _id: 'c', preferencePending: NOW }, before),
    finishedPreferences: ({ contacts }) => contacts.finishedPreferences('c', { _id: 'r' }),
    erasing: ({ contacts }) => contacts.erasing(before, 10),
    postponeErasure: ({ contacts }) => contacts.postponeErasure({ _id: 'c', erasingSince: NOW }, before),
    remove: ({ contacts }) => contacts.remove('c'),
  },
  notifications: {
    cancel: async (store) => {
      expect(await store.notifications.cancel(await stored(store), NOW)).toBe('stopped');
      const sending = await stored(store, { inFlight: CLAIM });
      expect(await store.notifications.cancel(sending, NOW)).toBe('marked');
      expect(await store.notifications.cancel(sending, NOW)).toBe('joined');
      expect(await store.notifications.cancel(await stored(store, { status: 'failed' }), NOW)).toBe('closed');
    },
    close: async (store) => {
      expect(await store.notifications.close(await stored(store), 'failed', { at: NOW, reason: 'why' })).toBe(
        'failed',
      );
      for (const as of ['stopped', 'failed'] as const) {
        const id = await stored(store, { inFlight: CLAIM });
        for (const _again of [1, 2]) expect(await store.notifications.close(id, as, { at: NOW })).toBe(as);
        expect((await store.notifications.get(id))?.messages[0]?.attempts).toMatchObject([{ id: 't' }]);
      }
    },
    insertAll: ({ notifications }) => notifications.insertAll([notification(randomUUID())]),
    existing: ({ notifications }) => notifications.existing(['a', 'b']),
    reservationOf: ({ notifications }) => notifications.reservationOf(['a', 'b']),
    get: ({ notifications }) => notifications.get('a'),
    startingWith: ({ notifications }) => notifications.startingWith('aaaaaaaa', 10),
    follow: ({ notifications }) => notifications.follow('a', NOW),
    getInScope: ({ notifications }) => notifications.getInScope('a', SCOPE),
    list: async ({ notifications }) => {
      const after = { at: NOW, id: randomUUID() };
      for (const event of [undefined, 'welcome'])
        for (const status of [undefined, 'failed'] as const)
          for (const recipients of [undefined, ['contact', 'other']])
            for (const own of [
              {},
              { metadata: ['order=1'] },
              { metadata: ['a=1', 'b=2'] },
              { reference: '1' },
              { tenant: 'acme' },
            ])
              for (const time of [{}, { from: NOW, to: before }, { after }])
                await notifications.list({
                  ...{ scope: SCOPE, recipients, event, status, ...own, ...time, limit: 10 },
                });
    },
    openOf: ({ notifications }) => notifications.openOf(['contact', 'other'], 'welcome'),
    openInCode: ({ notifications }) => notifications.openInCode(['contact', 'other'], 'welcome'),
    withReference: ({ notifications }) =>
      notifications.withReference(['contact', 'other'], 'welcome', ['1', '2']),
    releaseKeys: async (store) => {
      const { notifications } = store;
      const openKey = randomUUID();
      const insert = async () =>
        (await notifications.insertAll([notification(randomUUID(), { openKey })])).size;
      await stored(store, { openKey });
      await notifications.releaseKeys([openKey]);
      expect(await insert()).toBe(1);
      const ended = randomUUID();
      await stored(store, { openKey: ended, status: 'failed' });
      await notifications.releaseKeys([ended]);
      expect(await notifications.insertAll([notification(randomUUID(), { openKey: ended })])).toEqual(
        new Set(),
      );
    },
    markStarted: ({ notifications }) => notifications.markStarted(['a']),
    pendingStart: ({ notifications }) => notifications.pendingStart({ before, after: '', limit: 10 }),
    pendingCancel: ({ notifications }) => notifications.pendingCancel(before, 10),
    clearPendingCancel: ({ notifications }) => notifications.clearPendingCancel('a'),
    undelivered: ({ notifications }) => notifications.undelivered(before, 10),
    postponeStart: ({ notifications }) =>
      notifications.postponeStart({ _id: 'a', startPending: NOW }, before),
    postponeCancel: ({ notifications }) =>
      notifications.postponeCancel({ _id: 'a', cancelPending: NOW }, before),
    postponeDelivery: ({ notifications }) =>
      notifications.postponeDelivery({ _id: 'a', untoldSince: NOW }, before),
    postponeDeliveries: ({ notifications }) => notifications.postponeDeliveries(['a'], NOW, before),
    hastenDelivery: ({ notifications }) => notifications.hastenDelivery('a'),
    openAmong: ({ notifications }) => notifications.openAmong(['a']),
    settleEvent: ({ notifications }) => notifications.settleEvent('a', 'event'),
    openAfter: ({ notifications }) => notifications.openAfter('a', before, 10),
    idsOf: ({ notifications }) => notifications.idsOf('contact', 10),
    tracesOf: ({ notifications }) => notifications.tracesOf(['a']),
    isBatchOpen: ({ notifications }) => notifications.isBatchOpen('batch'),
    remove: ({ notifications }) => notifications.remove(['a']),
  },
  claims: {
    claim: async (store) => {
      const of = async (over: Partial<Notification>) =>
        store.claims.claim(claimOf(await stored(store, over)));
      expect((await of({})).kind).toBe('claimed');
      expect((await of({ messages: [] })).kind).toBe('new');
      // Taken over from an attempt that died, and let go of one that was for another step.
      expect((await of({ inFlight: CLAIM })).kind).toBe('claimed');
      expect((await of({ inFlight: { ...CLAIM, step: 'other' } })).kind).toBe('claimed');
    },
    renew: ({ claims }) => claims.renew('a', 'token', NOW),
    isWanted: ({ claims }) => claims.isWanted('a', CLAIM, 'm'),
    begin: async (store) => {
      const id = await stored(store, { messages: [] });
      const message = newMessage({
        notificationId: id,
        step: 'send',
        channel: 'email',
        address: null,
        at: NOW,
        retriedUntil: NOW,
      });
      expect(await store.claims.begin(claimOf(id), message)).not.toBeNull();
    },
  },
  sources: {
    of: async (store) => {
      await store.sources.of(notification(await stored(store)));
      return store.sources.of(notification(await stored(store, { tenant: 'acme' }), { tenant: 'acme' }));
    },
  },
  outcomes: {
    record: async (store) => {
      const base = { token: 't', event: null, after: 'close', at: NOW } as const;
      const sent = { kind: 'sent', providerMessageId: 'p' } as const;
      for (const inFlight of [CLAIM, { ...CLAIM, token: 'of another' }]) {
        const id = await stored(store, { inFlight });
        const found = await store.notifications.get(id);
        const claimed = { ...base, notification: found!, message: found!.messages[0]! };
        expect((await store.outcomes.record(claimed, sent))?.late).toBe(inFlight !== CLAIM);
      }
    },
    recordMany: async (store) => {
      const found = await store.notifications.get(await stored(store, { inFlight: CLAIM }));
      const claimed = {
        token: 't',
        event: null,
        after: 'close',
        at: NOW,
        notification: found!,
        message: found!.messages[0]!,
      } as const;
      const settlement = { kind: 'sent', providerMessageId: 'p' } as const;
      expect(await store.outcomes.recordMany([{ claimed, settlement }])).toEqual(['completed']);
      expect(await store.outcomes.recordMany([{ claimed, settlement }])).toBeNull();
    },
    recordConfirmed: async (store) => {
      const found = await store.notifications.get(await stored(store));
      const messageId = found!.messages[0]!.id;
      const event = { id: 'e', type: 'delivery.sent', at: NOW, endpointId: 'w' } as const;
      const proven = { notification: found!, messageId, event, after: 'close', at: NOW } as const;
      expect(await store.outcomes.recordConfirmed(proven)).toBe('failed');
    },
  },
  receipts: {
    apply: async (store) => {
      const notificationId = await stored(store);
      const found = await store.notifications.get(notificationId);
      const receipt = {
        notificationId,
        messageId: found!.messages[0]!.id,
        kind: 'delivered',
        at: NOW,
      } as const;
      const change = { ...receipt, effect: effectOf(receipt, 'email'), providerMessageId: 'p' };
      const record = { at: NOW, kind: receipt.kind, detail: null };
      const sentEvent = { id: 'e', type: 'delivery.sent', at: NOW, endpointId: 'w' } as const;
      expect(await store.receipts.apply({ ...change, record, sentEvent, event: null })).toMatchObject({
        notification: { messages: [{ status: 'delivered' }] },
        raised: [sentEvent],
      });
    },
  },
  dkimKeys: {
    add: ({ dkimKeys }) => dkimKeys.add('app', DKIM_KEY),
    activate: ({ dkimKeys }) => dkimKeys.activate('app', DKIM_KEY, NOW),
    remove: ({ dkimKeys }) => dkimKeys.remove('app', DKIM_KEY),
  },
  pauses: {
    add: ({ pauses }) => pauses.add('app', PAUSE),
    resume: ({ pauses }) => pauses.resume('app', PAUSE.id, NOW),
    open: ({ pauses }) => pauses.open('app', PAUSE.id),
    remove: ({ pauses }) => pauses.remove('app', PAUSE.id),
    heldPrefixes: ({ pauses }) => pauses.heldPrefixes(),
    endingBefore: ({ pauses }) => pauses.endingBefore(before, 10),
    resumedBefore: ({ pauses }) => pauses.resumedBefore(before, 10),
  },
  holds: {
    heldBy: ({ holds }) => holds.heldBy(PAUSE.of, { until: before, limit: 10 }),
    count: ({ holds }) => holds.count(PAUSE.of),
    released: ({ holds }) => holds.released([{ _id: 'a', held: HELD, messages: [] }], NOW),
    pause: ({ holds }) => holds.pause('a', PAUSE),
    resume: ({ holds }) => holds.resume('a', PAUSE, NOW),
    pendingReleases: ({ holds }) => holds.pendingReleases(before, 10),
    postponeRelease: ({ holds }) => holds.postponeRelease({ _id: 'a', releasePending: NOW }, before),
    clearPendingRelease: ({ holds }) => holds.clearPendingRelease({ _id: 'a', releasedPause: PAUSE.id }),
  },
  waits: {
    setWaiting: async (store) => {
      await store.waits.setWaiting(await stored(store));
      await store.waits.setWaiting(await stored(store), 1);
    },
    beginReceipt: async (store) => store.waits.beginReceipt(await stored(store), 'send'),
    pendingWakes: ({ waits }) => waits.pendingWakes(before, 10),
    postponeWake: ({ waits }) => waits.postponeWake({ _id: 'a', wakePending: NOW }, before),
    clearPendingWake: ({ waits }) => waits.clearPendingWake({ _id: 'a', wakePending: NOW }),
    decide: async (store) =>
      store.waits.decide(
        await stored(store),
        { step: 'if-1', holds: false, at: NOW },
        { at: NOW, code: 'CONDITION_FALSE', step: null, detail: 'x' },
      ),
    endReceipt: async (store) => store.waits.endReceipt(await stored(store)),
  },
  digests: {
    join: async ({ digests }) => {
      const key = randomUUID();
      const first = await digests.join({ ...joining(key), notificationId: 'a' + key });
      // Accepted before the first one, and brought in behind it.
      const earlier = { acceptedAt: new Date(0), notificationId: 'b' + key };
      const second = await digests.join({ ...joining(key), ...earlier });
      expect(second._id).toBe(first._id);
      expect(membersOf(second)).toEqual(['b' + key, 'a' + key]);
      // An older worker says nothing of when.
      expect(membersOf({ ...second, accepted: [0] })).toEqual(['a' + key, 'b' + key]);
      expect(await digests.join({ ...joining(key), notificationId: 'a' + key })).toEqual(second);
    },
    of: async ({ digests }) => expect(await digests.of('nobody')).toBeNull(),
    take: async ({ digests }) => {
      const key = randomUUID();
      const window = await digests.join({ ...joining(key), notificationId: key });
      expect(await digests.take(window, key)).toBe(true);
      expect(await digests.take(window, 'too late')).toBe(false);
      const next = await digests.join({ ...joining(key), notificationId: 'next' + key });
      expect(next._id).not.toBe(window._id);
    },
    prolong: async ({ digests }) => {
      const key = randomUUID();
      const window = await digests.join({ ...joining(key), notificationId: key });
      const later = new Date(window.closesAt.getTime() + 1_000);
      expect(await digests.prolong(window, later)).toMatchObject({ closesAt: later });
      // As it was read it is no more.
      expect(await digests.prolong(window, new Date(0))).toMatchObject({ closesAt: later });
      return window;
    },
    settle: ({ digests }) => digests.settle(randomUUID(), NOW),
    removeOf: ({ digests }) => digests.removeOf('contact'),
  },
  digestMembers: {
    isAnyOpen: async (store) => expect(await store.digestMembers.isAnyOpen([await stored(store)])).toBe(true),
    carry: async (store) => {
      expect(await store.digestMembers.carry(await stored(store), 'running')).toBe(true);
      const id = await stored(store, { status: 'stopped' });
      expect(await store.digestMembers.carry(id, 'running')).toBe(false);
    },
    gather: async (store) => {
      const [open, stopped] = [await stored(store), await stored(store, { status: 'stopped' })];
      await store.digestMembers.gather([open, stopped], 'carrier', NOW);
      expect(await store.notifications.get(open)).toMatchObject({
        status: 'completed',
        digestedInto: 'carrier',
      });
      expect(await store.notifications.get(stopped)).not.toHaveProperty('digestedInto');
    },
    isAnyFolded: ({ digestMembers }) => digestMembers.isAnyFolded(['a'], 'f', { orInFlight: true }),
    adopt: ({ digestMembers }) => digestMembers.adopt(['a', 'b'], 'a', 'b'),
    gatherFolded: async (store) => {
      const carrier = randomUUID();
      const id = await stored(store);
      await store.digestMembers.gatherFolded([id], { fold: 'another', carrier, at: NOW });
      expect(await store.notifications.get(id)).not.toHaveProperty('digestedInto');
      await store.digestMembers.gather([id], carrier, NOW);
      await store.digestMembers.gatherFolded([id], { fold: 'f', carrier, at: NOW });
    },
    partsOf: async (store) => {
      const carrier = randomUUID();
      const ids = [await stored(store), await stored(store), await stored(store)];
      await store.digestMembers.gather(ids, carrier, NOW);
      const few = await store.digestMembers.partsOf(carrier, { parts: 2, bytes: 1000 });
      expect([few.parts.length, few.count]).toEqual([2, 3]);
      const all = await store.digestMembers.partsOf(carrier, { parts: 9, bytes: 1000 });
      expect([all.parts.length, all.count]).toEqual([3, 3]);
      const small = await store.digestMembers.partsOf(carrier, { parts: 9, bytes: 4 });
      expect([small.parts.length, small.count]).toEqual([2, 3]);
    },
  },
  operators: {
    count: async ({ operators }) => {
      for (const event of [undefined, 'welcome'])
        for (const status of [undefined, 'failed'] as const)
          await operators.count({ scope: SCOPE, event, status, from: NOW, to: before }, 3);
    },
    countOpen: ({ operators }) => operators.countOpen(SCOPE, 'welcome'),
    countOpenOf: ({ operators }) => operators.countOpenOf('app', 'acme'),
    countFailingAt: ({ operators }) => operators.countFailingAt(SCOPE, 'relay', 1000),
    list: async ({ operators }) => {
      const after = { at: NOW, id: randomUUID() };
      await operators.list({ scope: SCOPE, failingAt: 'relay', after, limit: 10 });
      for (const event of [undefined, 'welcome'])
        for (const status of [undefined, 'failed'] as const)
          for (const failure of [{}, { provider: 'smtp' }, { provider: 'smtp', errorCode: 'EXPIRED' }])
            for (const time of [{}, { from: NOW, to: before }, { from: NOW, after }])
              for (const recipients of [undefined, ['contact']])
                for (const channel of [undefined, 'sms'] as const)
                  await operators.list({
                    ...{ scope: SCOPE, recipients, event, channel, status },
                    ...{ ...failure, ...time, limit: 10 },
                  });
      for (const failure of [{}, { status: 'failed' as const, errorCode: 'PREFERENCE' }])
        await operators.list({ scope: SCOPE, broadcast: 'b', ...failure, after, limit: 10 });
      for (const messageStatus of ['sent', 'failed'] as const)
        await operators.list({ scope: SCOPE, messageStatus, from: NOW, limit: 10 });
    },
    ofRecipients: ({ operators }) =>
      operators.ofRecipients({ recipients: ['a', 'b'], event: 'e', from: before, to: NOW, limit: 10 }),
    markRetried: async (store) => {
      const id = await stored(store, { status: 'failed' });
      expect(await store.operators.markRetried(id, undefined, 'n')).toBe(true);
      expect(await store.operators.markRetried(id, undefined, 'm')).toBe(false);
    },
    reopen: async (store) => {
      const from = { _id: await stored(store, { status: 'failed', completedAt: NOW }) };
      const closed = { ...from, status: 'failed', completedAt: NOW } as const;
      const reopening = { from: closed, status: 'running', message: null, failures: [], at: NOW } as const;
      expect(await store.operators.reopen({ ...reopening, failures: [] })).toMatchObject({
        completedAt: null,
      });
      expect(await store.operators.reopen({ ...reopening, failures: [] })).toBeNull();
    },
  },
  topics: {
    get: ({ topics }) => topics.get(SCOPE, 'news'),
    withId: ({ topics }) => topics.withId('t'),
    getMany: ({ topics }) => topics.getMany(['t', 'u']),
    list: ({ topics }) => topics.list(SCOPE, { after: 'a', limit: 10 }),
    ofCategory: ({ topics }) => topics.ofCategory(SCOPE, 'news', 20),
    put: async ({ topics }) => {
      const fields = { name: 'News', description: null, category: null, at: NOW };
      const put = () => topics.put(SCOPE, 'news', { ...fields, id: randomUUID() });
      const [one, other] = [await put(), await put()];
      expect(other._id).toBe(one._id);
    },
    markRemoved: ({ topics }) => topics.markRemoved('t', NOW),
    pending: ({ topics }) => topics.pending(NOW, 1),
    postpone: ({ topics }) => topics.postpone({ _id: 't', pending: NOW }, NOW),
    remove: ({ topics }) => topics.remove('t'),
  },
  segments: {
    get: ({ segments }) => segments.get(SCOPE, 'pros'),
    list: ({ segments }) => segments.list(SCOPE, { after: 'a', limit: 10 }),
    insert: async ({ segments }) => {
      const fields = { name: 'Pros', description: null, filter: '{}', at: NOW };
      const name = randomUUID();
      expect(await segments.insert(SCOPE, name, fields)).toMatchObject({ segment: name });
      expect(await segments.insert(SCOPE, name, fields)).toBeNull();
    },
    replace: ({ segments }) =>
      segments.replace(SCOPE, 'none', { name: 'Pros', description: null, filter: '{}', at: NOW }),
    remove: ({ segments }) => segments.remove(SCOPE, 'none'),
  },
  audiences: {
    all: ({ audiences }) => audiences.all(SCOPE, NOW).page('c', 10),
    ofTopic: ({ audiences }) => audiences.ofTopic('t', NOW).page('c', 10),
    ofSegment: ({ audiences }) => audiences.ofSegment(SCOPE, IN_TOPIC, NOW).page('c', 10),
    sizeOf: ({ audiences }) => audiences.sizeOf(SCOPE, IN_TOPIC, { at: NOW, most: 1, withinMs: 1 }),
  },
  subscriptions: {
    add: async ({ subscriptions }) => {
      const add = (ids: string[], by?: string) =>
        subscriptions.add('t', ids, { at: NOW, ...(by !== undefined && { by }) });
      expect([...(await add(['a', 'b'], 'page'))]).toEqual([]);
      expect([...(await add(['a', 'c'], 'page'))]).toEqual([]);
      expect([...(await add(['a', 'd'], 'other'))]).toEqual(['a']);
      expect([...(await add(['b']))]).toEqual(['b']);
    },
    among: ({ subscriptions }) => subscriptions.among('t', ['c']),
    get: ({ subscriptions }) => subscriptions.get('t', 'c'),
    remove: async ({ subscriptions }) => {
      await subscriptions.add('t', ['c'], { at: NOW });
      expect([...(await subscriptions.remove('t', ['c', 'x']))]).toEqual(['c']);
    },
    ofTopic: async ({ subscriptions }) => {
      await subscriptions.ofTopic('t', { limit: 1 });
      await subscriptions.ofTopic('t', { after: 'c', limit: 1 });
    },
    ofContact: ({ subscriptions }) => subscriptions.ofContact('c', { after: 't', limit: 1 }),
    size: ({ subscriptions }) => subscriptions.size('t', 2),
    removeOf: ({ subscriptions }) => subscriptions.removeOf('c'),
    removeSome: ({ subscriptions }) => subscriptions.removeSome('t', 1),
  },
  topicImports: {
    counts: ({ topicImports }) => topicImports.counts(),
    insert: ({ topicImports }) => topicImports.insert(topicImport()),
    get: ({ topicImports }) => topicImports.get('i'),
    list: async ({ topicImports }) => {
      await topicImports.list('t', { limit: 1 });
      await topicImports.list('t', { after: { at: NOW, id: 'i' }, limit: 1 });
    },
    begin: ({ topicImports }) => topicImports.begin('i', { rows: 1, pages: 1, header: null }, NOW),
    endPage: ({ topicImports }) =>
      topicImports.endPage(topicImport(), { subscribed: 1, already: 0, rejected: 0 }, NOW),
    stop: ({ topicImports }) => topicImports.stop('i'),
    resume: ({ topicImports }) => topicImports.resume('i', NOW),
    pending: ({ topicImports }) => topicImports.pending(NOW, 1),
    postpone: ({ topicImports }) => topicImports.postpone({ ...topicImport(), pending: NOW }, NOW),
    old: ({ topicImports }) => topicImports.old(['running', 'done'], NOW, 1),
    remove: ({ topicImports }) => topicImports.remove('i'),
  },
  importRows: {
    addPage: ({ importRows }) => importRows.addPage('i', 0, [{ line: 1, bytes: Buffer.from('a') }]),
    page: ({ importRows }) => importRows.page('i', 0),
    removePage: ({ importRows }) => importRows.removePage('i', 0),
    reject: ({ importRows }) =>
      importRows.reject('i', [{ line: 1, code: 'VALIDATION_ERROR', field: null, message: 'm' }]),
    rejects: ({ importRows }) => importRows.rejects('i', { after: 0, limit: 1 }),
    removePages: ({ importRows }) => importRows.removePages('i'),
    removeOf: ({ importRows }) => importRows.removeOf('i'),
  },
  tenants: {
    get: ({ tenants }) => tenants.get('app', 'acme'),
    byKey: ({ tenants }) => tenants.byKey('app:acme'),
    list: ({ tenants }) => tenants.list('app', { after: 'a', limit: 10 }),
    near: ({ tenants }) => tenants.near('app', 'acme', 10),
    count: ({ tenants }) => tenants.count('app'),
    insert: ({ tenants }) => tenants.insert(TENANT),
    replace: ({ tenants }) => tenants.replace('app', 'acme', { ...TENANT_CHANGE, updatedAt: NOW }),
    remove: ({ tenants }) => tenants.remove('app', 'acme'),
  },
  preferenceChanges: {
    add: ({ preferenceChanges }) => preferenceChanges.add(preferenceChange()),
    list: async ({ preferenceChanges }) => {
      await preferenceChanges.list('contact', { limit: 1 });
      await preferenceChanges.list('contact', { limit: 1, after: { at: NOW, id: 'n' } });
    },
    removeOf: ({ preferenceChanges }) => preferenceChanges.removeOf('contact'),
    removeOld: ({ preferenceChanges }) => preferenceChanges.removeOld(NOW, 1),
  },
  suppressions: {
    add: ({ suppressions }) => suppressions.add(suppression()),
    get: ({ suppressions }) => suppressions.get(['s', 't']),
    among: ({ suppressions }) => suppressions.among(['s']),
    list: ({ suppressions }) => suppressions.list({ scope: SCOPE, limit: 10, offset: 0 }),
    lift: ({ suppressions }) => suppressions.lift('s', 'opt_out', before),
    liftedUntil: ({ suppressions }) => suppressions.liftedUntil('s', 'opt_out'),
    unfinishedChoices: ({ suppressions }) => suppressions.unfinishedChoices(before, 10),
    postponeChoice: ({ suppressions }) =>
      suppressions.postponeChoice({ _id: 's', choicePending: NOW }, before),
    finishedChoice: ({ suppressions }) => suppressions.finishedChoice('s', NOW),
    forget: async ({ suppressions }) => {
      await suppressions.forget({ ids: ['s'] });
      await suppressions.forget({ contactId: 'contact' });
    },
  },
  backlog: {
    applications: ({ backlog }) => backlog.applications(),
    count: ({ backlog }) => backlog.count('app', 10),
  },
  batches: {
    put: ({ batches }) =>
      batches.put({ id: randomUUID(), applicationId: 'app', answer: ANSWER, payload: {}, overrides: null }),
    setAnswer: ({ batches }) => batches.setAnswer('b', ANSWER),
    answerOf: ({ batches }) => batches.answerOf('b', SCOPE),
    get: ({ batches }) => batches.get('b'),
    markErased: ({ batches }) => batches.markErased(['b'], 'contact'),
    erasedFor: ({ batches }) => batches.erasedFor('contact'),
    remove: ({ batches }) => batches.remove('b'),
  },
  smsGuard: {
    minutes: ({ smsGuard }) => smsGuard.minutes({ scope: SCOPE, prefix: '+44' }),
    sent: ({ smsGuard }) => smsGuard.sent({ scope: SCOPE, prefix: '+44' }, NOW),
    followed: ({ smsGuard }) => smsGuard.followed({ scope: SCOPE, prefix: '+44' }, NOW, NOW),
    reset: ({ smsGuard }) => smsGuard.reset({ scope: SCOPE, prefix: '+44' }),
  },
  caps: {
    take: async ({ caps }) => {
      const request = {
        id: randomUUID(),
        contactId: 'contact',
        most: 1,
        since: new Date(0),
        at: NOW,
        until: NOW,
      };
      expect((await caps.take({ ...request, messageId: 'm' })).kind).toBe('taken');
      expect((await caps.take({ ...request, messageId: 'm' })).kind).toBe('held');
      expect((await caps.take({ ...request, messageId: 'n' })).kind).toBe('full');
    },
    reserve: ({ caps }) =>
      caps.reserve({
        ...{ id: randomUUID(), placeId: 'f', contactId: 'contact', most: 1, since: new Date(0), at: NOW },
        freeAt: () => NOW,
      }),
    giveBack: ({ caps }) => caps.giveBack(['c'], 'm'),
    removeOf: ({ caps }) => caps.removeOf('contact'),
  },
  folds: {
    join: async ({ folds }) => {
      const key = randomUUID();
      const of = (id: string) => ({ notificationId: id + key, messageId: id + key, accepted: 0 });
      const join = (id: string) =>
        folds.join({ key, member: of(id), contactId: 'contact', now: new Date(0) }, NOW);
      const first = await join('a');
      expect([(await join('b'))._id, (await join('a'))._id]).toEqual([first._id, first._id]);
    },
    get: async ({ folds }) => expect(await folds.get('none')).toBeNull(),
    reserved: ({ folds }) => folds.reserved('f', NOW),
    take: async ({ folds }) => {
      const key = randomUUID();
      const member = { notificationId: key, messageId: key, accepted: 0 };
      const opened = await folds.join({ key, member, contactId: null, now: before }, NOW);
      expect([await folds.take(opened, key), await folds.take(opened, 'late')]).toEqual([true, false]);
    },
    settle: ({ folds }) => folds.settle(randomUUID(), NOW),
    removeOf: ({ folds }) => folds.removeOf('contact'),
  },
  quotas: {
    take: async ({ quotas }) => {
      const request = { id: randomUUID(), limit: 4, amount: 2, partial: true, expiresAt: before };
      expect((await quotas.take({ ...request, holder: 'h' })).taken).toBe(2);
      expect((await quotas.take({ ...request, amount: 3, holder: 'h' })).taken).toBe(3);
      expect((await quotas.take(request)).taken).toBe(1);
    },
    takePage: async ({ quotas }) => {
      const page = { id: randomUUID(), limit: 4, broadcast: 'b', expiresAt: before };
      const made = () => Promise.resolve(new Set<string>());
      for (const contactIds of [['c'], ['d'], ['c', 'd', 'e']])
        expect((await quotas.takePage({ ...page, contactIds, made })).isTaken).toBe(true);
    },
    hasRoom: async ({ quotas }) => {
      const made = () => Promise.resolve(new Set<string>());
      const page = { id: 'q', limit: 4, broadcast: 'b', contactIds: ['c'], made, expiresAt: before };
      await quotas.hasRoom(page);
    },
    forgetPages: ({ quotas }) =>
      quotas.forgetPages({ applicationId: 'q', environment: 'production' }, 'broadcast'),
    used: ({ quotas }) => quotas.used('q'),
    settleAll: ({ quotas }) => quotas.settleAll({ applicationId: 'q', environment: 'production' }, ['h']),
    reduce: async ({ quotas }) => {
      await quotas.reduce('q', 1);
      await quotas.reduce('q', 1, 'h');
    },
    settle: ({ quotas }) => quotas.settle('q', 'h'),
    settleCountedTwice: ({ quotas }) => quotas.settleCountedTwice('q', { holder: 'h', since: before }, 1),
    forgotten: ({ quotas }) => quotas.forgotten(before, 10),
    release: ({ quotas }) => quotas.release({ id: 'q', holder: { id: 'h', amount: 1, at: before } }),
  },
  refusals: {
    note: async ({ refusals }) => {
      const about = { requestId: 'r', event: 'e', code: 'VALIDATION_ERROR' as const, field: null };
      const refused = {
        _id: randomUUID(),
        ...SCOPE,
        at: NOW,
        ...about,
        message: 'm',
        recipient: null,
        ...{ keyId: randomUUID(), day: '2026-03-01', hashes: ['a'] },
      };
      const { _id, keyId, day } = refused;
      const again = { ...refused, at: before, requestId: 's', message: 'n', hashes: ['b'] };
      expect(await refusals.note([refused, { ...refused, _id: randomUUID() }], true)).toBe(2);
      expect(await refusals.note([again, { ...refused, _id: randomUUID() }], false)).toBe(0);
      expect(await refusals.keptOf(keyId, day, 10)).toBe(2);
      expect(await refusals.keptOf(keyId, day, 1)).toBe(1);
      const stored = (await refusals.of(['a'], new Date(0), 10)).find((one) => one._id === _id);
      expect(stored).toEqual({ ...refused, at: before, requestId: 's', message: 'n', count: 2 });
    },
    keptOf: ({ refusals }) => refusals.keptOf('k', '2026-03-01', 10),
    of: ({ refusals }) => refusals.of(['a', 'b'], before, 10),
    removeOld: ({ refusals }) => refusals.removeOld(before, 10),
    removeOf: ({ refusals }) => refusals.removeOf(['a']),
  },
  schedules: {
    list: ({ schedules }) => schedules.list(SCOPE),
    get: ({ schedules }) => schedules.get('s'),
    put: async ({ schedules }) => {
      const of = { _id: randomUUID(), name: 'daily', ...SCOPE };
      const made = await schedules.put(of, scheduleFields(), { paused: true, at: NOW });
      expect(made).toMatchObject({ paused: true, runs: [], pending: NOW });
      expect(await schedules.put(of, scheduleFields(), { at: NOW })).toMatchObject({ paused: true });
    },
    setPaused: ({ schedules }) => schedules.setPaused('s', 'r', NOW, true),
    remove: ({ schedules }) => schedules.remove('s', 'r', NOW),
    forget: ({ schedules }) => schedules.forget(['key'], 'c'),
    beginRun: async ({ schedules }) => {
      const of = { _id: randomUUID(), name: 'daily', ...SCOPE };
      await schedules.put(of, scheduleFields(), { at: NOW });
      for (const id of ['one', 'one', ...Array.from({ length: 20 }, (_, index) => `${index}`)])
        await schedules.beginRun(of._id, scheduleRun(id));
      const { runs } = (await schedules.get(of._id)) ?? {};
      expect(runs?.map(({ id }) => id)).toEqual(Array.from({ length: 20 }, (_, index) => `${index}`));
    },
    putRun: ({ schedules }) => schedules.putRun('s', scheduleRun('one')),
    pending: ({ schedules }) => schedules.pending(before, 10),
    postpone: ({ schedules }) => schedules.postpone({ _id: 's', pending: NOW }, before),
    markEqual: ({ schedules }) => schedules.markEqual({ _id: 's', revision: 'r' }),
    erase: ({ schedules }) => schedules.erase({ _id: 's', revision: 'r' }),
    setPending: ({ schedules }) => schedules.setPending(['s']),
    revisions: ({ schedules }) => schedules.revisions('', 10),
  },
  reservations: {
    reserve: async ({ reservations }) => {
      const one = reservation();
      expect(await reservations.reserve(one)).toBeNull();
      expect(await reservations.reserve(one)).toMatchObject({ _id: one._id });
    },
    takeOver: ({ reservations }) => reservations.takeOver(reservation(), 'other', NOW),
    renew: ({ reservations }) => reservations.renew(reservation(), reservation()),
    commit: ({ reservations }) => reservations.commit('r', 'o', null),
    isAnswered: ({ reservations }) => reservations.isAnswered('r'),
    free: ({ reservations }) => reservations.free('r', 'o'),
    remove: ({ reservations }) => reservations.remove(['r']),
  },
  webhooks: {
    insert: ({ webhooks }) =>
      webhooks.insert({
        ...{
          _id: randomUUID(),
          scope: randomUUID(),
          url: 'https://example.org',
          enabledEvents: [],
          isActive: true,
        },
        ...{ description: '', signingSecret: 's', createdAt: NOW, updatedAt: NOW },
      }),
    get: ({ webhooks }) => webhooks.get('w'),
    ofScope: ({ webhooks }) => webhooks.ofScope(SCOPE),
    update: ({ webhooks }) => webhooks.update(SCOPE, 'w', {}, NOW),
    rotateSecret: ({ webhooks }) =>
      webhooks.rotateSecret(
        { _id: 'w', signingSecret: 's' },
        { secret: 't', earlier: [] },
        { at: NOW, until: before },
      ),
    remove: ({ webhooks }) => webhooks.remove(SCOPE, 'w'),
  },
  webhookHealth: {
    failed: ({ webhookHealth }) => webhookHealth.failed('w', NOW),
    recovered: ({ webhookHealth }) => webhookHealth.recovered('w'),
    switchOff: ({ webhookHealth }) => webhookHealth.switchOff('w', NOW, NOW),
    switchOffGone: ({ webhookHealth }) => webhookHealth.switchOffGone({ _id: 'w', url: 'u' }, NOW),
    noteOwner: ({ webhookHealth }) => webhookHealth.noteOwner('w', { at: NOW }, 'sent'),
    pendingNotices: ({ webhookHealth }) => webhookHealth.pendingNotices(before, 10),
    postpone: ({ webhookHealth }) =>
      webhookHealth.postpone({ _id: 'w', untoldSince: NOW, switchedOff: { at: NOW } }, before),
  },
  webhookDeliveries: {
    begin: ({ webhookDeliveries }) => webhookDeliveries.begin(TOLD, ATTEMPT),
    record: async ({ webhookDeliveries }) => {
      await webhookDeliveries.record('d', 'delivered', { ...ATTEMPT, durationMs: 1, status: 200 });
      expect(await webhookDeliveries.statesOf(['d'])).toEqual([
        { _id: 'd', status: 'delivered', begun: true },
      ]);
    },
    recordRetry: ({ webhookDeliveries }) => webhookDeliveries.recordRetry(TOLD, ATTEMPT, NOW),
    end: ({ webhookDeliveries }) => webhookDeliveries.end(TOLD, 'dropped'),
    get: ({ webhookDeliveries }) => webhookDeliveries.get('d'),
    statesOf: ({ webhookDeliveries }) => webhookDeliveries.statesOf(['d', 'e']),
    ofNotification: ({ webhookDeliveries }) => webhookDeliveries.ofNotification('n'),
    idsOf: ({ webhookDeliveries }) => webhookDeliveries.idsOf('contact', 50),
    remove: ({ webhookDeliveries }) => webhookDeliveries.remove(['d']),
    removeOf: ({ webhookDeliveries }) => webhookDeliveries.removeOf('contact'),
  },
  webhookEvents: {
    add: ({ webhookEvents }) => webhookEvents.add(delivery()),
    list: async ({ webhookEvents }) => {
      for (const status of [undefined, 'failed'] as const)
        for (const after of [undefined, { at: NOW, id: 'd' }])
          await webhookEvents.list({ endpointId: 'e', status, after, limit: 10 });
    },
    undelivered: async ({ webhookEvents }) => {
      for (const after of [undefined, { at: NOW, id: 'd' }])
        await webhookEvents.undelivered({ endpointId: 'e', since: NOW, until: before, after, limit: 10 });
    },
    redeliver: async (store) => {
      const one = delivery();
      await store.webhookEvents.add(one);
      const by = { endpointId: 'e', scope: 'app:production', by: 'owner', at: NOW } as const;
      expect(await store.webhookEvents.redeliver(one._id, by)).toMatchObject({ _id: one._id, body: '{}' });
      expect(await store.webhookEvents.redeliver(one._id, by)).toBeNull();
    },
    due: ({ webhookEvents }) => webhookEvents.due(before, 10),
    postpone: ({ webhookEvents }) => webhookEvents.postpone({ _id: 'd', dueAt: NOW }, before),
    postponeAll: ({ webhookEvents }) => webhookEvents.postponeAll(['d'], NOW, before),
    hasDelivered: ({ webhookEvents }) => webhookEvents.hasDelivered('e', NOW, 1000),
  },
  webhookQueue: {
    add: ({ webhookQueue }) => webhookQueue.add(TOLD, NOW),
    due: ({ webhookQueue }) => webhookQueue.due('e', before, 10),
    next: ({ webhookQueue }) => webhookQueue.next('e'),
    begin: ({ webhookQueue }) => webhookQueue.begin(WAITING, ATTEMPT, before),
    postpone: ({ webhookQueue }) => webhookQueue.postpone(WAITING, before),
    leave: ({ webhookQueue }) => webhookQueue.leave('d'),
    hasten: ({ webhookQueue }) => webhookQueue.hasten('w', NOW),
    setDrain: async ({ webhookQueue }) => {
      await webhookQueue.setDrain('w', NOW);
      await webhookQueue.setDrain('w', null);
    },
    undrained: ({ webhookQueue }) => webhookQueue.undrained(before, 10),
    restarted: ({ webhookQueue }) =>
      webhookQueue.restarted({ _id: 'w', scope: 'app:production', drainsAt: NOW }, before),
  },
  resealing: {
    page: async ({ resealing }) => {
      for (const part of RESEALED)
        await resealing.page(part, createVault([Buffer.alloc(32)]), { after: '', limit: 200 });
    },
  },
  encryptionCheck: {
    get: ({ encryptionCheck }) => encryptionCheck.get(),
    putFirst: async ({ encryptionCheck }) => {
      await encryptionCheck.replace('old');
      expect(await encryptionCheck.putFirst('new')).toBe(false);
      expect(await encryptionCheck.get()).toBe('old');
    },
    replace: async ({ encryptionCheck }) => {
      await encryptionCheck.replace('new');
      expect(await encryptionCheck.get()).toBe('new');
    },
  },
  inbox: {
    capture: ({ inbox }) =>
      inbox.capture({
        ...{ id: 'm', environment: 'sandbox', channel: 'email', to: 'a@b.c', from: '', subject: null },
        ...{ text: null, html: null, headers: {}, receivedAt: NOW },
      }),
    list: async ({ inbox }) => {
      await inbox.list({ limit: 10 });
      await inbox.list({ to: 'a@b.c', limit: 10 });
    },
    removeOf: ({ inbox }) => inbox.removeOf('contact'),
  },
  sendQueues: {
    open: ({ sendQueues }) => sendQueues.open({ _id: 'i', applicationId: 'app', perSecond: 1 }),
    end: ({ sendQueues }) => sendQueues.end('i', before),
    polled: ({ sendQueues }) => sendQueues.polled(NOW),
  },
  sweepState: {
    confirmPrimary: ({ sweepState }) => sweepState.confirmPrimary(),
    get: ({ sweepState }) => sweepState.get('mark'),
    set: ({ sweepState }) => sweepState.set('mark', 'value'),
    takeTurn: async ({ sweepState }) => {
      expect([await sweepState.takeTurn('turn', 60_000), await sweepState.takeTurn('turn', 60_000)]).toEqual([
        true,
        false,
      ]);
      expect(await sweepState.takeTurn('turn', -1)).toBe(true);
    },
  },
  retention: {
    removeContent: async (store) => {
      await stored(store, { status: 'completed', completedAt: NOW });
      expect(await store.retention.removeContent('app', before, 500)).toBeGreaterThan(0);
    },
    removeNotifications: async (store) => {
      await stored(store, { status: 'completed', completedAt: NOW, contentRemoved: true });
      expect(await store.retention.removeNotifications('app', before, 500)).toBeGreaterThan(0);
    },
    removeBatches: async (store) => {
      const batch = { id: randomUUID(), applicationId: 'app', answer: ANSWER };
      await store.batches.put({ ...batch, payload: {}, overrides: null });
      const between = { after: new Date(0), before };
      expect((await store.retention.removeBatches('app', between, 500)).removed).toBeGreaterThan(0);
    },
    removeWebhookDeliveries: (store) => store.retention.removeWebhookDeliveries(before, 500),
    removeDigests: ({ retention }) => retention.removeDigests(before, 10),
    removeExpired: async (store) => {
      for (const what of ['reservations', 'quotas', 'rate_limits'] as const)
        await store.retention.removeExpired(what, NOW, 500);
    },
  },
};

const TOLD = {
  ...{ _id: 'd', endpointId: 'e', notificationId: 'n', contactId: null, type: 'delivery.sent' as const },
  ...{ body: '{}', createdAt: NOW },
};
const ATTEMPT = { id: 'a', at: NOW, durationMs: null, status: null, answer: null, error: 'unrecorded' };
const delivery = () => ({ ...TOLD, _id: randomUUID(), status: 'failed' as const, attempts: [] });

const auditRecord = () => ({
  ...{ _id: randomUUID(), at: NOW, by: { id: 'k', name: 'ci', role: 'editor' as const } },
  ...{ address: '192.0.2.x', requestId: 'r', action: 'application.update', path: '/' },
  ...{ about: ['app'], outcome: null, code: null, before: null, after: null },
});

const adminKey = () => ({
  ...{ _id: randomUUID(), name: 'ci', role: 'editor' as const, hashes: [randomUUID()], previousUntil: null },
  ...{ prefix: 'admin_a', createdAt: NOW, expiresAt: null, lastUsedAt: null, revokedAt: null },
});

const operatorAccount = () => {
  const _id = randomUUID();
  return {
    ...{ _id, email: `${_id}@example.org`, name: 'Ada', role: 'owner' as const, passwordHash: null },
    ...{ linkHash: null, linkExpiresAt: null, createdAt: NOW, lastUsedAt: null },
  };
};

const session = () => ({
  ...{ _id: randomUUID(), operatorId: 'o', byLink: false, createdAt: NOW, expiresAt: before },
});

const application = () => ({
  ...{
    _id: randomUUID(),
    name: randomUUID(),
    subscription: 'active' as const,
    monthlyQuota: 1,
    dailyQuota: null,
  },
  ...{ otpDomain: null, ownerEmail: null, from: null, brand: {}, senders: [], createdAt: NOW },
});

let connection: StoreConnection;
let store: Store;
let asked: Asked[];
let real: boolean;
beforeAll(async () => {
  connection = connectStore(
    withDatabase(String(process.env.HELIOGRAPH_TEST_MONGODB_URI), `i${randomUUID().slice(0, 8)}`),
  );
  await connection.connected;
  store = createStore(connection.mongoose);
  const onProblem = (_index: string, error: unknown): void => {
    throw error;
  };
  for (const which of ['unique', 'others'] as const) await store.ensureIndexes({ which, onProblem });
  asked = recordQueries(connection.mongoose);
  // The stand-in explains nothing: with it the declared indexes alone are checked.
  real = await isRealMongo(connection.mongoose);
});
afterAll(async () => {
  await connection.mongoose.dropDatabase();
  await connection.close();
});

test('every method of every repository is in the table above', () => {
  const methods = (of: object): string[] => Object.keys(of).sort();
  const repositories = Object.entries(store).filter(([, repository]) => typeof repository === 'object');
  expect(methods(CALLS)).toEqual(repositories.map(([name]) => name).sort());
  const missing = repositories.flatMap(([name, repository]) => {
    const called = methods(CALLS[name as keyof Store] ?? {});
    return methods(repository)
      .filter((method) => !called.includes(method))
      .map((method) => `${name}.${method}`);
  });
  expect(missing).toEqual([]);
  for (const [name, repository] of repositories)
    expect({ [name]: methods(CALLS[name as keyof Store] ?? {}) }).toEqual({ [name]: methods(repository) });
});

const rows = Object.entries(CALLS).flatMap(([name, calls]) =>
  Object.entries(calls).map(([method, call]): [string, Call] => [`${name}.${method}`, call]),
);

/** They only insert; the database looks up the unique keys by itself. */
const INSERTS =
  /^(applications|adminKeys|operatorAccounts|sessions|apiKeys|contacts|webhooks|tenants|jobs|broadcasts|segments|topicImports)\.insert$|^(jobResults|preferenceChanges|webhookEvents)\.add$|^importRows\.(addPage|reject)$|\.insertAll$|^audit\.begin$/;

/** A search of contacts reads a range of keys, which come in another order: it sorts the contacts that it found. */
const sortsItsFinds = (name: string, { filter }: Asked): boolean =>
  name === 'contacts.list' && JSON.stringify(filter).includes('$elemMatch');

test.each(rows)('%s is served by a declared index', async (name, call) => {
  asked.length = 0;
  await call(store);
  expect(asked.length > 0).toBe(!INSERTS.test(name));
  for (const query of asked.splice(0)) {
    const model = Object.values(connection.mongoose.models).find(
      ({ collection }) => collection.name === query.collection,
    );
    const held = sortsItsFinds(name, query) ? { ...query, sort: undefined } : query;
    expect({ query, served: model !== undefined && isServed(held, model.schema.indexes()) }).toEqual({
      query,
      served: true,
    });
    if (real)
      expect({ query, scans: !(await explainsWithoutScan(connection.mongoose, held)) }).toEqual({
        query,
        scans: false,
      });
  }
});

test('a query that no index serves is found out', () => {
  const indexes: [Record<string, unknown>, Record<string, unknown>][] = [
    [{ recipient: 1, event: 1, status: 1 }, {}],
    [{ pending: 1 }, { sparse: true }],
    [{ application: 1, at: 1 }, {}],
  ];
  const served = (filter: Record<string, unknown>, sort?: Record<string, unknown>): boolean =>
    isServed({ collection: 'c', method: 'find', filter, sort }, indexes);
  expect(served({ recipient: 'a', status: { $in: ['b'] } })).toBe(true);
  expect(served({ event: 'a' })).toBe(false);
  expect(served({ pending: { $lt: 1 } })).toBe(true);
  expect(served({ pending: null })).toBe(false);
  expect(served({ pending: { $exists: false } })).toBe(false);
  expect(served({ application: 'a' }, { at: 1 })).toBe(true);
  expect(served({ application: 'a', at: { $lt: 1 } }, { at: -1 })).toBe(true);
  expect(served({ application: { $gt: 'a' } }, { at: 1 })).toBe(false);
  expect(served({ recipient: 'a' }, { status: 1 })).toBe(false);
  expect(served({ recipient: { $ne: 'a' } })).toBe(false);
  expect(served({})).toBe(false);
});

describe('a plan of a real server', () => {
  const explained = (winningPlan: object, ...rejectedPlans: object[]) =>
    ({ queryPlanner: { winningPlan, rejectedPlans } }) as Explained;
  const [SCAN, FETCH] = [{ stage: 'COLLSCAN' }, { stage: 'FETCH', inputStage: { stage: 'IXSCAN' } }];
  const SORT = { stage: 'SORT', inputStage: FETCH };

  test.each<[string, Explained]>([
    ['by an index', explained(FETCH)],
    ['by an id', explained({ stage: 'IDHACK' })],
    ['by an id, of MongoDB 8', explained({ stage: 'EXPRESS_IXSCAN' })],
    ['of a collection that is not there', explained({ stage: 'EOF' })],
    ['of an $or', explained({ stage: 'SUBPLAN', inputStage: { stage: 'OR', inputStages: [FETCH, FETCH] } })],
    ['that merges what is sorted', explained({ stage: 'SORT_MERGE', inputStages: [FETCH, FETCH] })],
    ['of the newer engine', explained({ isCached: false, queryPlan: FETCH, slotBasedPlan: {} })],
    ['that sorts, beside one that need not', explained(SORT, FETCH)],
  ])('%s is none with a scan', (_name, plan) => {
    expect(hasPlanWithoutScan(plan)).toBe(true);
  });

  test.each<[string, Explained]>([
    ['that scans', explained(SCAN)],
    ['that sorts', explained(SORT)],
    [
      'that scans for a part',
      explained({ stage: 'SUBPLAN', inputStage: { stage: 'OR', inputStages: [FETCH, SCAN] } }),
    ],
    ['of the newer engine', explained({ queryPlan: SCAN })],
    ['beside another that scans', explained(SORT, SCAN)],
  ])('%s is one', (_name, plan) => {
    expect(hasPlanWithoutScan(plan)).toBe(false);
  });
});
