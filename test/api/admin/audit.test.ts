import { randomUUID } from 'node:crypto';
import { ADMIN_ROUTES } from '../../support/admin-routes';
import type { AuditRecord } from '../../../cli/answers';
import {
  type TestApplication,
  expectRefusal,
  makeApplication,
  newEmail,
  PING,
} from '../../support/application';
import { eventually } from '../../support/eventually';
import { untilEnded } from '../../support/journey';
import { type Answer, HttpApi } from '../../support/http-api';
import { signIn, tokenOf } from '../../support/signed-in';
import { type Stack, startStack } from '../../support/stack';

const AUDIT = '/admin/v1/audit';

let stack: Stack;
let app: TestApplication;
beforeAll(async () => {
  stack = await startStack();
});
afterAll(() => stack.stop());
beforeEach(async () => {
  app = await makeApplication(stack);
});

const admin = <T = Record<string, unknown>>(
  method: string,
  path: string,
  body?: unknown,
): Promise<Answer<T>> => stack.admin.request<T>(method, path, body);

const recordsAbout = async (about: string, more = ''): Promise<AuditRecord[]> =>
  (await admin<{ records: AuditRecord[] }>('GET', `${AUDIT}?about=${about}${more}`)).body.records;

/** The newest record about something. */
const newest = async (about: string): Promise<AuditRecord | undefined> =>
  (await recordsAbout(about, '&limit=1'))[0];

test('a change says who made it, what it was, and what was before and after, of what differs only', async () => {
  await admin('PATCH', app.path, { daily_quota: 5 });
  const answer = await admin('PATCH', app.path, { daily_quota: 9, sandbox_recipients: ['ada@example.org'] });
  const record = await newest(app.id);
  expect(record).toEqual({
    ...{ id: expect.any(String), at: expect.any(String), address: '127.0.0.x' },
    by: { id: 'setting', name: 'setting', role: 'owner' },
    request_id: answer.headers.get('x-request-id'),
    ...{ action: 'application.update', path: app.path, outcome: 'done', code: null },
    about: expect.arrayContaining(['setting', app.id]),
    before: { daily_quota: 5, sandbox_recipients: 0 },
    after: { daily_quota: 9, sandbox_recipients: 1 },
  });
  const one = await admin('GET', `${AUDIT}/${record?.id}`);
  expect(one.body).toEqual({ success: true, record });
  expectRefusal(await admin('GET', `${AUDIT}/${randomUUID()}`), 404, 'AUDIT_RECORD_NOT_FOUND');
});

