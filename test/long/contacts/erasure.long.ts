import { randomUUID } from 'node:crypto';
import type { Notification } from '../../../store/notifications/model';
import { startWebhook } from '../../../temporal/workflow-calls';
import { erasureWorkflowId, webhookWorkflowId } from '../../../workflows/contract';
import { databaseText } from '../../support/database-text';
import { eventually } from '../../support/eventually';
import { ERASED_WITHIN_MS, stateOf } from '../../support/executions';
import { newAddress, untilEnded, untilStatus } from '../../support/journey';
import type { SinkAnswer } from '../../support/smtp-sink';
import { type Stack, startStack } from '../../support/stack';
import { type WebhookReceiver, startWebhookReceiver } from '../../support/webhook-receiver';
import { newPhone, PING } from '../../support/application';

const PATIENT = `
name: patient
channels: [email]
templates: { email: { en: { subject: Hello, text: Hello } } }
sequence: [{ send: email }, { wait: 1h }, { send: email }]
`;
jest.setTimeout(ERASED_WITHIN_MS + 30_000);

let stack: Stack;
let receiver: WebhookReceiver;
const answers = new Map<string, () => SinkAnswer | Promise<SinkAnswer>>();

// All of them begin together and share the minute; each test then looks at what became of one.
let everything: ReturnType<typeof eraseEverything>;
let sandbox: ReturnType<typeof eraseInSandbox>;
let accepted: ReturnType<typeof eraseInFlight>;
let refused: ReturnType<typeof eraseInFlight>;
let racing: ReturnType<typeof eraseWhileSending>;
let late: ReturnType<typeof acceptTooLate>;

beforeAll(async () => {
  [stack, receiver] = await Promise.all([
    startStack({ sweeps: true, events: { 'ping.yaml': PING, 'patient.yaml': PATIENT } }),
    startWebhookReceiver(),
  ]);
  stack.smtp.answer = (to) => answers.get(to)?.() ?? null;
  // An endpoint that is down, so that its events wait.
  receiver.status = 503;
  expect((await stack.production.post('/v1/webhooks', { url: receiver.url })).status).toBe(201);
  everything = eraseEverything();
  sandbox = eraseInSandbox();
  accepted = eraseInFlight(null);
  refused = eraseInFlight({ code: 451, text: '4.3.0 try again later' });
  racing = eraseWhileSending();
  late = acceptTooLate();
  for (const begun of [everything, sandbox, accepted, refused, racing, late]) begun.catch(() => undefined);
});
afterAll(async () => {
  await receiver.stop();
  await stack.stop();
});

const pathOf = (identifier: string): string => `/v1/contacts/${encodeURIComponent(identifier)}`;
const uuidOf = async (identifier: string, api = stack.production): Promise<string> =>
  (await api.get<{ contact: { uuid: string } }>(pathOf(identifier))).body.contact.uuid;
async function erase(identifier: string, api = stack.production): Promise<void> {
  const { status, body } = await api.request('DELETE', pathOf(identifier));
  expect({ status, body }).toEqual({ status: 200, body: { success: true, deleted: true } });
}
const notificationOf = async (id: string): Promise<Notification> => {
  const found = await stack.store.notifications.get(id);
  if (!found) throw new Error(`there is no notification ${id}`);
  return found;
};

const exists = async (workflowId: string, runId?: string): Promise<boolean> =>
  (await stateOf(stack, workflowId, runId)) !== null;
async function executionsOf(contactId: string): Promise<string[]> {
  const ids: string[] = [];
  const listed = stack.temporal.workflow.list({ query: `HeliographContact = '${contactId}'` });
  for await (const { workflowId } of listed) ids.push(workflowId);
  return ids;
}
/** Waits until the contact's tombstone is gone: then Temporal holds none of its executions. */
const untilErased = (contactId: string): Promise<unknown> =>
  eventually(
    `the erasure of ${contactId} to be over`,
    async () => (await stack.store.contacts.get(contactId)) === null,
    ERASED_WITHIN_MS,
  );
const expectGone = async (contactId: string, ids: string[]): Promise<void> => {
  expect(await executionsOf(contactId)).toEqual([]);
  for (const id of ids) expect({ id, exists: await exists(id) }).toEqual({ id, exists: false });
  const text = await databaseText(stack.apiEnv.MONGODB_URI ?? '');
  expect(text).not.toContain(contactId);
};

