import type { ApiServer } from '../../support/providers/api-server';
import { startPostmark, TOKEN } from '../../support/providers/postmark-server';
import {
  expectRefusal,
  makeApplication,
  newEmail,
  newPhone,
  type TestApplication,
} from '../../support/application';
import { eventually } from '../../support/eventually';
import { untilEnded, untilStatus } from '../../support/journey';
import { type Stack, startStack } from '../../support/stack';

const EVENT = `
name: greeting
channels: [email, sms]
templates:
  email:
    en: &email
      subject: 'Hello from {{brand.name}}'
      text: '{{brand.footer}}|{{brand.color}}|{{tenant.id}}|{{tenant.name}}|{{tenant.plan.name}}'
    de-AT: *email
  sms:
    en: { text: '{{brand.name}} {{tenant}}' }
`;
const LATER = `
name: later
templates: { email: { en: { subject: Later, text: Later } } }
sequence: [{ wait: 1h }, { send: email }]
`;
const GATHERED = `
name: gathered
templates: { email: { en: { subject: '{{tenant.name}} {{digest.count}}', text: Hello } } }
sequence: [{ digest: 10s }, { send: email }]
`;

let stack: Stack;
let postmark: ApiServer;
let app: TestApplication;
let smtpId: string;

beforeAll(async () => {
  [stack, postmark] = await Promise.all([startStack(), startPostmark()]);
  app = await makeApplication(stack, {
    ...{ 'greeting.yaml': EVENT, 'later.yaml': LATER, 'gathered.yaml': GATHERED },
  });
  const add = async (body: object): Promise<string> => {
    const added = await stack.admin.post<{ integration: { id: string } }>(`${app.path}/integrations`, {
      ...{ channel: 'email', check: false },
      ...body,
    });
    expect(added.status).toBe(201);
    return added.body.integration.id;
  };
  await add({
    ...{ provider: 'postmark', name: 'First', priority: 1 },
    settings: { server_token: TOKEN, base_url: postmark.url },
  });
  smtpId = await add({
    ...{ provider: 'smtp', name: 'Second', priority: 2 },
    settings: { url: stack.smtp.url },
  });
  const brand = { name: 'Ours', color: 'red', languages: { de: { footer: 'Unsere' } } };
  expect((await stack.admin.request('PATCH', app.path, { brand })).status).toBe(200);
  await stack.admin.post(`${app.path}/senders`, { type: 'email', value: 'hello@acme.example' });
});
afterAll(async () => {
  await Promise.all([stack.stop(), postmark.close()]);
});

const put = (id: string, body: object) => stack.admin.request('PUT', `${app.path}/tenants/${id}`, body);

const ACME = {
  name: 'Acme',
  brand: { name: 'Acme', footer: 'Acme Inc.', languages: { de: { footer: 'Acme GmbH' } } },
  sender: { email: 'Acme <hello@acme.example>' },
  integrations: { email: ['Second', 'First'] },
  variables: { plan: { name: 'gold' } },
};

const mailTo = (to: string) => eventually(`a mail to ${to}`, () => stack.smtp.mailsTo(to)[0]);

interface Entry {
  code: string;
  text: string;
  origins?: object;
}
const operatorsView = async (id: string) =>
  (
    await stack.admin.get<{
      notification: { tenant?: string; story: Entry[]; messages: { attempts: { origins?: object }[] }[] };
    }>(`/admin/v1/notifications/${id}`)
  ).body.notification;

