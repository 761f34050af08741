import { expectRefusal, makeApplication } from '../../support/application';
import { eventually } from '../../support/eventually';
import { newAddress, untilEnded } from '../../support/journey';
import { type Stack, startStack } from '../../support/stack';

const VERBOSE = `
name: verbose
templates:
  email:
    en: { subject: S, text: '{{contact.firstName}} {{contact.meta.plan}} {{word}}' }
    sv: { subject: S, text: '{{contact.firstName}} {{contact.meta.plan}} hej {{word}}' }
`;
const DECLARED = `
name: declared
payload:
  required: [word, total]
  properties: { word: { type: string }, total: { type: integer } }
  additionalProperties: false
templates:
  email: { en: { subject: '{{word}} {{total}}', text: hello }, sv: { subject: '{{word}} {{total}}', text: hej } }
sequence:
  - if: { value: payload.total, is: 7 }
    then: [{ end: true }]
    else: [{ send: email }]
`;
const LATER = `
name: later
templates: { email: { en: { subject: Later, text: Later } } }
sequence: [{ wait: 1h }, { send: email }]
`;

interface BatchAnswer extends Record<string, unknown> {
  notifications: { id: string | null; event: string; status: string; code?: string; field?: string }[];
}

let stack: Stack;
beforeAll(async () => {
  stack = await startStack({
    events: { 'verbose.yaml': VERBOSE, 'later.yaml': LATER, 'declared.yaml': DECLARED },
  });
});
afterAll(() => stack.stop());

const send = (to: unknown, extra: object = {}, headers: Record<string, string> = {}, path = 'welcome') =>
  stack.production.post<BatchAnswer>(`/v1/send/${path}`, { to, ...extra }, headers);

test('ARRAY-1: each recipient of an array gets a notification with content of its own', async () => {
  const [ada, grace] = [newAddress(), newAddress()];
  await stack.production.post('/v1/contacts', { email: ada, name: 'Ada Lovelace', meta: { plan: 'pro' } });
  const answer = await send(
    [ada, { email: grace, name: 'Grace Hopper', plan: 'free', language: 'sv' }],
    { payload: { word: 'hello' } },
    {},
    'verbose',
  );
  expect(answer.status).toBe(200);
  expect(answer.body).toEqual({
    id: expect.any(String),
    event: 'verbose',
    status: 'accepted',
    notifications: [
      { id: expect.any(String), event: 'verbose', status: 'accepted' },
      { id: expect.any(String), event: 'verbose', status: 'accepted' },
    ],
  });
  for (const { id } of answer.body.notifications) await untilEnded(stack.production, id ?? '');
  const texts = [ada, grace].map((to) => stack.smtp.mailsTo(to)[0]?.text?.trim());
  expect(texts).toEqual(['Ada pro hello', 'Grace free hej hello']);
});

test('ARRAY-2, ARRAY-6: one recipient may fail while others succeed, the field says which, and so does the answer read again', async () => {
  const answer = await send([newAddress(), { email: 'not-an-address' }, 'no-address-at-all', '555 12 34 56']);
  expect(answer.status).toBe(200);
  expect(answer.body.notifications).toMatchObject([
    { status: 'accepted' },
    { id: null, status: 'rejected', code: 'VALIDATION_ERROR', field: 'to[1].email' },
    { id: null, status: 'rejected', code: 'IDENTIFIER_MISSING', field: 'to[2]' },
    { id: null, status: 'rejected', code: 'VALIDATION_ERROR', field: 'to[3]' },
  ]);
  const path = `/v1/batches/${String(answer.body.id)}`;
  expect((await stack.production.get(path)).body).toEqual(answer.body);
  const other = await makeApplication(stack);
  const single = answer.body.notifications[0]?.id;
  for (const missing of [
    await stack.sandbox.get(path),
    await other.production.get(path),
    await stack.production.get(`/v1/batches/${single}`),
    await stack.production.get('/v1/batches/x'),
  ])
    expectRefusal(missing, 404, 'BATCH_NOT_FOUND');
});

