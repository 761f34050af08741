import { AdminStub, heliograph, type Ran } from './admin-stub';

const stub = new AdminStub();
beforeAll(() => stub.start());
afterAll(() => stub.stop());
beforeEach(() => stub.reset());

const run = (...args: string[]): Promise<Ran> =>
  heliograph(args, { env: { HELIOGRAPH_ADMIN_URL: stub.url, HELIOGRAPH_ADMIN_KEY: 'admin-key' } });

const demo = {
  id: 'app-1',
  name: 'demo',
  subscription: 'active',
  monthly_quota: 10_000,
  otp_domain: null,
  owner_email: null,
  from: null,
  brand: {},
  limits: [],
  sms_guard: null,
  created_at: '2024-05-01T10:00:00.000Z',
};
const key = {
  id: 'key-1',
  prefix: 'live_ab',
  environment: 'production',
  label: null,
  scopes: ['send', 'broadcast', 'read', 'contacts', 'webhooks'],
  expires_at: null,
  last_used_at: null,
  created_at: '2024-05-01T10:00:00.000Z',
  revoked_at: null,
};

describe('heliograph apps', () => {
  it('creates an application with its settings', async () => {
    stub.answer('POST applications', 201, { success: true, application: { ...demo, monthly_quota: 5 } });
    const ran = await run(
      ...['apps', 'create', 'demo', '--otp-domain', 'example.com', '--monthly-quota', '5'],
      ...['--owner-email', 'ops@example.com', '--from', 'Demo <demo@example.com>'],
    );
    expect(ran).toMatchObject({ code: 0, stderr: '' });
    expect(ran.stdout).toMatch(/^name +demo\nid +app-1\nsubscription +active\nmonthly quota +5$/m);
    expect(stub.calls).toEqual([
      {
        method: 'POST',
        url: '/admin/v1/applications',
        authorization: 'Bearer admin-key',
        body: {
          name: 'demo',
          otp_domain: 'example.com',
          monthly_quota: 5,
          owner_email: 'ops@example.com',
          from: 'Demo <demo@example.com>',
        },
      },
    ]);
  });

  it('sets how long things are kept, and takes it back', async () => {
    const application = { ...demo, keep_notifications_days: null, keep_content_days: 7 };
    stub.answer('PATCH applications/demo', 200, { success: true, application });
    const ran = await run('apps', 'set', 'demo', '--keep-content', '7', '--keep-notifications', 'default');
    expect(ran.stdout).toMatch(/^notifications kept +default of the service\ncontent kept +7 days$/m);
    expect(stub.calls[0]?.body).toEqual({ keep_content_days: 7, keep_notifications_days: null });
    const refused = await run('apps', 'set', 'demo', '--keep-content', 'soon');
    expect(refused).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('number of days, or "default"'),
    });
  });

  it('sets the channels whose deliveries are told', async () => {
    const application = { ...demo, delivered_channels: ['email', 'sms'] };
    stub.answer('PATCH applications/demo', 200, { success: true, application });
    const ran = await run('apps', 'set', 'demo', '--delivered-channels', 'email, sms');
    expect(ran.stdout).toMatch(/^delivered channels +email, sms$/m);
    await run('apps', 'set', 'demo', '--delivered-channels', '');
    expect(stub.calls.map(({ body }) => body)).toEqual([
      { delivered_channels: ['email', 'sms'] },
      { delivered_channels: [] },
    ]);
  });

  it('sets the plan of webhook retries', async () => {
    stub.answer('PATCH applications/demo', 200, { application: { ...demo, webhook_retries: 'extended' } });
    const ran = await run('apps', 'set', 'demo', '--webhook-retries', 'extended');
    expect(ran.stdout).toMatch(/^webhook retries +extended$/m);
    expect(stub.calls[0]?.body).toEqual({ webhook_retries: 'extended' });
  });

  it('sets the countries of its SMS, and allows all again', async () => {
    stub.answer('PATCH applications/demo', 200, { application: { ...demo, sms_countries: ['DE', 'AT'] } });
    const ran = await run('apps', 'set', 'demo', '--sms-countries', 'de, AT');
    expect(ran.stdout).toMatch(/^SMS countries +DE, AT$/m);
    await run('apps', 'set', 'demo', '--sms-countries', 'all');
    expect(stub.calls.map(({ body }) => body)).toEqual([
      { sms_countries: ['DE', 'AT'] },
      { sms_countries: null },
    ]);
  });

  it('sets the guard against SMS pumping, and takes it off', async () => {
    const guard = { events: ['verify'], share: 0.7, at_least: 20, hold_minutes: 30 };
    stub.answer('PATCH applications/demo', 200, { application: { ...demo, sms_guard: guard } });
    const ran = await run('apps', 'set', 'demo', '--sms-guard', '{"events":["verify"]}');
    expect(ran.stdout).toMatch(/^SMS guard +verify: over 0.7 of at least 20/m);
    await run('apps', 'set', 'demo', '--sms-guard', 'off');
    expect(stub.calls.map(({ body }) => body)).toEqual([
      { sms_guard: { events: ['verify'] } },
      { sms_guard: null },
    ]);
  });

  it('sets its limits', async () => {
    const limit = { channel: 'email', most: 2, per: 'day', of: 'contact', timezone: 'UTC', over: 'skip' };
    stub.answer('PATCH applications/demo', 200, {
      application: { ...demo, limits: [{ name: 'daily', ...limit, category: 'news', required: false }] },
    });
    const given = [{ channel: 'email', most: 2, per: 'day' }];
    const ran = await run('apps', 'set', 'demo', '--limits', JSON.stringify(given));
    expect(ran.stdout).toMatch(/^limits +daily 2 email per day \(UTC\) of contact in news$/m);
    expect(stub.calls[0]?.body).toEqual({ limits: given });
  });

  it('lists applications, and says how to make one where there is none', async () => {
    stub.answer('GET applications', 200, { success: true, applications: [demo] });
    const { stdout } = await run('apps', 'list');
    expect(stdout.split('\n')[0]).toMatch(/^NAME +ID +SUBSCRIPTION +MONTHLY QUOTA +CREATED$/);
    expect(stdout.split('\n')[1]).toMatch(/^demo +app-1 +active +10000 +2024-05-01T10:00:00.000Z$/);
    stub.answer('GET applications', 200, { success: true, applications: [] });
    expect((await run('apps', 'list')).stdout).toContain('heliograph apps create');
  });

  it('shows one, its name encoded in the path', async () => {
    stub.answer('GET applications/a%2Fb%20c', 200, { success: true, application: demo });
    expect(await run('apps', 'show', 'a/b c')).toMatchObject({ code: 0 });
  });

  it('changes only what was given', async () => {
    stub.answer('PATCH applications/demo', 200, { success: true, application: demo });
    expect(await run('apps', 'set', 'demo', '--subscription', 'inactive')).toMatchObject({ code: 0 });
    expect(stub.calls[0]?.body).toEqual({ subscription: 'inactive' });
  });

  it('prints JSON for programs, and only that', async () => {
    stub.answer('GET applications', 200, { success: true, applications: [demo] });
    expect(JSON.parse((await run('apps', 'list', '--json')).stdout)).toEqual([demo]);
    expect(JSON.parse((await run('--json', 'apps', 'list')).stdout)).toEqual([demo]);
  });

  it("shows a terminal no control characters of others' texts", async () => {
    const application = { ...demo, from: '\u001b[2Jx\u009b1m' };
    stub.answer('GET applications/demo', 200, { success: true, application });
    const { stdout } = await run('apps', 'show', 'demo');
    expect(stdout).toContain('\uFFFD[2Jx\uFFFD1m');
    expect(stdout).not.toMatch(/[\u001b\u009b]/);
  });
});

