import { randomUUID } from 'node:crypto';
import { pino } from 'pino';
import type { ActivityDeps } from '../../../activities/deps';
import { beginPage } from '../../../activities/broadcasts/page';
import { settle } from '../../../activities/deliver/settle';
import type { Sending } from '../../../activities/deliver/sending';
import { countInWarmUp } from '../../../activities/deliver/warm-up';
import { takeWarmUp } from '../../../api/broadcasts/warm-up';
import type { Integration } from '../../../core/sending/integration';
import { type WarmUp, warmUpDay } from '../../../core/sending/warm-up';
import type { Application } from '../../../store/accounts/applications';
import type { Broadcast } from '../../../store/broadcasts/broadcasts';
import type { PagePlan, PlannedRecipient } from '../../../store/broadcasts/page-plan';
import type { Contact } from '../../../store/contacts/model';
import type { Attempt } from '../../../store/notifications/model';
import type { Settlement } from '../../../store/notifications/outcome-change';
import { ownDatabase } from '../database';
import { attemptOf, messageOf, notificationOf, OURS, SCOPE, sendingOf } from '../documents';

const db = ownDatabase();
const log = pino({ enabled: false });

/** An integration whose day has ten messages. */
function integrationOf(over: Partial<WarmUp> = {}) {
  const startedAt = db.store.now().toISOString().slice(0, 10);
  const warmUp = { firstDay: 10, factor: 2, until: 1000, startedAt, ...over };
  return { id: randomUUID(), channel: 'email', provider: 'smtp', priority: 1, warmUp } as Integration;
}
const dayOf = (integration: Integration) => warmUpDay(integration, db.store.now())!;
const usedOf = (integration: Integration): Promise<number> => db.store.quotas.used(dayOf(integration).id);

function planned(count: number): PlannedRecipient[] {
  return Array.from({ length: count }, () => ({
    notification: notificationOf({ contactId: randomUUID(), ofBroadcast: true, messages: [messageOf()] }),
    by: 'page',
  }));
}
const take = (integration: Integration, some: readonly PlannedRecipient[], store = db.store) =>
  takeWarmUp(
    store,
    {
      application: { _id: 'app', integrations: [integration] } as unknown as Application,
      ...{ scope: SCOPE, at: db.store.now() },
    },
    some,
  );

test('BROADCAST-13: pages of several processes take no more than the day has, and give back exactly the others', async () => {
  const integration = integrationOf();
  const pages = await Promise.all([7, 7, 7].map((count) => take(integration, planned(count))));
  expect(pages.map(({ recipients }) => recipients.length).reduce((a, b) => a + b)).toBe(10);
  expect(await usedOf(integration)).toBe(10);
  for (const { recipients, keep } of pages) {
    await keep(recipients.slice(1));
    await keep(recipients.slice(1));
  }
  expect(await usedOf(integration)).toBe(10 - pages.filter(({ recipients }) => recipients.length > 0).length);
});

test('BROADCAST-13: recipients whom a dead worker has stored need no number, so that the last page goes on', async () => {
  const integration = integrationOf();
  const page = planned(10);
  const { recipients } = await take(integration, page);
  await db.store.notifications.insertAll(recipients.map(({ notification }) => notification));
  const again = await take(integration, page);
  expect(again.until).toBeNull();
  expect(again.recipients.length).toBe(10);
  const more = await take(integration, [...page, ...planned(1)]);
  expect(more.until).toEqual(dayOf(integration).endsAt);
  expect(more.recipients.length).toBeLessThanOrEqual(10);
  expect(await usedOf(integration)).toBe(10);
});