test('TENANT-1: a tenant is created, replaced, listed by pages and deleted', async () => {
  const own = await makeApplication(stack);
  const at = (id: string) => `${own.path}/tenants/${id}`;
  expect((await stack.admin.request('PUT', at('b'), { name: 'B', brand: { color: 'red' } })).status).toBe(
    201,
  );
  for (const id of ['a', 'c']) await stack.admin.request('PUT', at(id), { name: id });
  const replaced = await stack.admin.request('PUT', at('b'), { name: 'B2', variables: { x: 1 } });
  expect(replaced).toMatchObject({
    status: 200,
    body: { tenant: { id: 'b', name: 'B2', brand: {}, sender: {}, integrations: {}, variables: { x: 1 } } },
  });
  expect((await stack.admin.get(at('b'))).body).toEqual(replaced.body);
  const first = await stack.admin.get(`${own.path}/tenants?limit=2`);
  expect(first.body).toMatchObject({ tenants: [{ id: 'a' }, { id: 'b' }], next: 'b' });
  const second = await stack.admin.get(`${own.path}/tenants?limit=2&after=b`);
  expect(second.body).toMatchObject({ tenants: [{ id: 'c' }], next: null });
  expect((await stack.admin.request('DELETE', at('b'), {})).body).toMatchObject({ open: 0 });
  expectRefusal(await stack.admin.get(at('b')), 404, 'TENANT_NOT_FOUND');
  expectRefusal(await stack.admin.request('DELETE', at('b'), {}), 404, 'TENANT_NOT_FOUND');
  expectRefusal(await stack.admin.request('PUT', at('B'), { name: 'B' }), 400, 'VALIDATION_ERROR', {
    field: 'tenant',
  });
});

test.each([
  [{ sender: { email: 'x@evil.example' } }, 'SENDER_UNVERIFIED', 'sender.email'],
  [{ sender: { sms: 'EVIL' } }, 'SENDER_UNVERIFIED', 'sender.sms'],
  [{ integrations: { email: ['Secnd'] } }, 'VALIDATION_ERROR', 'integrations.email[0]'],
  [{ integrations: { sms: ['Second'] } }, 'VALIDATION_ERROR', 'integrations.sms[0]'],
])('TENANT-3, TENANT-6: a tenant with %j is refused', async (body, code, field) => {
  expectRefusal(await put('refused', { name: 'X', ...body }), 400, code, { field });
});

test('TENANT-2, TENANT-6: a tenant chooses brand, sender, provider and variables, and explain says which value won', async () => {
  expect((await put('acme', ACME)).status).toBe(201);
  const to = newEmail();
  const overrides = { brand: { color: 'blue' } };
  const id = await app.production.send('greeting', { to, tenant: 'acme', overrides });
  expect(await untilEnded(app.production, id)).toMatchObject({ status: 'completed', tenant: 'acme' });
  const mail = await mailTo(to);
  expect(mail).toMatchObject({ subject: 'Hello from Acme', text: 'Acme Inc.|blue|acme|Acme|gold\n' });
  expect(mail.from?.value).toEqual([{ address: 'hello@acme.example', name: 'Acme' }]);
  const origins = {
    integration: 'tenant',
    sender: 'tenant',
    brand: { name: 'tenant', footer: 'tenant', color: 'send' },
  };
  const view = await operatorsView(id);
  expect(view).toMatchObject({ tenant: 'acme', messages: [{ attempts: [{ origins }] }] });
  const values = view.story.find(({ code }) => code === 'VALUES');
  expect(values).toMatchObject({ origins });
  expect(values?.text).toContain('The tenant chose the sender, and the tenant chose the provider.');
  expect(view.story[0]?.text).toContain('tenant acme');
  const listed = await app.production.get('/v1/notifications?tenant=acme');
  expect(listed.body).toMatchObject({ notifications: [{ id, tenant: 'acme' }] });

  // Of no tenant, nothing of it: the first provider, and no tenant in the templates.
  const plain = await app.production.send('greeting', { to: newEmail() });
  await untilEnded(app.production, plain);
  expect(postmark.requests).toHaveLength(1);
  expect(JSON.stringify(postmark.requests[0]?.body)).toContain('Hello from Ours');
  expect((await operatorsView(plain)).story.map(({ code }) => code)).not.toContain('VALUES');
});