describe('heliograph keys', () => {
  it('prints a new key, and that it is the only time', async () => {
    stub.answer('POST applications/demo/keys', 201, {
      success: true,
      key: { ...key, api_key: 'live_abcdef' },
    });
    const ran = await run('keys', 'create', '--app', 'demo', '--env', 'production', '--label', 'shop');
    expect(ran.code).toBe(0);
    expect(ran.stdout).toMatch(
      /^live_abcdef\n\nThis production key \(id key-1\) is shown only once\. Store it now/,
    );
    expect(stub.calls[0]?.body).toEqual({ environment: 'production', label: 'shop' });
  });

  it('makes one with scopes that ends in so many days, or at a time', async () => {
    stub.answer('POST applications/demo/keys', 201, { success: true, key: { ...key, api_key: 'live_x' } });
    const create = ['keys', 'create', '--app', 'demo', '--env', 'production'];
    const before = Date.now();
    expect(await run(...create, '--scope', 'send', '--scope', 'read', '--expires', '90d')).toMatchObject({
      code: 0,
    });
    const body = stub.calls[0]?.body as { scopes: string[]; expires_at: string };
    expect(body.scopes).toEqual(['send', 'read']);
    const days = (Date.parse(body.expires_at) - before) / 86_400_000;
    expect(days).toBeGreaterThanOrEqual(90);
    expect(days).toBeLessThan(90.01);
    await run(...create, '--expires', '2099-03-01T09:00:00+02:00');
    expect(stub.calls[1]?.body).toMatchObject({ expires_at: '2099-03-01T07:00:00.000Z' });
    for (const wrong of [
      ['--expires', '90'],
      ['--expires', '2099-03-01'],
      ['--scope', 'admin'],
    ])
      expect(await run(...create, ...wrong)).toMatchObject({ code: 2 });
  });

  it('lists keys by their beginning, with what they may do and until when', async () => {
    const limited = {
      ...key,
      scopes: ['send'],
      expires_at: '2025-05-01T10:00:00.000Z',
      last_used_at: '2024-06-01T10:00:00.000Z',
    };
    stub.answer('GET applications/demo/keys', 200, { success: true, keys: [key, limited] });
    const [, first, second] = (await run('keys', 'list', '--app', 'demo')).stdout.split('\n');
    expect(first).toMatch(/^key-1 +live_ab… +production +- +all +2024\S+ +- +- +-$/);
    expect(second).toMatch(/^key-1 +live_ab… +production +- +send +2024-05\S+ +2024-06\S+ +2025-05\S+ +-$/);
  });

  it('revokes a key', async () => {
    stub.answer('DELETE applications/demo/keys/key-1', 200, { success: true });
    const ran = await run('keys', 'revoke', 'key-1', '--app', 'demo');
    expect(ran).toMatchObject({ code: 0, stdout: 'The key key-1 is revoked.\n' });
  });
});

