import { randomUUID } from 'node:crypto';
import { newExternalId } from '../support/contact';
import { newAddress } from '../support/journey';
import type { Stack } from '../support/stack';
import { startStack } from '../support/stack';
import { EVENT, statusesIn, takeoversOf } from '../support/takeovers';

let stack: Stack;
beforeAll(async () => {
  stack = await startStack({ sweeps: true, events: { [EVENT.name]: EVENT.content } });
});
afterAll(() => stack.stop());

const { send, dieAt, takenOver, removeEvent, pushEvent, quotaUsed, expectOneMailEach } = takeoversOf(
  () => stack,
);

describe('a request whose process died', () => {
  test('is answered with the notification that it made, also when its event is gone since', async () => {
    const [to, key] = [newAddress(), randomUUID()];
    await dieAt('after-insert', [to, key]);
    await removeEvent();
    const answer = await takenOver(to, key);
    const [contact] = await stack.store.contacts.findByKeys([
      `${stack.applicationId}:production:email:${to}`,
    ]);
    const ids = await stack.store.notifications.idsOf(contact?._id ?? '', 100);
    expect(answer).toMatchObject({ status: 200, body: { id: ids[0], event: 'ping', status: 'accepted' } });
    expect((await send(to, key)).body).toEqual(answer.body);
    await pushEvent();
    expect((await send(to, key)).body).toEqual(answer.body);
    await expectOneMailEach([to], ids);
  }, 90_000);
});

describe('the quota of an array whose process died', () => {
  test.each(['after-insert', 'before-answer'] as const)(
    '%s: is charged once, with recipients that were refused',
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

  test('after-quota: is given back for a recipient that has lost its address meanwhile', async () => {
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
  }, 90_000);
});
