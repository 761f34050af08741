import { randomUUID } from 'node:crypto';
import { MockActivityEnvironment } from '@temporalio/testing';
import { countAudience } from '../../../activities/broadcasts/audience-of';
import type { Steps } from '../../../activities/broadcasts/steps';
import type { ActivityDeps } from '../../../activities/deps';
import { resultOf } from '../../../activities/deliver/result';
import type { Sending } from '../../../activities/deliver/sending';
import { broadcastsWithout } from '../../../api/admin/explain/broadcasts-without';
import { countedOf } from '../../../api/broadcasts/count';
import { countBroadcast } from '../../../store/broadcasts/count';
import { broadcastRecipientIdOf } from '../../../core/shared/ids';
import type { Broadcast } from '../../../store/broadcasts/broadcasts';
import type { Contact } from '../../../store/contacts/model';
import type { Attempt, Message } from '../../../store/notifications/model';
import { eventually } from '../../support/eventually';
import { ownDatabase } from '../database';
import { attemptOf, messageOf, noon, notificationOf, SCOPE } from '../documents';

const db = ownDatabase();

async function stored(over: Partial<Broadcast> = {}): Promise<string> {
  const _id = randomUUID();
  await db.store.broadcasts.insert({
    ...{ _id, ...SCOPE, event: 'news', name: null, audience: { all: true }, language: null, sendAt: null },
    ...{ localTime: null, perSecond: null, tenant: null, state: 'running', by: { id: 'k', name: 'K' } },
    ...{ createdAt: noon(), startedAt: noon(), endedAt: null, total: null, after: '', reachedAt: null },
    ...{ blocked: null, counted: null, ...over },
  });
  return _id;
}
const read = async (id: string): Promise<Broadcast> => (await db.store.broadcasts.get(id))!;

test('an audience is counted on where a run has stopped, in steps', async () => {
  const id = await stored();
  const waits: number[] = [];
  const steps: Steps = ({ waitMs }, step) => {
    waits.push(waitMs);
    return step(() => undefined);
  };
  const begun: (string | null)[] = [];
  const page = (after: string | null, limit: number) => {
    begun.push(after);
    const from = Number(after ?? 0);
    const contactIds = Array.from({ length: Math.min(limit, 2500 - from) }, (_, at) => String(from + at));
    return Promise.resolve({ contactIds, next: from + limit < 2500 ? String(from + limit) : null });
  };
  const run = async (until: number, stopping = new AbortController().signal) =>
    countAudience({ store: db.store, stopping, steps }, await read(id), { page }, until);
  expect(await run(-Infinity)).toBe(false);
  expect(await read(id)).toMatchObject({ total: null, counting: { after: '1000', size: 1000 } });
  expect(await run(Infinity, AbortSignal.abort())).toBe(false);
  expect(await run(Infinity)).toBe(true);
  expect(begun).toEqual([null, '1000', '2000']);
  expect(waits).toEqual([500, 500, 500]);
  const { total, counting } = await read(id);
  expect([total, counting]).toEqual([2500, undefined]);
});

test('BROADCAST-6: after a long count, who asks gets the stored counts, and the next count is stored', async () => {
  const at = new Date(db.store.now().getTime() - 200_000);
  const earlier = { total: 9, ahead: 4, accepted: 5, waiting: 5, sent: 0, delivered: 0, failed: 0 };
  const counted = { ...earlier, skipped: {}, cancelled: 0, at, tookMs: 2000, rate: null };
  const id = await stored({ total: 9, counted });
  const broadcast = await read(id);
  const asked = [countedOf(db.store, broadcast), countedOf(db.store, broadcast)];
  expect(await Promise.all(asked)).toEqual([counted, counted]);
  const next = await eventually('the next count', async () => {
    const { counted: now } = await read(id);
    return now && now.at > at && now;
  });
  expect(next).toMatchObject({ total: 9, ahead: 9, accepted: 0 });
  expect(await countedOf(db.store, await read(id))).toEqual(next);
});

test('BROADCAST-6: a count of the worker keeps the rate that a count of the API has measured', async () => {
  const at = new Date(db.store.now().getTime() - 1000);
  const earlier = { total: 9, ahead: 9, accepted: 0, waiting: 0, sent: 0, delivered: 0, failed: 0 };
  const counted = { ...earlier, skipped: {}, cancelled: 0, at, tookMs: 1, rate: 40 };
  const id = await stored({ total: 9, counted });
  const { rate } = await countBroadcast(db.store, await read(id));
  expect(rate).toBeGreaterThan(30);
  expect(await read(id)).toMatchObject({ counted: { total: 9, ahead: 9, rate } });
});