/** A contact with something of each kind, and two others who were in an array with it. */
async function eraseEverything() {
  const [email, bob, carl, phone] = [newAddress(), newAddress(), newAddress(), newPhone()];
  const person = { email, phone, external_id: `ext-${randomUUID()}`, name: `Erika ${randomUUID()}` };
  const payload = { note: `about-${email}` };
  await stack.production.post('/v1/contacts', { ...person, meta: { city: `city-${randomUUID()}` } });
  const uuid = await uuidOf(email);
  const token = `token-${randomUUID()}`;
  await stack.production.post(`${pathOf(uuid)}/push-tokens`, { token });

  const send = async (event: string, body: object, key = randomUUID()) =>
    (
      await stack.production.post<{ id: string; notifications?: { id: string }[] }>(
        `/v1/send/${event}`,
        body,
        {
          'idempotency-key': key,
        },
      )
    ).body;
  const { id: sent } = await send('ping', { to: person, payload });
  const { id: waiting } = await send('patient', { to: person, payload });
  await Promise.all([untilEnded(stack.production, sent), untilStatus(stack.production, waiting, 'waiting')]);
  answers.set(email, () => ({ code: 451, text: `4.3.0 <${email}> try again later` }));
  const { id: retried } = await send('ping', { to: person, payload });
  const arrayKey = randomUUID();
  const array = { to: [person, bob], payload };
  const arrayAnswer = await send('ping', array, arrayKey);
  const sharedAnswer = await send('patient', { to: [person, carl], payload });
  const [inArray = '', bobs = ''] = arrayAnswer.notifications?.map(({ id }) => id) ?? [];
  const [inShared = '', carls = ''] = sharedAnswer.notifications?.map(({ id }) => id) ?? [];
  await Promise.all([untilEnded(stack.production, bobs), untilStatus(stack.production, carls, 'waiting')]);
  await eventually('a failed attempt', async () => {
    const [message] = (await notificationOf(retried)).messages;
    return (message?.attempts.length ?? 0) > 0;
  });
  // An operator's reset makes a second run of the same execution.
  const { runId } = await stack.temporal.workflow.getHandle(sent).describe();
  await stack.temporal.workflowService.resetWorkflowExecution({
    namespace: stack.temporal.options.namespace,
    workflowExecution: { workflowId: sent, runId },
    workflowTaskFinishEventId: 3 as never,
    requestId: randomUUID(),
    reason: 'test',
  });
  const told = await notificationOf(sent);
  const events = told.messages.flatMap((message) => message.events);
  const webhooks = events.map((event) => webhookWorkflowId(event.id));
  // As a receipt does.
  for (const { id: eventId } of events)
    await startWebhook(stack.temporal, stack.name, told, { eventId, notificationId: sent, attemptsMade: 0 });

  const ids = [sent, waiting, retried, inArray, inShared];
  // Temporal's list follows its executions with a delay.
  await eventually(
    'Temporal to list all executions of the contact',
    async () => {
      const listed = await executionsOf(uuid);
      return [...ids, ...webhooks].every((id) => listed.includes(id));
    },
    60_000,
  );
  const mailsBefore = stack.smtp.mailsTo(email).length;
  await erase(phone);
  // An attempt that was under way may still be answered.
  for (const id of ids)
    await eventually(`the first pass to remove ${id}`, async () => !(await exists(id)), 90_000);
  answers.delete(email);
  const secrets = [email, phone, person.external_id, person.name, token, 'city-'];
  return {
    uuid,
    ids,
    webhooks,
    runId,
    email,
    bob,
    carl,
    bobs,
    carls,
    secrets,
    array,
    arrayKey,
    arrayAnswer,
    mailsBefore,
  };
}

async function eraseInSandbox() {
  const email = newAddress();
  const id = await stack.sandbox.send('ping', { to: email });
  await untilEnded(stack.sandbox, id);
  const uuid = await uuidOf(email, stack.sandbox);
  const captured = (await stack.store.inbox.list({ to: email, limit: 10 })).length;
  await erase(email, stack.sandbox);
  return { email, id, uuid, captured };
}

/** The provider has the message when the contact is erased, and answers later. */
async function eraseInFlight(answer: SinkAnswer) {
  const email = newAddress();
  let release = (): void => undefined;
  const released = new Promise<void>((resolve) => (release = resolve));
  let attempts = 0;
  const begun = new Promise<void>((resolve) => {
    answers.set(email, async () => {
      attempts += 1;
      resolve();
      await released;
      return answer;
    });
  });
  const id = await stack.production.send('patient', { to: email });
  await begun;
  const uuid = await uuidOf(email);
  await erase(email);
  release();
  return { email, id, uuid, attempts: () => attempts };
}

/** Sends to the contact that are accepted before, during and after the request that erases it. */
async function eraseWhileSending() {
  const email = newAddress();
  await stack.production.post('/v1/contacts', { email });
  const uuid = await uuidOf(email);
  const sends = Array.from({ length: 30 }, () => stack.production.send('ping', { to: email }));
  await Promise.race(sends);
  await erase(uuid);
  return { email, uuid, ids: await Promise.all(sends) };
}

/** As if the request had been held up between its look at the contact and its insert until the erasure was over. */
async function acceptTooLate() {
  const email = newAddress();
  const id = await stack.production.send('ping', { to: newAddress() });
  const [contactId, lateId] = [randomUUID(), randomUUID()];
  const like = await notificationOf(id);
  await stack.store.notifications.insertAll([
    {
      ...like,
      _id: lateId,
      recipient: contactId,
      contactId,
      contact: { email, name: 'Late' },
      to: { email },
      status: 'running',
      completedAt: null,
      inFlight: null,
      messages: [],
      startPending: new Date(),
    },
  ]);
  return { id: lateId, contactId, email };
}