describe('BROADCAST-13: a page that cannot be stored', () => {
  /** Begins a page whose insert stores some of it and fails with an error. A run without an error stores all. */
  async function begin(
    integration: Integration,
    page: PlannedRecipient[],
    failed?: { stored: number; error: Error },
  ) {
    const insertAll: typeof db.store.notifications.insertAll = async (some) => {
      const before = await db.store.notifications.insertAll(failed ? some.slice(0, failed.stored) : some);
      if (failed) throw failed.error;
      return before;
    };
    const getMany = () => Promise.resolve(page.map(({ notification }) => notification as unknown as Contact));
    const store = {
      ...db.store,
      notifications: { ...db.store.notifications, insertAll },
      contacts: { ...db.store.contacts, getMany },
      broadcastRecipients: { ...db.store.broadcastRecipients, unstarted: () => Promise.resolve([]) },
    };
    const planPage = async (): Promise<PagePlan> => {
      const { recipients, keep } = await take(integration, page);
      return { recipients, keep, isCut: false, perSecond: null, count: () => undefined };
    };
    const deps = { store, planPage, log, fault: () => undefined } as unknown as ActivityDeps;
    return beginPage(deps, {} as Broadcast, ['c'], {} as Parameters<typeof beginPage>[3]);
  }

  test('gives back the numbers of those who are not', async () => {
    const integration = integrationOf();
    const failed = { stored: 2, error: new Error('a document is too large') };
    await expect(begin(integration, planned(5), failed)).rejects.toThrow(failed.error);
    expect(await usedOf(integration)).toBe(2);
  });

  test('keeps all numbers if the database did not answer, and the next run gives back exactly its own', async () => {
    const integration = integrationOf();
    const page = planned(5);
    const error = Object.assign(new Error('waiting for replication timed out'), { code: 64 });
    // Those whom a read does not find yet are stored in the end.
    await expect(begin(integration, page, { stored: 0, error })).rejects.toThrow(error);
    expect(await usedOf(integration)).toBe(5);
    await db.store.notifications.insertAll(page.map(({ notification }) => notification));
    expect(await begin(integration, page)).toMatchObject({ size: 0 });
    expect(await usedOf(integration)).toBe(5);
  });
});

