import { randomUUID } from 'node:crypto';
import { testCrashPoints } from '../../support/crash-points';
import { eventually } from '../../support/eventually';
import { newExternalId } from '../../support/contact';
import { newAddress } from '../../support/journey';
import { type Stack, startStack } from '../../support/stack';
import { EVENT, statusesIn, takeoversOf } from '../../support/takeovers';

let stack: Stack;
beforeAll(async () => {
  stack = await startStack({ sweeps: true, events: { [EVENT.name]: EVENT.content } });
});
afterAll(() => stack.stop());

const { send, dieAt, takenOver, removeEvent, pushEvent, quotaUsed, expectOneMailEach } = takeoversOf(
  () => stack,
);

describe('a request whose process died', () => {
  test('IDEMPOTENCY-8: keeps its key when it is refused with some of an array made, and nobody is notified twice', async () => {
    const [address, key] = [newAddress(), randomUUID()];
    const to = [address, newExternalId()];
    await dieAt('after-insert', [to, key]);
    await removeEvent();
    expect(await takenOver(to, key)).toMatchObject({ status: 404, body: { code: 'EVENT_NOT_FOUND' } });
    expect((await send(newAddress(), key)).body.code).toBe('IDEMPOTENCY_MISMATCH');
    await pushEvent();
    const answer = await eventually('the event', async () => {
      const again = await send(to, key);
      return again.status === 200 && again;
    });
    expect(statusesIn(answer)).toEqual(['accepted', 'rejected']);
    await expectOneMailEach([address], [answer.body.notifications[0]?.id ?? null]);
  });

  test('IDEMPOTENCY-7: frees its key when it is refused and had made nothing', async () => {
    const [to, key] = [newAddress(), randomUUID()];
    await dieAt('after-reserve', [to, key]);
    await removeEvent();
    expect(await takenOver(to, key)).toMatchObject({ status: 404, body: { code: 'EVENT_NOT_FOUND' } });
    await pushEvent();
    // A key that is kept takes no other request.
    const other = newAddress();
    const answer = await eventually('the event', async () => {
      const next = await send(other, key);
      expect(next.body.code).not.toBe('IDEMPOTENCY_MISMATCH');
      return next.status === 200 && next;
    });
    await expectOneMailEach([other], [answer.body.id]);
    expect(stack.smtp.mailsTo(to)).toEqual([]);
  });
});

describe('the quota of an array whose process died', () => {
  test.each(['after-insert', 'before-answer'] as const)(
    'IDEMPOTENCY-9: %s: is charged once, with recipients that were refused',
    async (point) => {
      const [addresses, key, used] = [[newAddress(), newAddress()], randomUUID(), await quotaUsed()];
      const to = [addresses[0], newExternalId(), addresses[1], 'not@'];
      await dieAt(point, [to, key]);
      const answer = await takenOver(to, key);
      const [first, , third] = answer.body.notifications;
      expect(answer.body.notifications).toMatchObject([
        { id: expect.any(String), status: 'accepted' },
        { id: null, status: 'rejected', code: 'IDENTIFIER_MISSING', field: 'to[1]' },
        { id: expect.any(String), status: 'accepted' },
        { id: null, status: 'rejected', code: 'VALIDATION_ERROR', field: 'to[3]' },
      ]);
      await expectOneMailEach(addresses, [first?.id ?? null, third?.id ?? null]);
      expect(await quotaUsed()).toBe(used + 2);
    },
    90_000,
  );

  test('IDEMPOTENCY-9: after-quota: is given back for a recipient that has lost its address meanwhile', async () => {
    const [address, lost, key, used] = [newAddress(), newAddress(), randomUUID(), await quotaUsed()];
    const to = [address, newExternalId()];
    await stack.production.post('/v1/contacts', { external_id: to[1], email: lost });
    await dieAt('after-quota', [to, key]);
    expect(await quotaUsed()).toBe(used + 2);
    const path = `/v1/contacts/${encodeURIComponent(to[1] ?? '')}`;
    expect((await stack.production.request('PATCH', path, { email: null })).status).toBe(200);
    const answer = await takenOver(to, key);
    expect(statusesIn(answer)).toEqual(['accepted', 'rejected']);
    await expectOneMailEach([address], [answer.body.notifications[0]?.id ?? null]);
    expect(await quotaUsed()).toBe(used + 1);
  });

  test.each(['after-insert', 'before-answer'] as const)(
    'IDEMPOTENCY-9: %s: is charged one more for a recipient that was given an address meanwhile',
    async (point) => {
      const [address, late, key, used] = [newAddress(), newAddress(), randomUUID(), await quotaUsed()];
      const to = [address, newExternalId(), newExternalId()];
      await dieAt(point, [to, key]);
      await stack.production.post('/v1/contacts', { external_id: to[1], email: late });
      const answer = await takenOver(to, key);
      expect(statusesIn(answer)).toEqual(['accepted', 'accepted', 'rejected']);
      const ids = answer.body.notifications.slice(0, 2).map(({ id }) => id);
      await expectOneMailEach([address, late], ids);
      expect(await quotaUsed()).toBe(used + 2);
    },
    90_000,
  );
});

test('IDEMPOTENCY-9: a crash midway in an array loses nothing that was accepted, and the repeat sends to nobody twice', async () => {
  const [to, key] = [Array.from({ length: 30 }, newAddress), randomUUID()];
  await dieAt('after-insert', [to, key]);
  const { body } = await takenOver(to, key);
  expect(body.notifications.every(({ status }) => status === 'accepted')).toBe(true);
  const ids = body.notifications.map(({ id }) => id);
  await expectOneMailEach(to, ids);
}, 180_000);

testCrashPoints(() => stack, ['after-quota']);
