import { randomUUID } from 'node:crypto';
import { MockActivityEnvironment } from '@temporalio/testing';
import { countAudience } from '../../../activities/broadcasts/audience-of';
import type { ActivityDeps } from '../../../activities/deps';
import { resultOf } from '../../../activities/deliver/result';
import type { Sending } from '../../../activities/deliver/sending';
import { countedOf } from '../../../api/broadcasts/count';
import { countBroadcast } from '../../../store/broadcasts/count';
import type { Broadcast } from '../../../store/broadcasts/broadcasts';
import { eventually } from '../../support/eventually';
import { ownDatabase } from '../database';
import { noon, notificationOf, SCOPE } from '../documents';

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

test('an audience is counted on where a run has stopped', async () => {
  const id = await stored();
  const begun: (string | null)[] = [];
  const page = (after: string | null, limit: number) => {
    begun.push(after);
    const from = Number(after ?? 0);
    const contactIds = Array.from({ length: Math.min(limit, 2500 - from) }, (_, at) => String(from + at));
    return Promise.resolve({ contactIds, next: from + limit < 2500 ? String(from + limit) : null });
  };
  const run = async (until: number, stopping = new AbortController().signal) =>
    countAudience({ store: db.store, stopping }, await read(id), { page }, until);
  expect(await run(-Infinity)).toBe(false);
  expect(await read(id)).toMatchObject({ total: null, counting: { after: '1000', size: 1000 } });
  expect(await run(Infinity, AbortSignal.abort())).toBe(false);
  expect(await run(Infinity)).toBe(true);
  expect(begun).toEqual([null, '1000', '2000']);
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

test('a recipient whose first attempt fails in a page is tried again as soon as in any send', async () => {
  const notification = notificationOf();
  const [message] = notification.messages;
  const sending = {
    ...{ deps: { store: db.store } as ActivityDeps, claim: { at: db.store.now() }, notification, message },
    input: { dueAt: db.store.now().getTime(), retryForMs: 3_600_000 },
    inPage: () => Promise.resolve(true),
  } as unknown as Sending;
  const late = new MockActivityEnvironment({ attempt: 9 });
  const settlement = { kind: 'retry', code: 'PROVIDER_ERROR' } as const;
  const failed = await late.run(() =>
    resultOf(sending, settlement, { status: 'running', events: [], isRefuted: false }).catch(
      (error: unknown) => error,
    ),
  );
  expect(failed).toMatchObject({ type: 'PROVIDER_ERROR', nextRetryDelay: 1000 });
});