describe('BROADCAST-13: the number of a message', () => {
  /** A claimed message of a broadcast, as the attempt has read it. */
  async function claimed(has: string | null, attempts = [attemptOf({ providerId: 'other' })]) {
    const warmUp = { has, full: [] };
    const message = messageOf({ warmUp, attempts });
    const notification = sendingOf({ messages: [message], ofBroadcast: true });
    await db.put(notification);
    const deps = { store: db.store, log } as unknown as ActivityDeps;
    const input = { notificationId: notification._id, step: 'send', after: 'close', dueAt: Date.now() };
    return {
      ...{ deps, input, notification, message, counted: [], inPage: () => Promise.resolve(true) },
      claim: notification.inFlight,
    } as unknown as Sending;
  }
  const released: Settlement = { kind: 'released', queue: null };
  const turnOf = async ({ notification }: Sending) =>
    (await db.read(notification._id)).messages[0]?.warmUp ?? null;

  test('is given back once by a claim that is released, and by no later write', async () => {
    const integration = integrationOf();
    await take(integration, planned(4));
    const sending = await claimed(dayOf(integration).id);
    await settle(sending, released);
    expect(await usedOf(integration)).toBe(3);
    expect(await turnOf(sending)).toMatchObject({ has: null });
    const late = await claimed(dayOf(integration).id);
    await db.notifications.updateOne({ _id: late.notification._id }, { 'inFlight.token': 'of another' });
    await settle(late, released);
    expect(await usedOf(integration)).toBe(3);
    expect(await turnOf(late)).toMatchObject({ has: dayOf(integration).id });
  });

  test('is given back if the answer to the write was lost', async () => {
    const integration = integrationOf();
    await take(integration, planned(4));
    const sending = await claimed(dayOf(integration).id);
    const { outcomes } = db.store;
    let answers = 0;
    const record: typeof outcomes.record = async (...args) => {
      const recorded = await outcomes.record(...args);
      answers += 1;
      if (answers === 1) throw new Error('connection lost');
      return recorded;
    };
    const store = { ...db.store, outcomes: { ...outcomes, record } };
    await settle({ ...sending, deps: { ...sending.deps, store } }, released);
    expect([answers, await usedOf(integration)]).toEqual([2, 3]);
  });

  test('is taken once a day, however often the message is tried, and again on the next day', async () => {
    const integration = integrationOf();
    const { id } = dayOf(integration);
    const first = await claimed(null);
    for (const _ of [1, 2]) expect(await countInWarmUp(first, integration)).toBeNull();
    const attempt = attemptOf({ id: OURS, at: db.store.now(), providerId: integration.id });
    const sent = { kind: 'sent', providerMessageId: 'p', attempt } as const;
    await settle(first, sent);
    expect(await turnOf(first)).toEqual({ has: id, full: [] });
    const retried = await claimed(id, [attempt]);
    expect(await countInWarmUp(retried, integration)).toBeNull();
    await settle(retried, released);
    expect(await usedOf(integration)).toBe(1);
    expect(await turnOf(retried)).toMatchObject({ has: id });
    const yesterday = id.replace(/[\d-]+$/, '2026-01-15');
    expect(await countInWarmUp(await claimed(yesterday, [attemptOf()]), integration)).toBeNull();
    expect(await usedOf(integration)).toBe(2);
  });

  test.each<[what: string, attempts: (id: string) => Attempt[], left: number]>([
    ['is given back once if nothing was sent', () => [], 3],
    ['is given back once if another integration was called', () => [attemptOf({ providerId: 'other' })], 3],
    [
      'stays if its integration was called',
      (providerId) => [attemptOf({ at: db.store.now(), providerId })],
      4,
    ],
  ])('of a recipient who waits alone and is cancelled %s', async (_what, attempts, left) => {
    const integration = integrationOf();
    await take(integration, planned(4));
    const warmUp = { has: dayOf(integration).id, full: [] };
    const messages = [messageOf({ warmUp, attempts: attempts(integration.id) })];
    const id = await db.put(notificationOf({ ofBroadcast: true, status: 'waiting', messages }));
    const { cancel } = db.store.notifications;
    const answers = await Promise.all([1, 2, 3].map(() => cancel(id, db.store.now())));
    expect(answers.sort()).toEqual(['closed', 'closed', 'stopped']);
    expect(await usedOf(integration)).toBe(left);
    // An operator reopens it: it takes a number again, and another cancel gives back one at most.
    await db.store.notifications.clearPendingCancel(id);
    const reopened = await db.store.operators.reopen({
      ...{ from: await db.read(id), status: 'waiting', message: null, failures: [], at: db.store.now() },
    });
    expect(reopened?.messages[0]).not.toHaveProperty('warmUp');
    expect(await cancel(id, db.store.now())).toBe('stopped');
    expect(await usedOf(integration)).toBe(left);
  });

  test('stays if a receipt has settled the message without an attempt', async () => {
    const integration = integrationOf();
    await take(integration, planned(4));
    const warmUp = { has: dayOf(integration).id, full: [] };
    const messages = [messageOf({ warmUp, status: 'delivered' })];
    const id = await db.put(notificationOf({ ofBroadcast: true, status: 'waiting', messages }));
    expect(await db.store.notifications.cancel(id, db.store.now())).toBe('stopped');
    expect(await usedOf(integration)).toBe(4);
  });

  const evening = new Date(new Date().setUTCHours(0, 0, 0, 0) - 2000);
  test.each([
    ['another integration was called', { providerId: 'other' }, 3],
    ['its integration was called', {}, 4],
    ['its integration was called on the day before', { at: evening, durationMs: 1000 }, 3],
    ['its integration was called after midnight, by an earlier claim', { at: evening, durationMs: 3000 }, 4],
    ['a worker has died in an attempt', { providerId: undefined, outcome: 'unknown' as const }, 4],
  ])('if %s', async (_what, called, left) => {
    const integration = integrationOf();
    await take(integration, planned(4));
    const attempt = attemptOf({ at: db.store.now(), providerId: integration.id, ...called });
    const sending = await claimed(dayOf(integration).id, [attempt]);
    await settle(sending, { kind: 'released', queue: null });
    expect(await usedOf(integration)).toBe(left);
  });
});
