import { randomUUID } from 'node:crypto';
import { testCrashPoints } from '../support/crash-points';
import type { Answer } from '../support/http-api';
import { newAddress, untilEnded } from '../support/journey';
import type { Stack } from '../support/stack';
import { startStack } from '../support/stack';

let stack: Stack;
beforeAll(async () => {
  stack = await startStack({ sweeps: true });
});
afterAll(() => stack.stop());

const keyed = (key: string) => ({ 'idempotency-key': key });
const send = (to: unknown, key: string, event = 'welcome'): Promise<Answer> =>
  stack.production.post(`/v1/send/${event}`, { to }, keyed(key));
const idsOf = async (email: string): Promise<string[]> => {
  const [contact] = await stack.store.contacts.findByKeys([
    `${stack.applicationId}:production:email:${email}`,
  ]);
  return contact ? stack.store.notifications.idsOf(contact._id, 100) : [];
};

test('8 rule 2: a repeat of a key gets the original answer and sends nothing', async () => {
  const [to, key] = [newAddress(), randomUUID()];
  const first = await send(to, key);
  expect(first.status).toBe(200);
  expect(first.headers.get('idempotent-replay')).toBeNull();
  await untilEnded(stack.production, String(first.body.id));
  const again = await send(to, key);
  expect(again).toMatchObject({ status: 200, body: first.body });
  expect(again.headers.get('idempotent-replay')).toBe('true');
  expect(await idsOf(to)).toEqual([first.body.id]);
});

test('the order of the keys in the body does not matter, X-Idempotency-Key is the same header', async () => {
  const [to, key] = [newAddress(), randomUUID()];
  const body = { to: { email: to, name: 'Ada' }, payload: { a: 1, b: { c: 2, d: 3 } } };
  const first = await stack.production.post('/v1/send/welcome', body, keyed(key));
  const turned = `{"payload":{"b":{"d":3,"c":2},"a":1},"to":{"name":"Ada","email":"${to}"}}`;
  const again = await stack.production.post('/v1/send/welcome', turned, { 'x-idempotency-key': key });
  expect(again.body).toEqual(first.body);
});

test('the same key with another request is 409 IDEMPOTENCY_MISMATCH', async () => {
  const key = randomUUID();
  await send(newAddress(), key);
  expect(await send(newAddress(), key)).toMatchObject({
    status: 409,
    body: { code: 'IDEMPOTENCY_MISMATCH' },
  });
  expect(await send(newAddress(), key, 'onboarding')).toMatchObject({ status: 409 });
});

test('the same key in the other environment is another key', async () => {
  const [to, key] = [newAddress(), randomUUID()];
  const production = await send(to, key);
  const sandbox = await stack.sandbox.post('/v1/send/welcome', { to }, keyed(key));
  expect(sandbox.status).toBe(200);
  expect(sandbox.body.id).not.toBe(production.body.id);
});

test('a refused request frees its key', async () => {
  const [to, key] = [newAddress(), randomUUID()];
  const refused = await stack.production.post('/v1/send/welcome', { to, payload: 7 }, keyed(key));
  expect(refused).toMatchObject({ status: 400, body: { field: 'payload' } });
  expect((await send(to, key)).status).toBe(200);
});

test.each(['', 'a'.repeat(256), 'käy'])('the key %j is 400', async (key) => {
  const bytes = Buffer.from(key, 'utf8').toString('latin1');
  expect(await send(newAddress(), bytes)).toMatchObject({ status: 400, body: { code: 'VALIDATION_ERROR' } });
});

test('the same request 50 times at once makes one notification and one mail', async () => {
  const [to, key] = [newAddress(), randomUUID()];
  const answers = await Promise.all(Array.from({ length: 50 }, () => send(to, key)));
  const accepted = answers.filter(({ status }) => status === 200);
  expect(accepted.length).toBeGreaterThan(0);
  expect(new Set(accepted.map(({ body }) => body.id)).size).toBe(1);
  for (const answer of answers.filter(({ status }) => status !== 200)) {
    expect(answer).toMatchObject({ status: 409, body: { code: 'IDEMPOTENCY_IN_PROGRESS' } });
    expect(answer.headers.get('retry-after')).toBe('1');
  }
  await untilEnded(stack.production, String(accepted[0]?.body.id));
  expect(await idsOf(to)).toHaveLength(1);
  expect(stack.smtp.mailsTo(to)).toHaveLength(1);
});

testCrashPoints(() => stack, ['after-quota', 'after-insert']);