describe('heliograph integrations', () => {
  it('sets the rate of one, and takes its limit away with "none"', async () => {
    const integration = {
      ...{ id: 'i-1', channel: 'sms', provider: 'twilio', name: 'twilio', priority: 100, per_second: null },
      ...{ settings: {}, secrets: [], health: { state: 'ok' } },
    };
    stub.answer('PATCH applications/demo/integrations/i-1', 200, { success: true, integration });
    for (const given of ['2.5', 'none'])
      expect(await run('integrations', 'set', 'i-1', '--app', 'demo', '--per-second', given)).toMatchObject({
        code: 0,
        stdout: expect.stringMatching(/^per second +no limit$/m),
      });
    expect(stub.calls.map(({ body }) => body)).toEqual([{ per_second: 2.5 }, { per_second: null }]);
  });
});

describe('heliograph senders', () => {
  const sender = { id: 's-1', type: 'phone', value: '+15005550006' };

  it('adds, lists and removes senders', async () => {
    stub.answer('POST applications/demo/senders', 201, { success: true, sender });
    stub.answer('GET applications/demo/senders', 200, { success: true, senders: [sender] });
    stub.answer('DELETE applications/demo/senders/s-1', 200, { success: true });
    const added = await run('senders', 'add', 'phone', '+15005550006', '--app', 'demo');
    expect(added.stdout).toBe('The phone +15005550006 is a verified sender (id s-1).\n');
    expect(stub.calls[0]?.body).toEqual({ type: 'phone', value: '+15005550006' });
    expect((await run('senders', 'list', '--app', 'demo')).stdout).toMatch(/s-1 +phone +\+15005550006/);
    expect((await run('senders', 'remove', 's-1', '--app', 'demo')).stdout).toBe(
      'The sender s-1 is removed.\n',
    );
  });
});

