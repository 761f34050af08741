import { randomUUID } from 'node:crypto';
import { expectRefusal, makeApplication } from '../../support/application';
import { testCrashPoints } from '../../support/crash-points';
import type { Answer, HttpApi } from '../../support/http-api';
import { newAddress, untilEnded } from '../../support/journey';
import { type RawRequest, rawRequest } from '../../support/raw-http';
import { expectOneShape } from '../../support/seen-answers';
import { type Stack, startStack } from '../../support/stack';

let stack: Stack;
beforeAll(async () => {
  // What died between its notification and its workflow is started by the sweep.
  stack = await startStack({ sweeps: true });
});
afterAll(() => stack.stop());

const keyed = (key: string) => ({ 'idempotency-key': key });
const send = (to: unknown, key: string, path = 'welcome', api: HttpApi = stack.production): Promise<Answer> =>
  api.post(`/v1/send/${path}`, { to }, keyed(key));
const idsOf = async (email: string): Promise<string[]> => {
  const [contact] = await stack.store.contacts.findByKeys([
    `${stack.applicationId}:production:email:${email}`,
  ]);
  return contact ? stack.store.notifications.idsOf(contact._id, 100) : [];
};
const quotaUsed = (): Promise<number> =>
  stack.store.quotas.used(`${stack.applicationId}:production:month:${new Date().toISOString().slice(0, 7)}`);
const reservations = () => stack.connection.mongoose.collection('reservations');
/** The reservation of a key of production. */
const reservation = (key: string) => ({ _id: `${stack.applicationId}:production:${key}` as never });

test('LIMIT-6, IDEMPOTENCY-3: a repeat of a key gets the original answer, sends nothing and is not counted', async () => {
  const [to, key] = [newAddress(), randomUUID()];
  const used = await quotaUsed();
  const first = await send(to, key);
  expect(first.status).toBe(200);
  const replayed = ({ headers }: Answer) =>
    ['idempotent-replay', 'x-idempotent-replay'].map((name) => headers.get(name));
  expect(replayed(first)).toEqual([null, null]);
  await untilEnded(stack.production, String(first.body.id));
  const again = await send(to, key);
  expect(again).toMatchObject({ status: 200, body: first.body });
  expect(replayed(again)).toEqual(['true', 'true']);
  expect(await idsOf(to)).toEqual([first.body.id]);
  // Nor is what is refused.
  expect((await send('nobody@', randomUUID())).status).toBe(400);
  expect((await send(newAddress(), key)).status).toBe(409);
  expect(await quotaUsed()).toBe(used + 1);
});

test('IDEMPOTENCY-4, IDEMPOTENCY-5: a request is the same by value; X-Idempotency-Key is the same header', async () => {
  const [to, key] = [newAddress(), randomUUID()];
  const body = { to: { email: to, name: 'Ada' }, payload: { a: 1, b: { c: 2, d: 3 } } };
  const first = await stack.production.post('/v1/send/welcome', body, keyed(key));
  expect(first.status).toBe(200);
  const turned = `{"payload":{"b":{"d":3,"c":2},"a":1},"to":{"name":"Ada","email":"${to}"}}`;
  const again = await stack.production.post('/v1/send/welcome', turned, { 'x-idempotency-key': key });
  expect(again.body).toEqual(first.body);
  for (const [path, other] of [
    ['welcome', { ...body, to: newAddress() }],
    ['welcome', { ...body, to: { email: to, name: 'Eve' } }],
    ['welcome/email', body],
    ['onboarding', body],
  ] as const) {
    const answer = await stack.production.post(`/v1/send/${path}`, other, keyed(key));
    expectRefusal(answer, 409, 'IDEMPOTENCY_MISMATCH');
  }
});

test('IDEMPOTENCY-4: numbers compare as they were sent', async () => {
  const [to, key] = [newAddress(), randomUUID()];
  const sendOf = (number: string): Promise<Answer> =>
    stack.production.post('/v1/send/welcome', `{"to":"${to}","payload":{"list":[${number}]}}`, keyed(key));
  const first = await sendOf('0.12345678901234567890');
  expect(first.status).toBe(200);
  expect((await sendOf('12345678901234567890e-20')).body).toEqual(first.body);
  for (const other of ['0.12345678901234568', '0.12345678901234567891'])
    expectRefusal(await sendOf(other), 409, 'IDEMPOTENCY_MISMATCH');
  expectRefusal(await sendOf('12345678901234567890'), 400, 'VALIDATION_ERROR', { field: 'payload.list[0]' });
  // Earlier releases stored only what the doubles say.
  await reservations().updateOne(reservation(key), { $unset: { exactFingerprint: '' } });
  expect((await sendOf('0.12345678901234567890')).body).toEqual(first.body);
  expect(await idsOf(to)).toEqual([first.body.id]);
});

