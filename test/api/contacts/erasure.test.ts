import { randomUUID } from 'node:crypto';
import { erasureWorkflowId } from '../../../workflows/contract';
import { expectRefusal, newEmail, newPhone, PING } from '../../support/application';
import type { Contact, ContactAnswer } from '../../support/contact';
import { eventually } from '../../support/eventually';
import { stateOf } from '../../support/executions';
import type { Answer, HttpApi } from '../../support/http-api';
import { untilEnded } from '../../support/journey';
import { type Stack, startStack } from '../../support/stack';

/** A sequence that is in its WAIT long enough to be erased there. */
const DRIP = `
name: drip
channels: [email]
templates:
  email:
    en: { subject: Drip, html: '<p>Drip</p>' }
sequence:
  - send: email
  - wait: 10s
  - send: email
`;

let stack: Stack;
/** Erased first of all: Temporal may take half a minute to let go of an execution that is closed. */
let erasedEarly: Promise<string>;
beforeAll(async () => {
  stack = await startStack({ sweeps: true, events: { 'ping.yaml': PING, 'drip.yaml': DRIP } });
  erasedEarly = sendAndErase();
  erasedEarly.catch(() => undefined);
});
afterAll(() => stack.stop());

const newExternalId = (): string => `user-${randomUUID()}`;
const pathOf = (identifier: string): string => `/v1/contacts/${encodeURIComponent(identifier)}`;
const post = (body: unknown): Promise<ContactAnswer> => stack.production.post('/v1/contacts', body);
const get = (identifier: string): Promise<ContactAnswer> => stack.production.get(pathOf(identifier));
const patch = (identifier: string, body?: unknown): Promise<ContactAnswer> =>
  stack.production.request('PATCH', pathOf(identifier), body);
const erase = (identifier: string): Promise<Answer> => stack.production.request('DELETE', pathOf(identifier));

/** The contact of an answer that must be a success. */
async function contactOf(answer: Promise<ContactAnswer>): Promise<Contact> {
  const { status, body } = await answer;
  expect({ status, body }).toMatchObject({
    status: 200,
    body: { success: true, contact: expect.any(Object) },
  });
  return body.contact;
}
/** Sends, waits for the end, and erases the contact; the id of the notification. */
async function sendAndErase(): Promise<string> {
  const email = newEmail();
  const id = await stack.production.send('ping', { to: email });
  await untilEnded(stack.production, id);
  await erase(email);
  return id;
}