describe('heliograph senders dkim', () => {
  const key = {
    ...{ selector: 's2', state: 'pending', created_at: '2026-11-27T08:00:00.000Z', active_since: null },
    ...{ retiring_since: null, keep_record_until: null },
    record: {
      type: 'TXT',
      name: 's2._domainkey.example.com',
      value: 'v=DKIM1; p=AB',
      strings: ['v=DKIM1; ', 'p=AB'],
    },
  };
  const keys = { success: true, domain: 'example.com', keys: [key] };
  const path = 'applications/demo/senders/s-1/dkim';

  it('makes, shows, activates and removes keys of a domain', async () => {
    const sender = { id: 's-1', type: 'domain', value: 'example.com' };
    stub.answer('GET applications/demo/senders', 200, { success: true, senders: [sender] });
    stub.answer(`POST ${path}`, 201, keys);
    stub.answer(`GET ${path}`, 200, keys);
    stub.answer(`POST ${path}/s2/activate`, 200, keys);
    stub.answer(`DELETE ${path}/s2?early=true`, 200, { success: true });
    const dkim = (...given: string[]) => run('senders', 'dkim', ...given, '--app', 'demo');
    const made = await dkim('add', 'example.com', '--selector', 's2');
    expect(stub.calls.at(-1)?.body).toEqual({ selector: 's2' });
    expect(made.stdout).toMatch(/^s2 +pending/m);
    expect(made.stdout).toContain('strings  "v=DKIM1; " "p=AB"');
    expect(made.stdout).toContain('heliograph senders dkim activate example.com s2');
    expect((await dkim('show', 'example.com')).stdout).toContain('s2: TXT s2._domainkey.example.com');
    expect((await dkim('activate', 'example.com', 's2')).code).toBe(0);
    const removed = await dkim('remove', 'example.com', 's2', '--early');
    expect(removed.stdout).toContain('The DKIM key s2 of example.com is removed.');
  });
});

describe('heliograph tenants', () => {
  const tenant = {
    ...{ id: 'acme', name: 'Acme', brand: { color: 'red', languages: { de: { color: 'rot' } } } },
    ...{ sender: { email: 'a@acme.example' }, integrations: { email: ['i-1'] }, variables: { plan: 'gold' } },
    ...{ created_at: '2024-05-01T10:00:00.000Z', updated_at: '2024-05-02T10:00:00.000Z' },
  };
  const path = 'applications/demo/tenants';

  it('shows a tenant, and lists them by pages', async () => {
    stub.answer(`GET ${path}/acme`, 200, { success: true, tenant });
    stub.answer(`GET ${path}?after=abc`, 200, { success: true, tenants: [tenant], next: 'acme' });
    const shown = await run('tenants', 'show', 'acme', '--app', 'demo');
    expect(shown.stdout).toMatch(/^email sender +a@acme.example$/m);
    expect(shown.stdout).toMatch(/^email integrations +i-1$/m);
    expect(shown.stdout).toMatch(/^brand color +red$/m);
    expect(shown.stdout).toMatch(/^brand in +de$/m);
    expect(shown.stdout).toMatch(/^variables +\{"plan":"gold"\}$/m);
    const listed = await run('tenants', 'list', '--app', 'demo', '--after', 'abc');
    expect(listed.stdout).toMatch(/acme +Acme +a@acme.example +email/);
    expect(listed.stdout).toContain('--after acme');
  });

  it('changes what the options name and keeps the others', async () => {
    stub.answer(`GET ${path}/acme`, 200, { success: true, tenant });
    stub.answer(`PUT ${path}/acme`, 200, { success: true, tenant });
    await run('tenants', 'set', 'acme', '--app', 'demo', '--name', 'ACME', '--from', 'b@acme.example');
    const { brand, integrations, variables } = tenant;
    expect(stub.calls.at(-1)?.body).toEqual({
      ...{ name: 'ACME', sender: { email: 'b@acme.example' }, brand, integrations, variables },
    });
    expect(await run('tenants', 'set', 'acme', '--app', 'demo')).toMatchObject({ code: 2 });
  });

  it('creates one with its id as the name, and deletes one', async () => {
    stub.answer(`GET ${path}/new`, 404, { error: 'No.', code: 'TENANT_NOT_FOUND' });
    stub.answer(`PUT ${path}/new`, 201, { success: true, tenant });
    stub.answer(`DELETE ${path}/new`, 200, { success: true, open: 1 });
    await run('tenants', 'set', 'new', '--app', 'demo', '--from', 'b@acme.example');
    expect(stub.calls.at(-1)?.body).toEqual({ name: 'new', sender: { email: 'b@acme.example' } });
    const deleted = await run('tenants', 'delete', 'new', '--app', 'demo', '--force');
    expect(stub.calls.at(-1)?.body).toEqual({ force: true });
    expect(deleted.stdout).toBe('The tenant new is deleted. 1 of its notifications is open.\n');
  });
});

