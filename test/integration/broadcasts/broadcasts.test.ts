import { expectRefusal, makeApplication, type TestApplication } from '../../support/application';
import type { Answer } from '../../support/http-api';
import { type Stack, startStack } from '../../support/stack';

type Accepted = Record<'id' | 'event' | 'status', string>;
interface Shown extends Record<string, unknown> {
  broadcast: {
    id: string;
    state: string;
    to: object;
    send_at: string | null;
    counts: Record<string, number> & { skipped: Record<string, number> };
  };
}

const DECLARED = `
name: offer
channels: [email]
payload: { type: object, properties: { title: { type: string } }, required: [title] }
templates:
  email:
    en: { subject: '{{title}}', html: '<p>{{title}}</p>' }
`;

let stack: Stack;
let app: TestApplication;
beforeAll(async () => {
  stack = await startStack({ sweeps: true, events: { 'offer.yaml': DECLARED } });
  app = await makeApplication(stack);
});
afterAll(() => stack.stop());

const LATER = new Date(Date.now() + 86_400_000).toISOString();
const to = { all: true };

const create = (body: object, event = 'offer', headers = {}) =>
  stack.production.post<Accepted>(`/v1/broadcast/${event}`, { payload: { title: 'x' }, ...body }, headers);
const scheduled = async (): Promise<string> => (await create({ to, send_at: LATER })).body.id;
const change = (id: string, what: string) => stack.production.post<Shown>(`/v1/broadcasts/${id}/${what}`, {});
const stateAfter = async (answer: Promise<Answer<Shown>>): Promise<string> =>
  (await answer).body.broadcast.state;

test('BROADCAST-1: a broadcast is accepted once per key, and shown with its audience and its time', async () => {
  await stack.production.request('PUT', '/v1/topics/news', {});
  const body = { to: { topic: 'news' }, send_at: LATER, per_second: 50, name: 'March', language: 'sv' };
  const key = { 'Idempotency-Key': 'broadcast-once' };
  const first = await create(body, 'offer', key);
  expect(first).toMatchObject({ status: 200, body: { event: 'offer', status: 'accepted' } });
  const again = await create(body, 'offer', key);
  expect(again.body).toEqual(first.body);
  expectRefusal(await create({ ...body, name: 'April' }, 'offer', key), 409, 'IDEMPOTENCY_MISMATCH');
  const shown = await stack.production.get<Shown>(`/v1/broadcasts/${first.body.id}`);
  expect(shown.body.broadcast).toMatchObject({
    ...{ state: 'scheduled', to: { topic: 'news' }, send_at: LATER, per_second: 50, name: 'March' },
    ...{ language: 'sv', tenant: null, rate: null, expected_end: null, blocked: null, started_at: null },
    counts: { total: null, ahead: 0, accepted: 0, sent: 0, skipped: {}, cancelled: 0 },
  });
  const local = await create({ to: { topic: 'news' }, send_at: '09:00 local' });
  const listed = await stack.production.get<{ broadcasts: Shown['broadcast'][]; next: string }>(
    '/v1/broadcasts?limit=1',
  );
  expect(listed.body.broadcasts).toMatchObject([{ id: local.body.id, send_at: '09:00 local' }]);
  const rest = await stack.production.get(`/v1/broadcasts?limit=1&after=${listed.body.next}`);
  expect(rest.body).toMatchObject({ broadcasts: [{ id: first.body.id }] });
});

test('BROADCAST-1: what cannot be sent is refused with its field', async () => {
  expectRefusal(await create({ to }, 'offers'), 404, 'EVENT_NOT_FOUND');
  const refusals: [object, string][] = [
    [{ to: { topic: 'nothing' } }, 'to.topic'],
    [{ to: { segment: 'nothing' } }, 'to.segment'],
    [{ to, payload: {} }, 'payload.title'],
    [{ to, payload: { title: 5 } }, 'payload.title'],
    [{ to, tenant: 'nobody' }, 'tenant'],
    [{ to, send_at: '2020-01-01T00:00:00Z' }, 'send_at'],
    [{ to, send_at: new Date(Date.now() + 31 * 86_400_000).toISOString() }, 'send_at'],
    [{ to, reference: 'x' }, 'reference'],
  ];
  for (const [body, field] of refusals) expectRefusal(await create(body), 400, 'VALIDATION_ERROR', { field });
  const overrides = { sms: { sender_id: '+15005550009' } };
  expectRefusal(await create({ to, overrides }), 400, 'SENDER_UNVERIFIED', {
    field: 'overrides.sms.sender_id',
  });
});