test('IDEMPOTENCY-2: the same key of the other environment or another application is another key', async () => {
  const [to, key, { production }] = [newAddress(), randomUUID(), await makeApplication(stack)];
  const answers = [
    await send(to, key),
    await send(to, key, 'welcome', stack.sandbox),
    await send(to, key, 'ping', production),
  ];
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
  expect(new Set(answers.map(({ body }) => body.id)).size).toBe(3);
  for (const { headers } of answers) expect(headers.get('idempotent-replay')).toBeNull();
});

test('IDEMPOTENCY-2: a key is kept 24 hours from the first request, and is new after that', async () => {
  const [to, key] = [newAddress(), randomUUID()];
  const first = await send(to, key);
  const kept = await reservations().findOne(reservation(key));
  const left = (kept?.expiresAt as Date).getTime() - Date.now();
  expect(left).toBeGreaterThan(86_400_000 - 30_000);
  expect(left).toBeLessThan(86_400_000 + 1_000);
  // A repeat does not keep it longer.
  expect((await send(to, key)).body).toEqual(first.body);
  expect(await reservations().findOne(reservation(key))).toEqual(kept);

  await reservations().updateOne(reservation(key), { $set: { expiresAt: new Date(Date.now() - 60_000) } });
  const later = await send(to, key);
  expect(later.status).toBe(200);
  expect(later.body.id).not.toBe(first.body.id);
  expect(later.headers.get('idempotent-replay')).toBeNull();
});

test('IDEMPOTENCY-7: a refused request frees its key', async () => {
  const [to, key] = [newAddress(), randomUUID()];
  const refused = await stack.production.post('/v1/send/welcome', { to, payload: 7 }, keyed(key));
  expect(refused).toMatchObject({ status: 400, body: { field: 'payload' } });
  expect((await send(to, key)).status).toBe(200);
});

test('IDEMPOTENCY-1: a key has 1 to 255 printable characters', async () => {
  for (const key of ['~', `${'k'.repeat(250)} "/'}`, 'a'.repeat(255)]) {
    const to = newAddress();
    const first = await send(to, key);
    expect(first.status).toBe(200);
    expect((await send(to, key)).body).toEqual(first.body);
  }
  const bytes = Buffer.from('käy', 'utf8').toString('latin1');
  for (const key of ['', 'a'.repeat(256), 'a\tb', bytes]) {
    expectRefusal(await send(newAddress(), key), 400, 'VALIDATION_ERROR', { field: 'Idempotency-Key' });
  }
});

test('IDEMPOTENCY-1: two keys are 400, the same key twice is one key', async () => {
  const [to, key] = [newAddress(), randomUUID()];
  const pingTo = (headers: RawRequest['headers']): Promise<Answer> =>
    rawRequest(stack.production, {
      method: 'POST',
      path: '/v1/send/welcome',
      headers,
      body: JSON.stringify({ to }),
    });
  for (const name of ['Idempotency-Key', 'X-Idempotency-Key']) {
    const refused = await pingTo([
      ['Idempotency-Key', key],
      [name, `${key}2`],
    ]);
    expectRefusal(refused, 400, 'VALIDATION_ERROR', { field: 'Idempotency-Key' });
    expectOneShape(refused);
    const answer = await pingTo([
      ['Idempotency-Key', key],
      [name, key],
    ]);
    expect(answer.status).toBe(200);
    expect((await send(to, key)).body).toEqual(answer.body);
  }
});

test('ERROR-4, ERROR-6, IDEMPOTENCY-6: the same request 50 times at once makes one notification and one mail', async () => {
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

test('IDEMPOTENCY-8, PREFER-5: an answer stays whatever it was, a 502 too', async () => {
  const [to, key] = [newAddress(), randomUUID()];
  const waiting = { ...keyed(key), prefer: 'wait=20' };
  stack.smtp.answer = (of) => (of === to ? { code: 550, text: '5.1.1 unknown' } : null);
  const first = await stack.production.post('/v1/send/welcome', { to }, waiting);
  const failed = { channel: 'email', id: expect.any(String) as string, delivery_code: 'INVALID_RECIPIENT' };
  expectRefusal(first, 502, 'PROVIDER_ERROR', failed);
  stack.smtp.answer = () => null;
  const again = await stack.production.post('/v1/send/welcome', { to }, waiting);
  expectRefusal(again, 502, 'PROVIDER_ERROR', failed);
  expect(again.headers.get('idempotent-replay')).toBe('true');
  expect(stack.smtp.mailsTo(to)).toHaveLength(0);
});

testCrashPoints(() => stack, ['after-insert']);