describe('heliograph events promote', () => {
  const part = { name: 'layouts/base.html', state: 'different', version: 2, production_version: 1 };
  const change = { name: 'hello', change: 'changed', version: 3, parts: [], messages: [] };
  const route = 'POST applications/demo/events/sandbox/hello/promote';

  it('says which layouts and partials production has otherwise', async () => {
    const answer = { success: true, applied: ['hello'], changes: [change] };
    stub.answer(route, 200, { ...answer, parts: [{ ...part, promoted: false }] });
    const ran = await run('events', 'promote', 'hello', '--app', 'demo');
    expect(stub.calls.at(-1)?.body).toEqual({ with_parts: false, dry_run: false, differences: false });
    expect(ran.stdout).toMatch(/^Promoted to production:\n +changed +hello$/m);
    expect(ran.stdout).toContain(
      'Production has others: layouts/base.html. To take them along, use --with-parts.',
    );
  });

  it('shows in a dry run how they differ', async () => {
    const taken = { ...part, promoted: true, before: 'a\nold', after: 'a\nnew' };
    const answer = { success: true, applied: [], changes: [change] };
    const warnings = [{ file: 'hello.yaml', line: 2, message: 'long' }];
    stub.answer(route, 200, { ...answer, parts: [taken], warnings });
    const ran = await run('events', 'promote', 'hello', '--app', 'demo', '--with-parts', '--dry-run');
    expect(stub.calls.at(-1)?.body).toEqual({ with_parts: true, dry_run: true, differences: true });
    expect(ran.stdout).toContain('layouts/base.html:\n  @@ 2 @@\n  -old\n  +new');
    expect(ran.stderr).toBe('hello.yaml:2: warning: long\n');
  });
});

describe('without --app', () => {
  beforeEach(() => stub.answer('GET applications/app-1/keys', 200, { success: true, keys: [] }));

  it('the only application is meant', async () => {
    stub.answer('GET applications', 200, { success: true, applications: [demo] });
    expect((await run('keys', 'list')).stdout).toContain('No key yet');
  });

  it('several are listed', async () => {
    stub.answer('GET applications', 200, { success: true, applications: [demo, { ...demo, name: 'shop' }] });
    const ran = await run('keys', 'list');
    expect(ran).toMatchObject({ code: 2, stdout: '' });
    expect(ran.stderr).toBe('heliograph: there are 2 applications: demo, shop\nName one with --app NAME.\n');
  });

  it('none is an error that says how to make one', async () => {
    stub.answer('GET applications', 200, { success: true, applications: [] });
    expect(await run('keys', 'list')).toMatchObject({
      code: 1,
      stderr: 'heliograph: there is no application yet\nCreate one: heliograph apps create NAME\n',
    });
  });
});