test('BROADCAST-7, BROADCAST-8: a broadcast is paused, resumed and cancelled, and each again changes nothing', async () => {
  const id = await scheduled();
  expect(await stateAfter(change(id, 'resume'))).toBe('scheduled');
  for (const _ of [1, 2]) expect(await stateAfter(change(id, 'pause'))).toBe('paused');
  for (const _ of [1, 2]) expect(await stateAfter(change(id, 'resume'))).toBe('scheduled');
  await change(id, 'pause');
  for (const _ of [1, 2]) expect(await stateAfter(change(id, 'cancel'))).toBe('cancelled');
  expectRefusal(await change(id, 'pause'), 409, 'BROADCAST_STATE');
  expectRefusal(await change(id, 'resume'), 409, 'BROADCAST_STATE');
  const { body } = await stack.admin.get<{ application: object }>(
    `/admin/v1/applications/${stack.applicationId}`,
  );
  expect(JSON.stringify(body)).not.toContain(`broadcast:${id}`);
});

test('BROADCAST-1: a broadcast is of its application, environment and scope', async () => {
  const id = await scheduled();
  for (const other of [app.production, stack.sandbox]) {
    expectRefusal(await other.get(`/v1/broadcasts/${id}`), 404, 'BROADCAST_NOT_FOUND');
    expectRefusal(await other.post(`/v1/broadcasts/${id}/cancel`, {}), 404, 'BROADCAST_NOT_FOUND');
  }
  expectRefusal(await stack.production.get('/v1/broadcasts/x'), 404, 'BROADCAST_NOT_FOUND');
  expect(await stateAfter(change(id, 'cancel'))).toBe('cancelled');
});

test('BROADCAST-9: a preview says who would get nothing and why, and a test goes to the given people', async () => {
  await stack.production.request('PUT', '/v1/topics/tried', {});
  const contacts = [{ email: 'a@tried.example' }, { email: 'b@tried.example' }, { phone: '+12025550199' }];
  await stack.production.post('/v1/topics/tried/subscriptions', { contacts });
  await stack.admin.post(`/admin/v1/applications/${stack.applicationId}/suppressions`, {
    ...{ environment: 'production', channel: 'email', address: 'b@tried.example' },
  });
  const content = { payload: { title: 'x' } };
  const preview = await stack.production.post('/v1/broadcast/offer/preview', {
    to: { topic: 'tried' },
    ...content,
  });
  expect(preview).toMatchObject({
    status: 200,
    body: {
      ...{ event: 'offer', to: { topic: 'tried' }, total: 3, reachable: 1, is_exact: true, sampled: 3 },
      ...{ skipped: { SUPPRESSED: 1, UNREACHABLE: 1 }, by_channel: { email: 1 } },
    },
  });
  const test = await stack.production.post('/v1/broadcast/offer/test', {
    to: ['a@tried.example', { phone: '+12025550199' }],
    ...content,
  });
  expect(test).toMatchObject({
    status: 200,
    body: { notifications: [{ status: 'accepted' }, { status: 'rejected', code: 'IDENTIFIER_MISSING' }] },
  });
  const many = { to: Array(6).fill('a@tried.example'), ...content };
  expectRefusal(await stack.production.post('/v1/broadcast/offer/test', many), 400, 'VALIDATION_ERROR', {
    field: 'to',
  });
});

test('BROADCAST-10: an operator makes a broadcast once per key, and changes it', async () => {
  const path = `/admin/v1/applications/${stack.applicationId}/broadcasts/production`;
  const body = { event: 'offer', to, payload: { title: 'x' }, send_at: LATER, key: 'spring' };
  const first = await stack.admin.post<Shown>(path, body);
  expect(first).toMatchObject({ status: 201, body: { broadcast: { state: 'scheduled', to } } });
  const { id } = first.body.broadcast;
  expect(await stack.admin.post(path, body)).toMatchObject({ status: 200, body: { broadcast: { id } } });
  const list = await stack.admin.get(`${path}?limit=1`);
  expect(list.body).toMatchObject({ broadcasts: [{ id }] });
  for (const [what, state] of [
    ['pause', 'paused'],
    ['resume', 'scheduled'],
    ['cancel', 'cancelled'],
  ])
    expect(await stack.admin.post(`/admin/v1/broadcasts/${id}/${what}`, {})).toMatchObject({
      body: { broadcast: { state } },
    });
  const preview = await stack.admin.post(`${path}/preview`, { event: 'offer', to, payload: { title: 'x' } });
  expect(preview).toMatchObject({ status: 200, body: { is_exact: true } });
});