test('WEBHOOK-38: an erasure leaves nothing of the person in the database', async () => {
  const { uuid, secrets, carl } = await everything;
  await untilErased(uuid);
  expect((await stack.production.post('/v1/cancel/patient', { to: carl })).body).toMatchObject({
    cancelled: 1,
  });
  // The payload of an array goes once nobody of it is still to be sent.
  await eventually(
    'the payload of the array to be gone',
    async () => !(await databaseText(stack.apiEnv.MONGODB_URI ?? '')).includes('about-'),
    90_000,
  );
  const text = await databaseText(stack.apiEnv.MONGODB_URI ?? '');
  expect(text).toContain(carl);
  for (const secret of [uuid, ...secrets]) expect(text).not.toContain(secret);
});

test('an erasure leaves none of the contact’s executions in Temporal: no run of a notification, no webhook', async () => {
  const { uuid, ids, webhooks, runId } = await everything;
  expect(webhooks).toHaveLength(1);
  await untilErased(uuid);
  await expectGone(uuid, [...ids, ...webhooks]);
  expect(await exists(ids[0] ?? '', runId)).toBe(false);
  const erasure = stack.temporal.workflow.getHandle(erasureWorkflowId(uuid));
  await eventually(
    'the erasure to complete',
    async () => (await erasure.describe()).status.name === 'COMPLETED',
  );
});

test('an erased contact is sent nothing more, and its notifications answer 404', async () => {
  const { uuid, ids, email, mailsBefore } = await everything;
  await untilErased(uuid);
  expect(mailsBefore).toBe(2);
  expect(stack.smtp.mailsTo(email)).toHaveLength(mailsBefore);
  for (const id of ids) expect((await stack.production.get(`/v1/notifications/${id}`)).status).toBe(404);
});

test('the others of an array keep their notifications, and a repeat of its key sends to nobody again', async () => {
  const { uuid, bob, bobs, carl, carls, array, arrayKey, arrayAnswer } = await everything;
  await untilErased(uuid);
  const repeat = await stack.production.post('/v1/send/ping', array, { 'idempotency-key': arrayKey });
  expect(repeat).toMatchObject({ status: 200, body: arrayAnswer });
  expect(repeat.headers.get('idempotent-replay')).toBe('true');
  expect(await stack.production.notification(bobs)).toMatchObject({
    status: 'completed',
    contact: { email: bob },
  });
  expect((await stack.production.notification(carls)).contact.email).toBe(carl);
  expect([bob, carl].map((to) => stack.smtp.mailsTo(to).length)).toEqual([1, 1]);
});

test('an erasure takes the messages that sandbox has captured', async () => {
  const { email, id, uuid, captured } = await sandbox;
  expect(captured).toBe(1);
  await untilErased(uuid);
  await expectGone(uuid, [id]);
  expect(await databaseText(stack.apiEnv.MONGODB_URI ?? '')).not.toContain(email);
});

test('a message that is with the provider when its contact is erased leaves nothing behind', async () => {
  const { email, id, uuid, attempts } = await accepted;
  await untilErased(uuid);
  await expectGone(uuid, [id]);
  expect(await databaseText(stack.apiEnv.MONGODB_URI ?? '')).not.toContain(email);
  expect(attempts()).toBe(1);
});

test('a message that the provider refuses for now after its contact was erased is not tried again', async () => {
  const { email, id, uuid, attempts } = await refused;
  await untilErased(uuid);
  await expectGone(uuid, [id]);
  expect(attempts()).toBe(1);
  expect(stack.smtp.mailsTo(email)).toHaveLength(0);
});

test('sends that race an erasure belong to the erased contact and go with it, or to a new one and are sent', async () => {
  const { email, uuid, ids } = await racing;
  await untilErased(uuid);
  await expectGone(uuid, []);
  expect(await stack.store.notifications.idsOf(uuid, 100)).toEqual([]);
  const left = await stack.store.notifications.existing(ids);
  for (const id of left) {
    expect(await untilEnded(stack.production, id)).toMatchObject({ status: 'completed' });
  }
  const mails = stack.smtp.mailsTo(email).length;
  expect(mails).toBeGreaterThanOrEqual(left.size);
  expect(mails).toBeLessThanOrEqual(ids.length);
});

test('a notification that is accepted only after its contact was erased is sent to nobody and taken away', async () => {
  const { id, contactId, email } = await late;
  await eventually(
    'the late notification to be gone',
    async () => (await stack.store.notifications.get(id)) === null,
    ERASED_WITHIN_MS,
  );
  const erasure = stack.temporal.workflow.getHandle(erasureWorkflowId(contactId));
  await eventually(
    'its erasure to complete',
    async () => (await erasure.describe()).status.name === 'COMPLETED',
    ERASED_WITHIN_MS,
  );
  await expectGone(contactId, [id]);
  expect(stack.smtp.mailsTo(email)).toHaveLength(0);
});