describe('heliograph notifications show', () => {
  const notification = {
    id: 'n-1',
    event: 'welcome',
    application_id: 'app-1',
    environment: 'production',
    contact: { name: 'Ada', email: 'ada@example.com' },
    contact_id: 'c-1',
    status: 'failed',
    started_at: '2024-05-01T10:00:00.000Z',
    completed_at: '2024-05-01T10:00:09.000Z',
    retry_of: null,
    retried_as: null,
    failure: null,
    details: null,
    next: null as object | null,
    task_failing: null,
    messages: [
      {
        id: 'm-1',
        step: 'send',
        channel: 'email',
        status: 'failed',
        address: 'ada@example.com',
        sent_at: null,
        delivered_at: null,
        error: 'REJECTED: 550 no such user',
        provider: 'smtp',
        provider_message_id: null,
        attempts: [
          {
            at: '2024-05-01T10:00:01.000Z',
            provider: 'smtp',
            provider_id: 'i-1',
            integration: 'smtp',
            duration_ms: 12,
            outcome: 'transient',
            code: 'TIMEOUT',
            response: '421 later',
          },
          {
            at: '2024-05-01T10:00:08.000Z',
            provider: 'smtp',
            provider_id: 'i-2',
            integration: 'backup',
            duration_ms: 9,
            outcome: 'permanent',
            code: 'REJECTED',
            response: '550 no\r\nsuch user',
          },
        ],
        rest: null,
        receipts: [{ at: '2024-05-01T10:01:00.000Z', kind: 'hard_bounce', detail: '550 gone' }],
        rendered: {
          subject: 'Welcome, Ada!',
          html: '<p>Hi',
          text: 'Hi\nAda\n',
          from: 'demo@example.com',
          language: 'en',
        },
      },
    ],
    webhooks: [{ id: 'e-1', type: 'delivery.failed', status: 'pending', attempts: [{}, {}] }],
  };

  it('shows status, messages, attempts and what was rendered', async () => {
    stub.answer('GET notifications/n-1', 200, { success: true, notification });
    const { code, stdout } = await run('notifications', 'show', 'n-1');
    expect(code).toBe(0);
    expect(stdout).toMatch(/^contact +Ada, ada@example\.com\nstatus +failed$/m);
    expect(stdout).not.toMatch(/^(?:now|stuck|because) /m);
    expect(stdout).toContain('Message 1: email, step send, failed\n');
    expect(stdout).toMatch(/^ {2}error +REJECTED: 550 no such user$/m);
    expect(stdout).toMatch(/^ {4}2024-05-01T10:00:01.000Z +smtp +12 +transient/m);
    expect(stdout).toMatch(
      /^ {4}2024-05-01T10:00:08.000Z +smtp \(backup\) +9 +permanent +REJECTED +550 no such user$/m,
    );
    expect(stdout).toMatch(/^ {4}2024-05-01T10:01:00.000Z +hard_bounce +550 gone$/m);
    expect(stdout).toMatch(/^ {4}e-1 +delivery\.failed +pending +2$/m);
    expect(stdout).toContain('    Subject: Welcome, Ada!\n\n    Hi\n    Ada\n');
  });

  it.each([
    ['waits', { status: 'waiting', completed_at: null }, 'No message yet.'],
    ['was stopped', { status: 'stopped' }, 'No message. It ended before one was due.'],
    [
      'was terminated',
      { failure: 'Its workflow was terminated in Temporal.' },
      /^because +Its workflow was terminated in Temporal\.$/m,
    ],
    [
      'was digested',
      { status: 'completed', digested_into: 'n-2' },
      'It has no message. Its content is in the digest n-2.',
    ],
  ])('says why one that %s has no message', async (_what, fields, words) => {
    const bare = { ...notification, messages: [], contact: { name: null, email: null }, ...fields };
    stub.answer('GET notifications/n-1', 200, { notification: bare });
    expect((await run('notifications', 'show', 'n-1')).stdout).toEqual(expect.stringMatching(words));
  });

  it.each([
    [{ next: { text: 'The next attempt is soon.' } }, /^next +The next attempt is soon\.$/m],
    [{ details: 'waits until then (WAIT wait-1)' }, /^now +waits until then \(WAIT wait-1\)$/m],
    [{}, /^now +unknown: Temporal or a worker did not answer within a second$/m],
    [
      { task_failing: { since: 'then', attempt: 7, error: 'no sequence' } },
      /^stuck +its workflow task fails since then, attempt 7: no sequence$/m,
    ],
    [
      { task_failing: { since: null, attempt: 2, error: null } },
      /^stuck +its workflow task fails, attempt 2: see the Temporal UI$/m,
    ],
  ])('says of an open one with %j what holds it', async (fields, words) => {
    const open = { ...notification, status: 'waiting', completed_at: null, ...fields };
    stub.answer('GET notifications/n-1', 200, { notification: open });
    expect((await run('notifications', 'show', 'n-1')).stdout).toMatch(words);
  });

  it('shows a contact that has neither name nor e-mail address by its id', async () => {
    const contact = { name: null, email: null };
    stub.answer('GET notifications/n-1', 200, { notification: { ...notification, contact } });
    expect((await run('notifications', 'show', 'n-1')).stdout).toMatch(/^contact +c-1$/m);
  });

  it('shows a message of text alone, with what it does not have as null', async () => {
    const [message] = notification.messages;
    const rendered = { subject: null, html: null, text: 'Your code is 1234\n', from: null, language: 'en' };
    const texted = { ...notification, messages: [{ ...message, channel: 'sms', rendered }] };
    stub.answer('GET notifications/n-1', 200, { notification: texted });
    const { code, stdout, stderr } = await run('notifications', 'show', 'n-1');
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toContain('  Rendered (en):\n    Your code is 1234\n');
    expect(stdout).not.toContain('null');
  });

  it('shows one whose content is no longer kept', async () => {
    const [message] = notification.messages;
    const bare = { ...message, error: null, attempts: [], receipts: [], rendered: null };
    stub.answer('GET notifications/n-1', 200, { notification: { ...notification, messages: [bare] } });
    expect(await run('notifications', 'show', 'n-1')).toMatchObject({ code: 0, stderr: '' });
  });
});
