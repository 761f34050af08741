import { randomUUID } from 'node:crypto';
import { dieInRequest } from '../support/dying-api';
import { eventually } from '../support/eventually';
import { newAddress, untilEnded } from '../support/journey';
import type { Stack } from '../support/stack';
import { startStack } from '../support/stack';

interface BatchAnswer {
  id: string;
  event: string;
  status: string;
  code?: string;
  notifications: { id: string | null; event: string; status: string; code?: string; field?: string }[];
}

let stack: Stack;
beforeAll(async () => {
  stack = await startStack({ sweeps: true });
});
afterAll(() => stack.stop());

const send = (to: unknown, extra: object = {}, headers: Record<string, string> = {}) =>
  stack.production.post<BatchAnswer>('/v1/send/welcome', { to, ...extra }, headers);

test('4.2 rule 2: each recipient of an array gets a notification with content of its own', async () => {
  const [ada, grace] = [newAddress(), newAddress()];
  const answer = await send(
    [
      { email: ada, name: 'Ada' },
      { email: grace, name: 'Grace', language: 'sv' },
    ],
    {
      payload: { name: 'friend' },
    },
  );
  expect(answer.status).toBe(200);
  expect(answer.body).toMatchObject({ id: expect.any(String), event: 'welcome', status: 'accepted' });
  expect(answer.body.notifications).toEqual([
    { id: expect.any(String), event: 'welcome', status: 'accepted' },
    { id: expect.any(String), event: 'welcome', status: 'accepted' },
  ]);
  for (const { id } of answer.body.notifications) await untilEnded(stack.production, id ?? '');
  const subjects = [ada, grace].map((to) => stack.smtp.mailsTo(to)[0]?.subject);
  expect(subjects[0]).toContain('friend');
  expect(subjects[1]).not.toBe(subjects[0]);
});

test('one recipient may fail while others succeed, and the field says which', async () => {
  const answer = await send([newAddress(), { email: 'not-an-address' }, 'no-address-at-all', '555 12 34 56']);
  expect(answer.status).toBe(200);
  expect(answer.body.notifications).toMatchObject([
    { status: 'accepted' },
    { id: null, status: 'rejected', code: 'VALIDATION_ERROR', field: 'to[1].email' },
    { id: null, status: 'rejected', code: 'IDENTIFIER_MISSING', field: 'to[2]' },
    { id: null, status: 'rejected', code: 'VALIDATION_ERROR', field: 'to[3]' },
  ]);
});

test('when all fail the answer is 400, and an empty or too long array is 400 too', async () => {
  expect(await send(['a@', 'b@'])).toMatchObject({
    status: 400,
    body: { code: 'VALIDATION_ERROR', field: 'to[0]' },
  });
  expect(await send([])).toMatchObject({ status: 400, body: { field: 'to' } });
  expect(await send(Array.from({ length: 1001 }, () => 'x@example.org'))).toMatchObject({ status: 400 });
});

test('a long array is accepted in one go', async () => {
  const to = Array.from({ length: 150 }, newAddress);
  const answer = await send(to);
  expect(answer.status).toBe(200);
  expect(answer.body.notifications.every(({ status }) => status === 'accepted')).toBe(true);
  await eventually('all mails', () => to.every((one) => stack.smtp.mailsTo(one).length === 1), 90_000);
}, 180_000);

test('a contact that an array names twice is one contact with two notifications', async () => {
  const to = newAddress();
  const answer = await send([to, { email: to, name: 'Ada' }]);
  const ids = answer.body.notifications.map(({ id }) => id ?? '');
  expect(new Set(ids).size).toBe(2);
  const documents = await Promise.all(ids.map((id) => stack.store.notifications.get(id)));
  expect(documents[0]?.contactId).toBe(documents[1]?.contactId);
});

test('a crash midway loses nothing that was accepted, and the repeat sends to nobody twice', async () => {
  const [to, key] = [Array.from({ length: 30 }, newAddress), randomUUID()];
  const request = [{ to }, { 'idempotency-key': key }] as const;
  await dieInRequest(stack, 'after-insert', (baseUrl) =>
    stack.production.at(baseUrl).post('/v1/send/welcome', ...request),
  );
  const answer = await eventually(
    'the repeat to be answered',
    async () => {
      const again = await send(to, {}, { 'idempotency-key': key });
      return again.status === 200 && again;
    },
    60_000,
  );
  expect(answer.body.notifications.every(({ status }) => status === 'accepted')).toBe(true);
  for (const { id } of answer.body.notifications) await untilEnded(stack.production, id ?? '', 90_000);
  expect(to.filter((one) => stack.smtp.mailsTo(one).length !== 1)).toEqual([]);
}, 180_000);