test('TENANT-3, TENANT-4: the send comes before the tenant, and the language of the template picks the brand', async () => {
  await put('acme', ACME);
  const to = newEmail();
  const body = { to, tenant: 'acme', language: 'de-AT', from: 'me@example.com' };
  const id = await app.production.send('greeting', body);
  await untilEnded(app.production, id);
  const mail = await mailTo(to);
  expect(mail.text).toBe('Acme GmbH|red|acme|Acme|gold\n');
  expect(mail.from?.value[0]?.address).toBe('me@example.com');

  // A tenant without a brand, a sender and integrations is as none, except for its variables.
  await put('bare', { name: 'Bare' });
  const phone = newPhone();
  const sms = await app.sandbox.send('greeting', { to: phone, tenant: 'bare', payload: { tenant: 'x' } });
  await untilEnded(app.sandbox, sms);
  expect((await operatorsView(sms)).messages[0]?.attempts[0]).toMatchObject({
    origins: {
      integration: 'service',
      sender: 'service',
      brand: { name: 'application', color: 'application' },
    },
  });
});

test('TENANT-5: without a tenant, `tenant` is of the payload', async () => {
  const id = await app.sandbox.send('greeting', { to: newPhone(), payload: { tenant: 'mine' } });
  await untilEnded(app.sandbox, id);
  const entries = await stack.store.inbox.list({ limit: 500 });
  expect(entries.find(({ notificationId }) => notificationId === id)).toMatchObject({
    text: 'Ours mine',
  });
});

test('TENANT-7: an unknown tenant is 400 with the one that was meant', async () => {
  await put('acme', ACME);
  const answer = await app.production.post('/v1/send/greeting', { to: newEmail(), tenant: 'acmee' });
  expectRefusal(answer, 400, 'VALIDATION_ERROR', { field: 'tenant' });
  expect(answer.body).toMatchObject({
    error: expect.stringContaining('no tenant "acmee". Did you mean "acme"?'),
  });
  const rendered = await stack.admin.post(`${app.path}/events/production/greeting/render`, {
    ...{ channel: 'email', tenant: 'acme', language: 'de-AT' },
  });
  expect(rendered.body).toMatchObject({
    rendered: { subject: 'Hello from Acme', origins: { sender: 'tenant', brand: { color: 'application' } } },
  });
});

test('TENANT-8, TENANT-9: a tenant with open notifications is deleted by force only, and they fail and can be retried', async () => {
  await put('gone', { ...ACME, integrations: { email: [smtpId] } });
  const sendAt = new Date(Date.now() + 3_600_000).toISOString();
  const waiting = await app.production.send('greeting', { to: newEmail(), tenant: 'gone', send_at: sendAt });
  const path = `${app.path}/tenants/gone`;
  expectRefusal(await stack.admin.request('DELETE', path, {}), 409, 'TENANT_IN_USE');
  await app.production.post(`/v1/notifications/${waiting}/cancel`, {});
  await untilStatus(app.production, waiting, 'stopped');

  const soon = new Date(Date.now() + 8_000).toISOString();
  const to = newEmail();
  const id = await app.production.send('greeting', { to, tenant: 'gone', send_at: soon });
  expect((await stack.admin.request('DELETE', path, { force: true })).body).toMatchObject({ open: 1 });
  const failed = await untilEnded(app.production, id);
  expect(failed).toMatchObject({
    status: 'failed',
    messages: [{ error: expect.stringContaining('tenant gone no longer exists') }],
  });
  expectRefusal(await app.production.post(`/v1/notifications/${id}/retry`, {}), 409, 'NOTIFICATION_STATE');
  await put('gone', ACME);
  const retried = await app.production.post<{ notification: { id: string } }>(
    `/v1/notifications/${id}/retry`,
    {},
  );
  expect(await untilEnded(app.production, retried.body.notification.id)).toMatchObject({ tenant: 'gone' });
  expect((await mailTo(to)).from?.value[0]?.address).toBe('hello@acme.example');
});

