import { randomUUID } from 'node:crypto';
import type { FaultPoint } from '../../core/fault-points';
import { dieInRequest } from '../support/dying-api';
import { eventually } from '../support/eventually';
import type { Answer } from '../support/http-api';
import { newAddress, untilEnded } from '../support/journey';
import type { Stack } from '../support/stack';
import { startStack } from '../support/stack';
import { PING } from '../support/application';

interface SendAnswer {
  id: string;
  code?: string;
  notifications: { id: string | null; status: string; code?: string; field?: string }[];
}

const EVENT = { name: 'ping.yaml', content: PING };

let stack: Stack;
beforeAll(async () => {
  stack = await startStack({
    sweeps: true,
    events: { [EVENT.name]: EVENT.content },
  });
});
afterAll(() => stack.stop());

const send = (to: unknown, key: string, api = stack.production): Promise<Answer<SendAnswer>> =>
  api.post<SendAnswer>('/v1/send/ping', { to }, { 'idempotency-key': key });
const newExternalId = (): string => `user-${randomUUID()}`;
const statusesIn = ({ body }: Answer<SendAnswer>): string[] => body.notifications.map(({ status }) => status);

/** Lets an API die at a point of the first request. */
const dieAt = (point: FaultPoint, [to, key]: [unknown, string]): Promise<void> =>
  dieInRequest(stack, point, (baseUrl) => send(to, key, stack.production.at(baseUrl)));

/** The answer of the repeat that takes over. */
const takenOver = (to: unknown, key: string): Promise<Answer<SendAnswer>> =>
  eventually('the takeover', async () => {
    const answer = await send(to, key);
    return answer.body.code !== 'IDEMPOTENCY_IN_PROGRESS' && answer;
  });

/** An event goes by a hand in the database only; the worker is to find it again when it comes to send. */
const removeEvent = async (): Promise<void> => {
  await stack.worker?.kill();
  await stack.connection.mongoose.collection('events').deleteOne({ name: 'ping', environment: 'production' });
};
const pushEvent = async (): Promise<void> => {
  const path = `/admin/v1/applications/${stack.applicationId}/events/production`;
  expect((await stack.admin.request('PUT', path, { files: [EVENT] })).status).toBe(200);
  await stack.startWorker();
};

const quotaUsed = (): Promise<number> =>
  stack.store.quotas.used(`${stack.applicationId}:production:month:${new Date().toISOString().slice(0, 7)}`);

const expectOneMailEach = async (addresses: string[], ids: (string | null)[]): Promise<void> => {
  for (const id of ids) await untilEnded(stack.production, id ?? '', 60_000);
  expect(addresses.map((to) => stack.smtp.mailsTo(to).length)).toEqual(addresses.map(() => 1));
};

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

  test('keeps its key when it is refused with some of an array made, and nobody is notified twice', async () => {
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
  }, 90_000);

  test('frees its key when it is refused and had made nothing', async () => {
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

  test.each(['after-insert', 'before-answer'] as const)(
    '%s: is charged one more for a recipient that was given an address meanwhile',
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
