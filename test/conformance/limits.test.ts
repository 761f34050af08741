import { randomUUID } from 'node:crypto';
import mongoose from 'mongoose';
import { expectRefusal, makeApplication, newEmail } from '../support/application';
import type { Answer } from '../support/http-api';
import { untilEnded } from '../support/journey';
import type { Stack } from '../support/stack';
import { startStack } from '../support/stack';

let stack: Stack;
let database: mongoose.Connection;
beforeAll(async () => {
  stack = await startStack();
  database = await mongoose.createConnection(stack.apiEnv.MONGODB_URI ?? '').asPromise();
});
afterAll(async () => {
  await database.close();
  await stack.stop();
});

const send = (to: unknown, key: string, more: Record<string, string> = {}): Promise<Answer> =>
  stack.production.post('/v1/send/welcome', { to }, { 'idempotency-key': key, ...more });
/** The reservation of a key of production. */
const reservation = (key: string) => ({ _id: `${stack.applicationId}:production:${key}` as never });
const quotaUsed = (): Promise<number> =>
  stack.store.quotas.used(`${stack.applicationId}:production:month:${new Date().toISOString().slice(0, 7)}`);

describe('8 rule 2: an idempotency key', () => {
  test('is kept 24 hours from the first request, and is new after that', async () => {
    const [to, key] = [newEmail(), randomUUID()];
    const first = await send(to, key);
    const kept = await database.collection('reservations').findOne(reservation(key));
    const left = (kept?.expiresAt as Date).getTime() - Date.now();
    expect(left).toBeGreaterThan(86_400_000 - 30_000);
    expect(left).toBeLessThanOrEqual(86_400_000);
    // A repeat does not keep it longer.
    expect((await send(to, key)).body).toEqual(first.body);
    expect(await database.collection('reservations').findOne(reservation(key))).toEqual(kept);

    await database
      .collection('reservations')
      .updateOne(reservation(key), { $set: { expiresAt: new Date(Date.now() - 1) } });
    const later = await send(to, key);
    expect(later.status).toBe(200);
    expect(later.body.id).not.toBe(first.body.id);
    expect(later.headers.get('idempotent-replay')).toBeNull();
  });

  test('Idempotency: belongs to its application', async () => {
    const key = randomUUID();
    const other = await makeApplication(stack);
    await send(newEmail(), key);
    const answer = await other.production.post(
      '/v1/send/ping',
      { to: newEmail() },
      { 'idempotency-key': key },
    );
    expect(answer.status).toBe(200);
    expect(answer.headers.get('idempotent-replay')).toBeNull();
  });

  test('Idempotency: may have 1 to 255 printable characters', async () => {
    for (const key of ['~', `${'k'.repeat(250)} "/'}`, 'a'.repeat(255)]) {
      const to = newEmail();
      const first = await send(to, key);
      expect(first.status).toBe(200);
      expect((await send(to, key)).body).toEqual(first.body);
    }
    for (const key of ['', 'a'.repeat(256), 'a\tb']) {
      expectRefusal(await send(newEmail(), key), 400, 'VALIDATION_ERROR', { field: 'Idempotency-Key' });
    }
  });

  test('Idempotency: is the same request by value only: another value, path or channel is 409', async () => {
    const [to, key] = [newEmail(), randomUUID()];
    const first = await send({ email: to, name: 'Ada' }, key);
    expect((await send({ name: 'Ada', email: to }, key)).body).toEqual(first.body);
    expectRefusal(await send({ email: to, name: 'Eve' }, key), 409, 'IDEMPOTENCY_MISMATCH');
    const forced = await stack.production.post(
      '/v1/send/welcome/email',
      { to: { email: to, name: 'Ada' } },
      { 'idempotency-key': key },
    );
    expectRefusal(forced, 409, 'IDEMPOTENCY_MISMATCH');
  });

  test('Environments: a replay and a refused request count nothing against the quota', async () => {
    const [to, key] = [newEmail(), randomUUID()];
    const before = await quotaUsed();
    await send(to, key);
    expect(await quotaUsed()).toBe(before + 1);
    await send(to, key);
    await send('nobody@', randomUUID());
    await send(newEmail(), key);
    expect(await quotaUsed()).toBe(before + 1);
  });

  test('Idempotency: stays after the commit whatever the answer was, a 502 too', async () => {
    const [to, key] = [newEmail(), randomUUID()];
    stack.smtp.answer = () => ({ code: 550, text: '5.1.1 unknown' });
    const first = await send(to, key, { prefer: 'wait=20' });
    expectRefusal(first, 502, 'PROVIDER_ERROR', { channel: 'email' });
    stack.smtp.answer = () => null;
    const again = await send(to, key, { prefer: 'wait=20' });
    expectRefusal(again, 502, 'PROVIDER_ERROR', { channel: 'email' });
    expect(again.headers.get('idempotent-replay')).toBe('true');
    expect(stack.smtp.mailsTo(to)).toHaveLength(0);
  });
});

describe('Statuses: Prefer', () => {
  test('wait is brought into 1 to 30 seconds, and what was applied is said', async () => {
    for (const [asked, applied] of [
      ['wait=0', 'wait=1'],
      ['wait=99', 'wait=30'],
      ['respond-async, wait="5"', 'wait=5'],
    ] as const) {
      const answer = await send(newEmail(), randomUUID(), { prefer: asked });
      expect(answer).toMatchObject({ status: 200, body: { messages: [{ status: 'sent' }] } });
      expect(answer.headers.get('preference-applied')).toBe(applied);
    }
  });

  test('without wait, and for an array, no provider is waited for', async () => {
    for (const [to, prefer] of [
      [newEmail(), 'respond-async'],
      [[newEmail()], 'wait=10'],
    ] as const) {
      const answer = await send(to, randomUUID(), { prefer });
      expect(answer.body).toMatchObject({ status: 'accepted' });
      expect(answer.headers.get('preference-applied')).toBeNull();
    }
  });
});

describe('4.8: an erasure', () => {
  test('Contacts: takes the idempotency answers that name the contact with it', async () => {
    const [to, key] = [newEmail(), randomUUID()];
    const first = await send(to, key);
    await untilEnded(stack.production, String(first.body.id));
    const erased = await stack.production.request('DELETE', `/v1/contacts/${encodeURIComponent(to)}`);
    expect(erased.body).toEqual({ success: true, deleted: true });
    const collection = database.collection('reservations');
    const deadline = Date.now() + 30_000;
    while (await collection.findOne(reservation(key))) {
      if (Date.now() > deadline) throw new Error('the answer is still kept');
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    const again = await send(to, key);
    expect(again.body.id).not.toBe(first.body.id);
  });
});
