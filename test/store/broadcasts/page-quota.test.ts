import { randomUUID } from 'node:crypto';
import { takePageQuota } from '../../../api/broadcasts/page-quota';
import type { Principal } from '../../../api/http/middleware/authenticate';
import { dayOf, monthOf } from '../../../core/sending/quota-period';
import type { PlannedRecipient } from '../../../store/broadcasts/page-plan';
import { ownDatabase } from '../database';
import { messageOf, noon, notificationOf } from '../documents';

const db = ownDatabase();

/** A broadcast of an application with these quotas. */
function broadcastOf(monthlyQuota: number, dailyQuota: number | null = null) {
  const scope = { applicationId: randomUUID(), environment: 'production' as const };
  const caller = { scope, application: { monthlyQuota, dailyQuota } } as unknown as Principal;
  const broadcastId = randomUUID();
  const period = (at: Date, { key } = monthOf(at)) => `${scope.applicationId}:production:${key}`;
  return {
    scope,
    broadcastId,
    take: (some: readonly PlannedRecipient[], at = noon()) =>
      takePageQuota(db.store, { caller, broadcastId, at }, some),
    used: (at = noon()) => db.store.quotas.used(period(at)),
    usedToday: (at = noon()) => db.store.quotas.used(period(at, dayOf(at))),
    parts: async (at = noon()) =>
      (await db.model<{ _id: string; counted?: unknown[] }>('Quota').findById(period(at)).lean().exec())
        ?.counted,
  };
}

/** An audience, in the order in which pages reach it. */
const audienceOf = (count: number): PlannedRecipient[] =>
  Array.from({ length: count }, () => randomUUID())
    .sort()
    .map((contactId) => ({
      notification: notificationOf({ contactId, ofBroadcast: true, messages: [messageOf()] }),
      by: 'page',
    }));
const store = (some: readonly PlannedRecipient[]) =>
  db.store.notifications.insertAll(some.map(({ notification }) => notification));

describe('BROADCAST-14: a recipient counts once', () => {
  test.each([
    ['was stored', (page: PlannedRecipient[]) => page],
    ['was stored in part', (page: PlannedRecipient[]) => page.slice(0, 7)],
    ['was not stored', () => []],
  ])('if the run dies after its page was counted, which %s', async (_what, storedOf) => {
    const { take, used } = broadcastOf(30);
    const audience = audienceOf(30);
    expect(await take(audience.slice(0, 10))).toBe(true);
    await store(storedOf(audience.slice(0, 10)));
    // The pages of the next run have another size. The last one uses up the quota, and may run again too.
    for (const page of [
      [0, 4],
      [4, 15],
      [15, 30],
      [15, 30],
    ]) {
      expect(await take(audience.slice(...page))).toBe(true);
      await store(audience.slice(...page));
    }
    expect(await used()).toBe(30);
    expect(await take(audienceOf(1).map((one) => ({ ...one, by: 'skipped' })))).toBe(true);
  });

  test('if several runs count the same page at once, and one quota for each of two broadcasts', async () => {
    const { take, used, scope, broadcastId, parts } = broadcastOf(100);
    const audience = audienceOf(20);
    // A run comes to a page after those before it are counted.
    const first = [audience.slice(0, 10), audience.slice(0, 10), audience.slice(0, 5)];
    const later = [audience, audience.slice(10), audience.slice(5, 15)];
    for (const pages of [first, later, later])
      expect(await Promise.all(pages.map((page) => take(page)))).not.toContain(false);
    expect(await used()).toBe(20);
    await db.store.quotas.forgetPages(scope, broadcastId);
    expect([await used(), await parts()]).toEqual([20, []]);
  });

  test('also if an earlier month has counted those who are stored', async () => {
    const { take, used } = broadcastOf(100);
    const audience = audienceOf(10);
    const later = noon(40 * 86_400_000);
    await take(audience.slice(0, 6));
    await store(audience.slice(0, 6));
    await take(audience, later);
    expect([await used(), await used(later)]).toEqual([6, 4]);
  });

  test('and none of a page for which one of the quotas has no room', async () => {
    const { take, used, usedToday } = broadcastOf(100, 15);
    const audience = audienceOf(20);
    expect([await take(audience.slice(0, 10)), await take(audience.slice(10))]).toEqual([true, false]);
    expect([await used(), await usedToday()]).toEqual([10, 10]);
    const tomorrow = noon(86_400_000);
    expect(await take(audience.slice(10), tomorrow)).toBe(true);
    expect([await used(tomorrow), await usedToday(tomorrow)]).toEqual([20, 10]);
  });
});