test('TENANT-3, TENANT-6: doctor names senders and integrations of tenants that are gone', async () => {
  const own = await makeApplication(stack);
  const sender = await stack.admin.post<{ sender: { id: string } }>(`${own.path}/senders`, {
    ...{ type: 'email', value: 'hello@globex.example' },
  });
  const added = await stack.admin.post<{ integration: { id: string } }>(`${own.path}/integrations`, {
    ...{ channel: 'email', provider: 'smtp', check: false, settings: { url: stack.smtp.url } },
  });
  const { id } = added.body.integration;
  const body = { name: 'G', sender: { email: 'hello@globex.example' }, integrations: { email: [id] } };
  expect((await stack.admin.request('PUT', `${own.path}/tenants/globex`, body)).status).toBe(201);
  await stack.admin.request('DELETE', `${own.path}/senders/${sender.body.sender.id}`);
  await stack.admin.request('DELETE', `${own.path}/integrations/${id}`);
  const doctor = JSON.stringify((await stack.admin.get('/admin/v1/doctor')).body);
  expect(doctor).toContain('Sends of the tenant globex over email are refused.');
  expect(doctor).toContain('Integrations that the tenant globex selects for email were removed.');
});

test('TENANT-7, TENANT-10: a schedule sends in the name of its tenant', async () => {
  await put('acme', ACME);
  const to = newEmail();
  const path = `${app.path}/schedules/production/yearly`;
  const body = { event: 'greeting', cron: '0 9 1 1 *', zone: 'Europe/Berlin', to };
  expectRefusal(
    await stack.admin.request('PUT', path, { ...body, tenant: 'acmee' }),
    ...([400, 'VALIDATION_ERROR', { field: 'tenant' }] as const),
  );
  const pushed = await stack.admin.request('PUT', path, { ...body, tenant: 'acme' });
  expect(pushed.body).toMatchObject({ schedule: { tenant: 'acme' } });
  // 503: Temporal was too slow for it.
  await eventually('a run', async () => (await stack.admin.post(`${path}/run`, {})).status === 200);
  expect((await mailTo(to)).from?.value[0]?.address).toBe('hello@acme.example');
  await stack.admin.request('DELETE', path);
});

test('TENANT-10: with if_open, a reference of two tenants is two', async () => {
  await put('acme', ACME);
  await put('other', { ...ACME, name: 'Other' });
  const to = newEmail();
  const body = { to, reference: '17', if_open: 'replace' };
  const [acme, other, none] = [
    await app.production.send('later', { ...body, tenant: 'acme' }),
    await app.production.send('later', { ...body, tenant: 'other' }),
    await app.production.send('later', body),
  ];
  const again = await app.production.send('later', { ...body, tenant: 'acme', if_open: 'keep' });
  expect(again).toBe(acme);
  await app.production.send('later', { ...body, tenant: 'acme' });
  await untilStatus(app.production, acme, 'stopped');
  for (const id of [other, none])
    expect(await app.production.notification(id)).toMatchObject({ status: 'waiting' });
  const cancelled = await app.production.post('/v1/cancel/later', { to, reference: '17' });
  expect(cancelled.body).toMatchObject({ cancelled: 3 });
});

test('TENANT-10: a digest has the notifications of one tenant', async () => {
  await put('acme', ACME);
  await put('other', { ...ACME, name: 'Other' });
  const to = newEmail();
  const ids = await Promise.all(
    ['acme', 'other', 'acme'].map((tenant) => app.production.send('gathered', { to, tenant })),
  );
  await Promise.all(ids.map((id) => untilEnded(app.production, id)));
  await eventually('two mails', () => stack.smtp.mailsTo(to).length === 2);
  const subjects = stack.smtp.mailsTo(to).map(({ subject }) => subject);
  expect(subjects.sort()).toEqual(['Acme 2', 'Other 1']);
});