describe('what explain says of a broadcast without a notification of a contact', () => {
  const of = (applicationId: string, createdAt = noon()): Contact =>
    ({ ...SCOPE, applicationId, _id: randomUUID(), createdAt }) as Contact;
  const filter = JSON.stringify({ all: [] });
  const until = noon(60_000);
  const blocked = { code: 'WARM_UP', since: noon(), until } as const;
  const CANCELLED = { state: 'cancelled', endedAt: noon(5) } as const;

  test.each<[what: string, over: Partial<Broadcast>, joined: Date, code: string | undefined]>([
    ['that has not reached them', {}, noon(-1), 'BROADCAST_AHEAD waiting'],
    ['that waits', { blocked }, noon(-1), 'BROADCAST_AHEAD waiting'],
    ['that began before they joined', {}, noon(1), 'BROADCAST_JOINED_LATER skipped'],
    ['that ended before they joined', { state: 'completed' }, noon(1), 'BROADCAST_JOINED_LATER skipped'],
    ['that was cancelled', CANCELLED, noon(-1), 'BROADCAST_CANCELLED skipped'],
    ['cancelled before its start', { ...CANCELLED, startedAt: null }, noon(4), 'BROADCAST_CANCELLED skipped'],
    ['cancelled before they joined', { ...CANCELLED, startedAt: null }, noon(6), undefined],
    ['that has ended', { state: 'completed' }, noon(-1), undefined],
    ['to a segment', { audience: { segment: 'all', filter } }, noon(-1), undefined],
    ['to a topic they are not in', { audience: { topicId: 'none' } }, noon(-1), undefined],
  ])('%s', async (_what, over, joined, code) => {
    const applicationId = randomUUID();
    const id = await stored({ applicationId, name: 'March', ...over });
    const [entry, ...others] = await broadcastsWithout(db.store, [of(applicationId, joined)], noon(-1000));
    expect(others).toEqual([]);
    expect(entry && `${entry.code} ${entry.kind}`).toBe(code);
    if (!entry) return;
    expect(entry).toMatchObject({ at: noon().toISOString(), event: 'news', notification_id: null });
    expect(entry.text).toContain(`broadcast ${id} "March" `);
    if (over.blocked) expect(entry.text).toMatch(`It waits until ${until.toISOString()}: WARM_UP.`);
  });

  test('is read once for all contacts of a scope, of a topic too, and old ones are left out', async () => {
    const [applicationId, topicId] = [randomUUID(), randomUUID()];
    const contacts = [of(applicationId), of(applicationId), of(applicationId)];
    const ids = contacts.map(({ _id }) => _id);
    await db.store.subscriptions.add(topicId, ids.slice(0, 2), { at: noon(-5) });
    const id = await stored({ applicationId, audience: { topicId } });
    await stored({ applicationId, createdAt: noon(-9), state: 'cancelled' });
    await db.put(notificationOf({ _id: broadcastRecipientIdOf(id, ids[0]!) }));
    const { broadcasts } = db.store;
    const read: (string | number)[] = [];
    const newest: typeof broadcasts.newest = (scope, limit) => {
      read.push(scope.applicationId, limit);
      return broadcasts.newest(scope, limit);
    };
    const store = { ...db.store, broadcasts: { ...broadcasts, newest } };
    const entries = await broadcastsWithout(store, contacts, noon(-1));
    expect(entries.map(({ code }) => code)).toEqual(['BROADCAST_AHEAD']);
    expect(read).toEqual([applicationId, 20]);
    const [outline] = await broadcasts.newest({ ...SCOPE, applicationId }, 1);
    expect(Object.keys(outline!).sort()).toEqual(
      ['_id', 'audience', 'blocked', 'createdAt', 'endedAt', 'event', 'name', 'startedAt', 'state'].sort(),
    );
  });
});

test('a recipient whose first attempt fails in a page is tried again as soon as in any send', async () => {
  const notification = notificationOf();
  const [message] = notification.messages;
  const { deps, claim, input } = tried(() => NOW);
  const sending = {
    ...{ deps, claim, notification, message, input },
    inPage: () => Promise.resolve(true),
  } as unknown as Sending;
  expect(await failedAfter(sending, 9)).toMatchObject({ type: 'PROVIDER_ERROR', nextRetryDelay: 1000 });
});

const NOW = new Date();
const tried = (now: () => Date) => ({
  deps: { store: { ...db.store, now } } as ActivityDeps,
  claim: { at: NOW },
  input: { dueAt: NOW.getTime(), retryForMs: 3_600_000 },
});

/** Returns the failure of Temporal's attempt of this number at a SEND, for now. */
const failedAfter = (
  sending: Sending,
  number: number,
  { attempt, isWhole = true }: { attempt?: Attempt; isWhole?: boolean } = {},
): Promise<unknown> => {
  const settlement = { kind: 'retry', code: 'PROVIDER_ERROR', attempt } as const;
  const recorded = { status: 'running' as const, events: [], isRefuted: false, isWhole };
  const now = Date.now();
  const info = { scheduledTimestampMs: now - 3_600_000, currentAttemptScheduledTimestampMs: now };
  return new MockActivityEnvironment({ attempt: number, ...info }).run(() =>
    resultOf(sending, settlement, recorded).catch((error: unknown) => error),
  );
};

describe('MESSAGE-9: the interval after a failure', () => {
  const sendingOf = (message: Message, now = () => NOW) =>
    ({ ...tried(now), message, notification: notificationOf() }) as unknown as Sending;
  const [attempt, ...three] = [attemptOf(), attemptOf(), attemptOf(), attemptOf({ id: 'last' })];

  test.each([
    ['counts the stored ones, and not the looks before it', messageOf({ attempts: three }), true, 8_000],
    [
      'begins again after an operator let it repeat',
      messageOf({ attempts: three, repeatOf: 'last' }),
      true,
      1_000,
    ],
    [
      'grows with Temporal’s attempts, and the wait so far, if the database refuses to store it',
      messageOf(),
      false,
      120_000,
    ],
  ])('%s', async (_what, message, isWhole, nextRetryDelay) => {
    expect(await failedAfter(sendingOf(message), 14, { attempt, isWhole })).toMatchObject({ nextRetryDelay });
  });

  test('ends when its text says, also if the names in the text were slow to read', async () => {
    const times = [NOW, new Date(NOW.getTime() + 700)];
    const sending = sendingOf(messageOf({ attempts: three }), () => times.shift() ?? NOW);
    expect(await failedAfter(sending, 14, { attempt })).toMatchObject({ nextRetryDelay: 7_300 });
  });
});