test('each action leaves a record with what it is about, and no secret and no address of a person is in any', async () => {
  const seen = new Set<string>();
  const secrets: string[] = [];
  const person = newEmail();
  /** Makes a change and gives its record. */
  async function change(method: string, path: string, body: unknown, about = app.id): Promise<AuditRecord> {
    // 503: Temporal was too slow for a run of a schedule.
    const answer = await eventually(`${method} ${path} to be done`, async () => {
      const one = await admin(method, path, body);
      return one.status !== 503 && one;
    });
    expect({ path, status: answer.status < 300 }).toEqual({ path, status: true });
    for (const [, secret = ''] of JSON.stringify(answer.body).matchAll(
      /"(?:api_key|admin_key|signing_secret)":"([^"]+)"/g,
    ))
      secrets.push(secret);
    const record = await newest(about);
    expect(record).toMatchObject({ outcome: 'done', path });
    seen.add(String(record?.action));
    return record as AuditRecord;
  }
  const idOf = (record: AuditRecord): string => String(record.after?.id);

  const made = await admin<{ application: { id: string } }>('POST', '/admin/v1/applications', {
    name: `app-${randomUUID()}`,
  });
  expect(await newest(made.body.application.id)).toMatchObject({
    action: 'application.create',
    before: null,
  });
  seen.add('application.create');
  await change('PATCH', app.path, { daily_quota: 100 });

  const key = await change('POST', `${app.path}/keys`, { environment: 'production', label: 'CI' });
  expect(key.after).toMatchObject({ label: 'CI', environment: 'production' });
  expect(await change('DELETE', `${app.path}/keys/${idOf(key)}`, undefined)).toMatchObject({
    before: { label: 'CI' },
    after: null,
  });

  const adminKey = await change('POST', '/admin/v1/admin-keys', { name: 'ci', role: 'viewer' }, 'setting');
  const keyPath = `/admin/v1/admin-keys/${idOf(adminKey)}`;
  const rotated = await change('POST', `${keyPath}/rotate`, {}, idOf(adminKey));
  expect(rotated).toMatchObject({
    before: { previous_until: null },
    after: { previous_until: expect.any(String) },
  });
  await change('DELETE', keyPath, undefined, idOf(adminKey));

  const invited = await change(
    'POST',
    '/admin/v1/operators',
    { email: `${randomUUID()}@example.org`, name: 'Ada', role: 'editor', mail: false },
    'setting',
  );
  expect(invited).toMatchObject({ before: null, after: { name: 'Ada', role: 'editor', password: null } });
  const operatorPath = `/admin/v1/operators/${idOf(invited)}`;
  expect(await change('PATCH', operatorPath, { role: 'viewer' }, idOf(invited))).toMatchObject({
    before: { role: 'editor' },
    after: { role: 'viewer' },
  });
  const linked = await admin<{ link: string }>('POST', `${operatorPath}/link`, { mail: false });
  const record = await newest(idOf(invited));
  expect(record).toMatchObject({ action: 'operator.link', outcome: 'done' });
  seen.add(String(record?.action));
  const { session } = await signIn(stack.admin, { token: tokenOf(linked.body.link) });
  expect(await newest(idOf(invited))).toMatchObject({ action: 'session.begin', after: { by: 'link' } });
  seen.add('session.begin');
  const password = 'correct horse battery staple';
  secrets.push(tokenOf(linked.body.link), session.cookie.split('=')[1] ?? '', session.csrf, password);
  for (const [method, path, body] of [
    ['POST', '/admin/v1/session/new-password', { password }],
    ['DELETE', '/admin/v1/session', undefined],
  ] as const) {
    expect((await session.request(method, path, body)).status).toBe(200);
    const own = await newest(idOf(invited));
    expect(own).toMatchObject({ by: { id: idOf(invited), name: 'Ada' }, outcome: 'done' });
    seen.add(String(own?.action));
  }
  await change('DELETE', `${operatorPath}/oidc-account`, undefined, idOf(invited));
  await change('DELETE', `${operatorPath}/sessions`, undefined, idOf(invited));
  await change('DELETE', operatorPath, undefined, idOf(invited));

  const resealed = await change('POST', '/admin/v1/secrets/reseal', {}, 'setting');
  expect(resealed.after).toMatchObject({ unopened: 0 });

  const sender = await change('POST', `${app.path}/senders`, { type: 'domain', value: 'example.net' });
  const dkim = `${app.path}/senders/${idOf(sender)}/dkim`;
  const dkimKey = { domain: 'example.net', selector: 's1', state: 'pending' };
  expect((await change('POST', dkim, { selector: 's1' })).after).toEqual(dkimKey);
  expectRefusal(await admin('POST', `${dkim}/s2/activate`, {}), 404, 'DKIM_KEY_NOT_FOUND');
  seen.add(String((await newest(app.id))?.action));
  expect((await change('DELETE', `${dkim}/s1`, undefined)).before).toEqual(dkimKey);
  expect(await change('DELETE', `${app.path}/senders/${idOf(sender)}`, undefined)).toMatchObject({
    before: { type: 'domain', value: 'example.net' },
  });

  const [first, second] = ['smtp://user:first-secret@127.0.0.1:1', 'smtp://user:second-secret@127.0.0.1:1'];
  secrets.push('first-secret', 'second-secret');
  const integrations = `${app.path}/integrations`;
  const settings = { channel: 'email', provider: 'smtp', settings: { url: first }, check: false };
  const added = await change('POST', integrations, settings);
  expect(added.after).toMatchObject({ provider: 'smtp', url: '[set]' });
  const integration = `${integrations}/${added.about.find((id) => ![app.id, 'setting'].includes(id))}`;
  const updated = await change('PATCH', integration, {
    settings: { url: second },
    priority: 5,
    check: false,
  });
  expect(updated).toMatchObject({
    before: { priority: 100, url: '[set]' },
    after: { priority: 5, url: '[changed]' },
  });
  await change('POST', `${integration}/test`, {});
  expect(await change('POST', `${integration}/pause`, { reason: 'trial' })).toMatchObject({
    ...{ before: { paused: false }, after: { paused: true, reason: 'trial' } },
  });
  await change('POST', `${integration}/resume`, {});
  // It can be removed after what it holds is released.
  await eventually(
    'its pause to be over',
    async () => !(await stack.store.applications.get(app.id))?.pauses?.length,
  );
  await change('DELETE', integration, undefined);

  const tenant = `${app.path}/tenants/acme`;
  const ofTenant = { name: 'Acme', variables: { support: person } };
  expect(await change('PUT', tenant, ofTenant)).toMatchObject({
    after: { name: 'Acme', variables: ['support'] },
  });
  await change('DELETE', tenant, {});

  const category = `${app.path}/categories/production/news`;
  const ofCategory = { labels: { en: { name: 'News' } } };
  expect(await change('PUT', category, ofCategory)).toMatchObject({ before: null, after: ofCategory });
  await change('DELETE', category, undefined);

  const address = { environment: 'production', channel: 'email', address: person };
  const suppressed = await change('POST', `${app.path}/suppressions`, {
    ...address,
    detail: `${person} asked for it`,
  });
  await change('DELETE', `${app.path}/suppressions`, address);
  expect(suppressed.after).toMatchObject({ channel: 'email', reason: 'manual' });
  await change('POST', `${app.path}/suppressions`, address);
  await change('DELETE', `${app.path}/suppressions/${idOf(suppressed)}`, undefined);

  const push = (content: string) =>
    change('PUT', `${app.path}/events/production`, { files: [{ name: 'ping.yaml', content }] });
  expect(await push(PING)).toMatchObject({ before: {}, after: {} });
  expect(await push(PING.replace('Text: Ping', ''))).toMatchObject({ before: {}, after: {} });
  expect(await push(PING.replace('text: Ping', 'text: Pong'))).toMatchObject({
    before: { ping: expect.stringMatching(/^sha256:/) },
    after: { ping: expect.stringMatching(/^sha256:/) },
  });

  const webhook = `${app.path}/webhooks/production`;
  const types = { enabled_events: ['delivery.sent', 'delivery.failed'] };
  expect(await change('POST', webhook, { url: 'http://127.0.0.1:1/', ...types })).toMatchObject({
    before: null,
    after: { url: 'http://127.0.0.1:1/', ...types, is_active: true },
  });
  expectRefusal(await admin('POST', webhook, { url: 'http://127.0.0.1:2/' }), 409, 'WEBHOOK_EXISTS');
  expect(await change('POST', `${webhook}/rotate-secret`, {})).toMatchObject({
    before: { signing_secret: '[set]' },
    after: { signing_secret: '[changed]' },
  });
  const tested = await change('POST', `${webhook}/test`, {});
  const event = tested.about.at(-1);
  const again = await admin('POST', `${webhook}/events/${event}/redeliver`, {});
  expect([200, 409]).toContain(again.status);
  seen.add(String((await newest(String(event)))?.action));
  await change('POST', `${webhook}/redeliver`, { since: new Date().toISOString() });
  expect(await change('PATCH', webhook, { is_active: false })).toMatchObject({
    before: { is_active: true },
    after: { is_active: false },
  });
  expectRefusal(await admin('PATCH', webhook, { url: 'http://10.0.0.1/' }), 400, 'VALIDATION_ERROR', {
    field: 'url',
  });
  expect(await change('PATCH', webhook, { url: 'http://127.0.0.1:2/' })).toMatchObject({
    before: { url: 'http://127.0.0.1:1/' },
    after: { url: 'http://127.0.0.1:2/' },
  });
  const sandboxed = `${app.path}/webhooks/sandbox`;
  await change('POST', sandboxed, { url: 'http://127.0.0.1:1/' });
  expect(await change('DELETE', sandboxed, undefined)).toMatchObject({
    before: { is_active: true },
    after: null,
  });

  const id = await app.production.send('ping', { to: person });
  await untilEnded(app.production, id);
  const notification = `/admin/v1/notifications/${id}`;
  await change('POST', `${notification}/cancel`, {}, id);
  await change('POST', `${notification}/resume`, {}, id);
  await change('POST', `${app.path}/notifications/retry`, { environment: 'production' });
  const started = await change('POST', `${app.path}/jobs`, { action: 'retry', environment: 'production' });
  expect(started.after).toMatchObject({ action: 'retry', matched: 0, filters: { event: null } });
  const job = started.about.at(-1);
  for (const what of ['stop', 'continue']) {
    expect([200, 409]).toContain((await admin('POST', `/admin/v1/jobs/${job}/${what}`, {})).status);
    seen.add(String((await newest(String(job)))?.action));
  }
  for (const what of ['pause', 'retry', 'reopen', 'signal']) {
    const body = what === 'signal' ? { name: 'wake' } : {};
    const answer = await admin('POST', `${notification}/${what}`, body);
    const refused = await newest(id);
    expect(refused).toMatchObject({ outcome: 'refused', code: answer.body.code, before: null, after: null });
    seen.add(String(refused?.action));
  }
  await change('POST', `${app.path}/sms-guard/production/44/resume`, {});
  for (const what of ['pause', 'resume']) {
    await change('POST', `${app.path}/events/sandbox/ping/${what}`, {});
  }
  await change('POST', `${app.path}/events/production/ping/send`, { to: person });
  await change('POST', `${app.path}/events/production/ping/versions/1/restore`, {});
  await change('POST', `${app.path}/events/sandbox/ping/promote`, {});
  const partial = (content: string) => ({ files: [{ name: 'partials/bye.txt', content }] });
  await change('PUT', `${app.path}/events/production`, partial('Bye'));
  expect(await change('PUT', `${app.path}/events/production`, partial('Ciao'))).toMatchObject({
    before: { 'partials/bye.txt': 'version 1' },
    after: { 'partials/bye.txt': 'version 2' },
  });
  await change('POST', `${app.path}/parts/production/partials/bye.txt/versions/1/restore`, {});
  expect(await change('DELETE', `${app.path}/parts/production/partials/bye.txt`, undefined)).toMatchObject({
    before: { 'partials/bye.txt': 'version 3' },
  });
  const topic = `${app.path}/topics/production/news`;
  expect(await change('PUT', topic, { name: 'News' })).toMatchObject({
    before: null,
    after: { name: 'News' },
  });
  const subscribed = await change('POST', `${topic}/subscriptions`, { contacts: [{ email: person }] });
  expect(subscribed).toMatchObject({ after: { subscribed: 1 } });
  await change('POST', `${topic}/subscriptions/remove`, { contacts: [person] });
  const csv = { 'content-type': 'text/csv' };
  const imported = await stack.admin.post<{ import: { id: string } }>(`${topic}/imports`, 'email\n-\n', csv);
  expect(imported.status).toBe(201);
  seen.add(String((await newest(imported.body.import.id))?.action));
  for (const what of ['stop', 'continue']) {
    const answer = await admin('POST', `${topic}/imports/${imported.body.import.id}/${what}`, {});
    expect([200, 409]).toContain(answer.status);
    seen.add(String((await newest(app.id))?.action));
  }
  expect(await change('DELETE', topic, undefined)).toMatchObject({ before: { name: 'News' }, after: null });
  const segment = `${app.path}/segments/production/pros`;
  const filter = { value: 'contact.meta.plan', is: 'pro' };
  expect(await change('PUT', segment, { filter })).toMatchObject({ before: null, after: { filter } });
  expect(await change('DELETE', segment, undefined)).toMatchObject({ before: { filter }, after: null });
  const broadcasts = `${app.path}/broadcasts/production`;
  const later = new Date(Date.now() + 86_400_000).toISOString();
  const begun = await change('POST', broadcasts, { event: 'ping', to: { all: true }, send_at: later });
  expect(begun).toMatchObject({ before: null, after: { event: 'ping', to: { all: true }, send_at: later } });
  for (const what of ['pause', 'resume', 'cancel'])
    await change('POST', `/admin/v1/broadcasts/${begun.about.at(-1)}/${what}`, {}, begun.about.at(-1));
  await change('POST', `${broadcasts}/test`, { event: 'ping', to: [person] });
  const schedule = `${app.path}/schedules/production/daily`;
  const daily = { event: 'ping', cron: '0 9 * * *', zone: 'UTC', to: person };
  const scheduled = await change('PUT', schedule, daily);
  expect(scheduled).toMatchObject({ before: null, after: { cron: '0 9 * * *', recipients: 1 } });
  for (const what of ['pause', 'resume', 'run']) await change('POST', `${schedule}/${what}`, {});
  expect(await change('DELETE', schedule, undefined)).toMatchObject({
    before: { event: 'ping' },
    after: null,
  });
  expect(await change('DELETE', `${app.path}/events/production/ping`, { force: true })).toMatchObject({
    before: { ping: expect.stringMatching(/^sha256:/) },
    after: null,
  });

  const contact = `${app.path}/contacts/${encodeURIComponent(person)}`;
  await admin('PATCH', `${contact}/preferences?environment=production`, { channels: { sms: false } });
  const preferred = await newest(app.id);
  expect(preferred).toMatchObject({
    ...{ action: 'contact.preferences', path: `${app.path}/contacts/:identifier/preferences` },
    ...{ before: { 'over sms': null }, after: { 'over sms': false } },
  });
  seen.add(String(preferred?.action));
  await admin('POST', `${app.path}/preference-imports?environment=production`, {
    from: 'Knock',
    entries: [{ contact: person, channels: { sms: false } }],
  });
  const carried = await newest(app.id);
  expect(carried).toMatchObject({
    ...{ action: 'contact.import_preferences', before: null },
    after: { from: 'Knock', environment: 'production', changed: 0, unchanged: 1, rejected: 0 },
  });
  seen.add(String(carried?.action));
  for (const status of [200, 404]) {
    expect((await admin('DELETE', `${contact}/?environment=production`)).status).toBe(status);
    const erasure = await newest(app.id);
    expect(erasure).toMatchObject({ action: 'contact.erase', path: `${app.path}/contacts/:identifier` });
    seen.add(String(erasure?.action));
  }

  expect([...seen].sort()).toEqual(
    [...new Set(Object.values(ADMIN_ROUTES).flatMap(([, action]) => action ?? []))].sort(),
  );
  const all = JSON.stringify(await stack.connection.mongoose.collection('audit').find().toArray());
  expect(secrets.length).toBeGreaterThan(4);
  for (const secret of [...secrets, person, encodeURIComponent(person)]) expect(all).not.toContain(secret);
});