describe('DELETE /v1/contacts/{identifier}', () => {
  const executionExists = async (workflowId: string): Promise<boolean> =>
    (await stateOf(stack, workflowId)) !== null;
  const gone = (api: HttpApi, id: string): Promise<unknown> =>
    eventually(`notification ${id} to be gone`, async () => {
      const { status, body } = await api.get(`/v1/notifications/${id}`);
      return status === 404 && body.code === 'NOTIFICATION_NOT_FOUND';
    });
  // Temporal itself may take half a minute.
  const executionGone = (id: string): Promise<unknown> =>
    eventually(`execution ${id} to be gone`, async () => !(await executionExists(id)), 80_000);

  test('ERASURE-1, ERASURE-2: answers success and deleted; whatever named the contact names nobody then', async () => {
    const [email, phone, external_id] = [newEmail(), newPhone(), newExternalId()];
    const { uuid } = await contactOf(post({ email, phone, external_id }));
    const answer = await erase(email);
    expect({ status: answer.status, body: answer.body }).toEqual({
      status: 200,
      body: { success: true, deleted: true },
    });
    for (const identifier of [uuid, email, phone, external_id]) {
      expectRefusal(await get(identifier), 404, 'CONTACT_NOT_FOUND');
      expectRefusal(await patch(identifier, { name: 'Ada' }), 404, 'CONTACT_NOT_FOUND');
      expectRefusal(await erase(identifier), 404, 'CONTACT_NOT_FOUND');
    }
  });

  test('ERASURE-1: of concurrent requests for one contact one erases it, the others find none', async () => {
    const email = newEmail();
    await post({ email });
    const answers = await Promise.all(Array.from({ length: 10 }, () => erase(email)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    for (const answer of answers.filter(({ status }) => status !== 200)) {
      expectRefusal(answer, 404, 'CONTACT_NOT_FOUND');
    }
  });

  test('ERASURE-2: 404 CONTACT_NOT_FOUND for what is no contact', async () => {
    expectRefusal(await erase(newEmail()), 404, 'CONTACT_NOT_FOUND');
    expectRefusal(await erase(randomUUID()), 404, 'CONTACT_NOT_FOUND');
  });

  test('ERASURE-6: leaves a tombstone without a trace of the person until the erasure is over', async () => {
    const { uuid } = await contactOf(
      post({
        email: newEmail(),
        phone: newPhone(),
        external_id: newExternalId(),
        name: 'Ada',
        meta: { a: 1 },
      }),
    );
    await erase(uuid);
    expect(await stack.store.contacts.get(uuid)).toMatchObject({
      identifiers: [`erased:${uuid}`],
      emails: [],
      phones: [],
      name: null,
      externalId: null,
      meta: '{}',
      pushTokens: [],
      listKeys: [],
      erasingSince: expect.any(Date),
    });
    // At once, or by the sweep where Temporal was too slow to answer.
    await eventually('its erasure to begin', () => executionExists(erasureWorkflowId(uuid)));
  });

  test('ERASURE-3, ERASURE-7: takes notifications, captured messages and idempotency answers with it, and no other contact’s', async () => {
    const [email, other, key] = [newEmail(), newEmail(), randomUUID()];
    const keyed = { 'idempotency-key': key };
    const [id, captured, kept] = await Promise.all([
      stack.production
        .post<{ id: string }>('/v1/send/ping', { to: email }, keyed)
        .then(({ body }) => body.id),
      stack.sandbox.send('ping', { to: email }),
      stack.production.send('ping', { to: other }),
    ]);
    await Promise.all([untilEnded(stack.production, id), untilEnded(stack.sandbox, captured)]);
    await untilEnded(stack.production, kept);
    expect(await stack.store.inbox.list({ to: email, limit: 10 })).toHaveLength(1);

    expect((await erase(email)).status).toBe(200);
    await gone(stack.production, id);
    // Sandbox has a contact of its own.
    expect(await stack.sandbox.notification(captured)).toMatchObject({ status: 'completed' });
    expect((await stack.sandbox.request('DELETE', pathOf(email))).status).toBe(200);
    await gone(stack.sandbox, captured);
    await eventually('the captured message to be gone', async () => {
      return (await stack.store.inbox.list({ to: email, limit: 10 })).length === 0;
    });
    expect(await stack.production.notification(kept)).toMatchObject({ status: 'completed' });
    expect(await executionExists(kept)).toBe(true);

    const reservations = stack.connection.mongoose.collection('reservations');
    const reservation = { _id: `${stack.applicationId}:production:${key}` as never };
    await eventually(
      'the idempotency answer to be gone',
      async () => !(await reservations.findOne(reservation)),
    );
    const again = await stack.production.post('/v1/send/ping', { to: email }, keyed);
    expect(again.body.id).not.toBe(id);
  });

  test('ERASURE-4: stops what is waiting or being retried, and nothing more is sent', async () => {
    const [email, other] = [newEmail(), newEmail()];
    const waiting = await stack.production.send('drip', { to: email });
    await eventually('the first mail', () => stack.smtp.mailsTo(email).length === 1);
    stack.smtp.answer = (to) => (to === email ? { code: 451, text: 'try again' } : null);
    const before = stack.smtp.attempts;
    const retried = await stack.production.send('ping', { to: email });
    await eventually('a first attempt', () => stack.smtp.attempts > before);

    expect((await erase(email)).status).toBe(200);
    stack.smtp.answer = () => null;
    // Begun after them, so that by its end they would have sent, had they gone on.
    const later = await stack.production.send('drip', { to: other });
    await Promise.all([gone(stack.production, waiting), gone(stack.production, retried)]);
    await Promise.all([executionGone(waiting), executionGone(retried)]);
    expect((await untilEnded(stack.production, later)).status).toBe('completed');
    expect(stack.smtp.mailsTo(other)).toHaveLength(2);
    expect(stack.smtp.mailsTo(email)).toHaveLength(1);
  });

  test('ERASURE-9: a new send to the address makes a new contact', async () => {
    const email = newEmail();
    const { uuid } = await contactOf(post({ email, name: 'Ada', meta: { a: 1 } }));
    await erase(email);
    const id = await stack.production.send('ping', { to: email });
    const again = await contactOf(get(email));
    expect(again).toMatchObject({ name: null, meta: {} });
    expect(again.uuid).not.toBe(uuid);
    expect((await untilEnded(stack.production, id)).status).toBe('completed');
    expect(stack.smtp.mailsTo(email)).toHaveLength(1);
  });

  test('ERASURE-5: takes the Temporal executions of notifications that are over with it', async () => {
    const id = await erasedEarly;
    await gone(stack.production, id);
    await executionGone(id);
  });
});