test('LIMIT-9, ARRAY-3, ARRAY-4: when all fail the answer is 400 with the first reason, and no contact is made', async () => {
  expectRefusal(await send(['a@', 'b@']), 400, 'VALIDATION_ERROR', { field: 'to[0]' });
  const [first, second] = [newAddress(), newAddress()];
  const answer = await send([first, second], {}, {}, 'welcome/sms');
  expectRefusal(answer, 400, 'IDENTIFIER_MISSING', { channel: 'sms', field: 'to[0]' });
  for (const email of [first, second]) {
    const found = await stack.production.get(`/v1/contacts/${encodeURIComponent(email)}`);
    expectRefusal(found, 404, 'CONTACT_NOT_FOUND');
  }
});

test('ARRAY-4: an array may have 1 to 1,000 recipients', async () => {
  expect((await send([newAddress()])).body).toMatchObject({ notifications: [{ status: 'accepted' }] });
  for (const to of [[], Array.from({ length: 1001 }, () => 'a@example.org')]) {
    expectRefusal(await send(to), 400, 'VALIDATION_ERROR', { field: 'to' });
  }
});

test('ARRAY-4: a long array is accepted in one go, and each of its notifications begins', async () => {
  const answer = await send(Array.from({ length: 60 }, newAddress), {}, {}, 'later');
  expect(answer.status).toBe(200);
  expect(answer.body.notifications.every(({ status }) => status === 'accepted')).toBe(true);
  const ids = answer.body.notifications.map(({ id }) => id ?? '');
  expect(new Set(ids).size).toBe(60);
  const waiting = { _id: { $in: ids }, status: 'waiting' };
  const { mongoose } = stack.connection;
  await eventually(
    'all to wait',
    async () => (await mongoose.collection('notifications').countDocuments(waiting as object)) === 60,
    90_000,
  );
});

test('ARRAY-5: a contact that an array names twice is one contact with two notifications', async () => {
  const to = newAddress();
  const answer = await send([to, { email: to, name: 'Ada' }]);
  const ids = answer.body.notifications.map(({ id }) => id ?? '');
  expect(new Set(ids).size).toBe(2);
  const documents = await Promise.all(ids.map((id) => stack.store.notifications.get(id)));
  expect(documents[0]?.contactId).toBe(documents[1]?.contactId);
});

test('RECIPIENT-18: a recipient of an array may have a payload and a language of its own', async () => {
  const [ada, grace, mary, joan] = [newAddress(), newAddress(), newAddress(), newAddress()];
  const answer = await send(
    [
      ada,
      { email: grace, payload: { word: 'own' }, language: 'sv' },
      { email: mary, payload: { total: 'many' } },
      { email: joan, payload: { total: 7 } },
    ],
    { payload: { word: 'shared', total: 3 }, language: 'en' },
    {},
    'declared',
  );
  const { notifications } = answer.body;
  expect(notifications).toMatchObject([
    { status: 'accepted' },
    { status: 'accepted' },
    { status: 'rejected', code: 'VALIDATION_ERROR', field: 'to[2].payload.total' },
    { status: 'accepted' },
  ]);
  for (const { id } of notifications) if (id !== null) await untilEnded(stack.production, id);
  const mails = [ada, grace, joan].map((to) =>
    stack.smtp.mailsTo(to).map(({ subject, text }) => [subject, text?.trim()]),
  );
  expect(mails).toEqual([[['shared 3', 'hello']], [['own 3', 'hej']], []]);
  const contact = await stack.production.get(`/v1/contacts/${encodeURIComponent(grace)}`);
  expect(contact.body).toMatchObject({ contact: { meta: { language: 'sv' } } });
  expect((contact.body as { contact: { meta: object } }).contact.meta).not.toHaveProperty('payload');
});

test('RECIPIENT-18: one recipient too', async () => {
  const email = newAddress();
  const sent = (to: object, payload: unknown) =>
    stack.production.post<{ id: string }>('/v1/send/declared', { to, payload });
  expectRefusal(await sent({ email, payload: { total: 'x' } }, { word: 'w' }), 400, 'VALIDATION_ERROR', {
    field: 'to.payload.total',
  });
  expectRefusal(await sent({ email, payload: {} }, { word: 'w' }), 400, 'VALIDATION_ERROR', {
    field: 'payload.total',
  });
  const answer = await sent({ email, payload: { total: 4 } }, { word: 'w', total: 3 });
  await untilEnded(stack.production, answer.body.id);
  expect(stack.smtp.mailsTo(email)).toMatchObject([{ subject: 'w 4' }]);
});