test('what a key may not do, and what is refused, is recorded as refused with its code', async () => {
  const made = await admin<{ key: { id: string; admin_key: string } }>('POST', '/admin/v1/admin-keys', {
    ...{ name: 'looker', role: 'viewer' },
  });
  const { id, admin_key } = made.body.key;
  const viewer = new HttpApi(stack.admin.baseUrl, admin_key);
  expectRefusal(await viewer.request('PATCH', app.path, { daily_quota: 1 }), 403, 'FORBIDDEN');
  expect(await newest(app.id)).toMatchObject({
    ...{ by: { id, name: 'looker', role: 'viewer' }, outcome: 'refused', code: 'FORBIDDEN' },
    ...{ before: null, after: null },
  });
  await admin('PATCH', app.path, { daily_quota: -1 });
  expect(await newest(app.id)).toMatchObject({ outcome: 'refused', code: 'VALIDATION_ERROR' });
  // It may read the log, by what it did itself, too.
  const read = await viewer.get<{ records: AuditRecord[] }>(`${AUDIT}?about=${id}`);
  expect(read.body.records.map(({ action }) => action)).toEqual(['application.update', 'admin_key.create']);
});

test('is read the newest first, in pages and between times; reading leaves no record', async () => {
  const count = (await recordsAbout(app.id)).length;
  for (let quota = 1; quota <= 5; quota += 1) await admin('PATCH', app.path, { daily_quota: quota });
  const all = await recordsAbout(app.id);
  expect(all).toHaveLength(count + 5);
  const paged: AuditRecord[] = [];
  for (let after = ''; ;) {
    const { body } = await admin<{ records: AuditRecord[]; next: string | null }>(
      'GET',
      `${AUDIT}?about=${app.id}&limit=2${after}`,
    );
    paged.push(...body.records);
    if (body.next === null) break;
    after = `&after=${body.next}`;
  }
  expect(paged).toEqual(all);
  const [, , third] = all;
  expect((await recordsAbout(app.id, `&from=${third?.at}`)).map(({ id }) => id)).toContain(third?.id);
  expect(await recordsAbout(app.id, '&to=2020-01-01T00:00:00Z')).toEqual([]);
  for (const query of ['limit=0', 'limit=101', 'after=x', 'from=yesterday', 'key=x'])
    expectRefusal(await admin('GET', `${AUDIT}?${query}`), 400, 'VALIDATION_ERROR', {
      field: query.split('=')[0],
    });
});

test('a record without an outcome says that nobody knows it, and an outcome is written once', async () => {
  const record = {
    ...{ _id: randomUUID(), at: new Date(), by: { id: 'setting', name: 'setting', role: 'owner' as const } },
    ...{
      address: '192.0.2.x',
      requestId: 'r',
      action: 'application.update',
      path: app.path,
      about: [app.id],
    },
    ...{ outcome: null, code: null, before: null, after: null },
  };
  await stack.store.audit.begin(record);
  expect(await newest(app.id)).toMatchObject({ id: record._id, outcome: 'unknown' });
  const end = { about: [app.id], outcome: 'done' as const, code: null, before: null, after: null };
  expect(await stack.store.audit.end(record._id, end)).toBe(true);
  expect(await stack.store.audit.end(record._id, { ...end, outcome: 'failed' })).toBe(false);
  expect(await newest(app.id)).toMatchObject({ outcome: 'done' });
});
