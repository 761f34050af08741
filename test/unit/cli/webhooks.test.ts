import { AdminStub, heliograph, type Ran } from './admin-stub';

const stub = new AdminStub();
beforeAll(() => stub.start());
afterAll(() => stub.stop());
beforeEach(() => stub.reset());

const run = (...args: string[]): Promise<Ran> =>
  heliograph(['webhooks', ...args, '--app', 'demo'], {
    env: { HELIOGRAPH_ADMIN_URL: stub.url, HELIOGRAPH_ADMIN_KEY: 'admin-key' },
  });

const PATH = 'applications/demo/webhooks/production';
const ENV = ['--env', 'production'];
const endpoint = {
  uuid: 'w-1',
  application_id: 'a-1',
  environment: 'production',
  url: 'https://shop.example.com/hooks',
  enabled_events: ['delivery.sent', 'delivery.failed'],
  is_active: true,
  description: 'Order system',
  owner_email: null,
  failing_since: null,
  switched_off: null,
  previous_secret_until: null,
  created_at: '2026-03-01T09:00:00.000Z',
  updated_at: '2026-03-01T09:00:00.000Z',
};
const off = {
  ...endpoint,
  is_active: false,
  failing_since: '2026-03-02T09:00:00.000Z',
  switched_off: {
    at: '2026-03-07T09:00:00.000Z',
    reason: 'failing',
    failing_since: '2026-03-02T09:00:00.000Z',
    owner_told: 'no_address',
  },
};
const attempt = {
  id: 't-1',
  at: '2026-03-02T09:00:01.000Z',
  duration_ms: 41,
  status: 500,
  error: 'The endpoint answered 500.',
};
const line = {
  id: 'e-1',
  type: 'delivery.sent',
  status: 'failed',
  notification_id: 'n-1',
  test: false,
  created_at: '2026-03-02T09:00:00.000Z',
  redelivered_at: null,
  redelivered_by: null,
  attempt_count: 6,
  last_attempt: attempt,
};
const event = {
  ...line,
  body: '{"event":"delivery.sent"}',
  attempts: [
    {
      ...attempt,
      url: endpoint.url,
      headers: { 'webhook-id': 'e-1' },
      answer: '<h1>Oh\u001b[2J no</h1>',
      error_detail: null,
    },
  ],
};

describe('heliograph webhooks show and enable', () => {
  it('shows the endpoint, and why it is off and whether its owner knows', async () => {
    stub.answer(`GET ${PATH}`, 200, { webhook: off });
    const { stdout, stderr } = await run('show', ...ENV);
    expect(stderr).toBe('');
    expect(stdout).toMatch(/^active +no$/m);
    expect(stdout).toMatch(/^disabled +2026-03-07T09\S+, because it failed since 2026-03-02T09\S+$/m);
    expect(stdout).toMatch(/^owner notified +no: the application has no owner e-mail \(heliograph apps set/m);
    expect(stdout).toContain('Enable it: heliograph webhooks enable --env production');
  });

  it('says little of one that is well, and everything to programs', async () => {
    stub.answer(`GET ${PATH}`, 200, { webhook: endpoint });
    const { stdout } = await run('show', ...ENV);
    expect(stdout).toMatch(/^active +yes$/m);
    expect(stdout).not.toMatch(/switched off|owner notified|old secret|enable/);
    expect(JSON.parse((await run('show', ...ENV, '--json')).stdout)).toEqual(endpoint);
  });

  it('switches it on', async () => {
    stub.answer(`PATCH ${PATH}`, 200, { webhook: endpoint });
    expect((await run('enable', ...ENV)).stdout).toMatch(/^active +yes$/m);
    expect(stub.calls).toMatchObject([{ method: 'PATCH', body: { is_active: true } }]);
  });

  it('needs to be told the environment', async () => {
    const ran = await run('show');
    expect(ran).toMatchObject({ code: 2, stderr: expect.stringContaining("'--env <environment>'") });
  });
});

describe('heliograph webhooks create, set and delete', () => {
  it('creates it and prints the secret first', async () => {
    stub.answer(`POST ${PATH}`, 201, { webhook: endpoint, signing_secret: 'whsec_new' });
    const events = ['--event', 'delivery.failed', 'delivery.bounced'];
    const { stdout } = await run('create', endpoint.url, ...events, ...ENV);
    expect(stdout.split('\n')[0]).toBe('whsec_new');
    const body = { url: endpoint.url, enabled_events: ['delivery.failed', 'delivery.bounced'] };
    expect(stub.calls).toMatchObject([{ method: 'POST', body }]);
  });

  it('changes only what is named', async () => {
    stub.answer(`PATCH ${PATH}`, 200, { webhook: endpoint });
    await run('set', '--description', 'Orders', ...ENV);
    expect(stub.calls).toMatchObject([{ method: 'PATCH', body: { description: 'Orders' } }]);
    expect(stub.calls[0]?.body).toEqual({ description: 'Orders' });
  });

  it('deletes it', async () => {
    stub.answer(`DELETE ${PATH}`, 200, {});
    expect((await run('delete', ...ENV)).stdout).toMatch(/is deleted\.\n$/);
  });
});

describe('heliograph webhooks rotate-secret', () => {
  it.each([
    [false, /the last one until 2026-03-02T09:00:00\.000Z\.\n$/],
    [true, /the oldest secret no longer signs\.\n$/],
  ])('prints the new secret once; after too many rotations (%s) it says so', async (cut, end) => {
    stub.answer(`POST ${PATH}/rotate-secret`, 200, {
      signing_secret: 'whsec_new',
      previous_secret_until: '2026-03-02T09:00:00.000Z',
      earlier_rotation_cut_short: cut,
    });
    const { stdout } = await run('rotate-secret', ...ENV);
    expect(stdout.split('\n')[0]).toBe('whsec_new');
    expect(stdout).toMatch(end);
  });
});

describe('heliograph webhooks events and event', () => {
  it('lists them with what the last attempt met, and where the next page begins', async () => {
    const tested = { ...line, id: 'e-2', test: true, notification_id: null, last_attempt: null };
    const events = [line, tested];
    stub.answer(`GET ${PATH}/events?status=failed&limit=2`, 200, { events, next: '17_e-2' });
    const { stdout, stderr } = await run('events', ...ENV, '--status', 'failed', '--limit', '2');
    expect(stderr).toBe('');
    const [head, first, second, ...rest] = stdout.split('\n');
    expect(head).toMatch(/^HAPPENED +TYPE +STATUS +ATTEMPTS +LAST +ERROR +ID$/);
    expect(first).toMatch(/ +delivery\.sent +failed +6 +2026-03-02T09\S+ +The endpoint answered 500\. +e-1$/);
    expect(second).toMatch(/ +delivery\.sent \(test\) +failed +6 +- +- +e-2$/);
    expect(rest).toEqual(['', 'There may be more: --after 17_e-2', '']);
  });

  it('shows one with its request and the answer, and nothing of that steers the terminal', async () => {
    stub.answer(`GET ${PATH}/events/e-1`, 200, { event });
    const { stdout } = await run('event', 'e-1', ...ENV);
    expect(stdout).toContain('Attempt of 2026-03-02T09:00:01.000Z: 500 after 41 ms');
    expect(stdout).toContain('POST https://shop.example.com/hooks\n    webhook-id: e-1');
    expect(stdout).toContain('Answer: <h1>Oh\uFFFD[2J no</h1>');
    expect(stdout).toContain('{"event":"delivery.sent"}');
  });
});

describe('heliograph webhooks redeliver', () => {
  it.each([
    [true, 'e-1 is being redelivered.\n'],
    [false, 'e-1 is already being delivered.\n'],
  ])('sends one again by its id: %s', async (redelivered, words) => {
    stub.answer(`POST ${PATH}/events/e-1/redeliver`, 200, { redelivered, event: line });
    expect(await run('redeliver', 'e-1', ...ENV)).toMatchObject({ code: 0, stdout: words });
  });

  it('goes through all pages of what failed since a time, up to one end', async () => {
    stub.answer(`POST ${PATH}/redeliver`, 200, { redelivered: 2, next: null });
    const { stdout } = await run('redeliver', '--since', '2026-03-02T09:00', ...ENV);
    expect(stdout).toBe('Sent again: 2.\n');
    const body = stub.calls[0]!.body as { since: string; until: string };
    expect(body.since).toBe('2026-03-02T09:00:00.000Z');
    expect(Date.now() - new Date(body.until).getTime()).toBeLessThan(60_000);
  });

  it('says where to go on when it is interrupted', async () => {
    stub.answer(`POST ${PATH}/redeliver`, 409, { error: 'It is off.', code: 'WEBHOOK_INACTIVE' });
    const { code, stderr } = await run('redeliver', '--since', '2026-03-02', '--after', '17_e-1', ...ENV);
    expect(code).toBe(1);
    expect(stderr).toContain('It is off. [WEBHOOK_INACTIVE]');
    expect(stderr).toContain('continue with --after 17_e-1');
  });

  it.each([[[]], [['e-1', '--since', '2026-03-02']], [['--until', '2026-03-02']]])(
    'takes an id or a time: %j is refused before anything is asked',
    async (args) => {
      const ran = await run('redeliver', ...args, ...ENV);
      expect(ran).toMatchObject({ code: 2, stderr: expect.stringContaining('give an ID, or --since TIME') });
      expect(stub.calls).toEqual([]);
    },
  );
});

describe('heliograph webhooks test', () => {
  it('sends one of a type and shows what the endpoint answered', async () => {
    stub.answer(`POST ${PATH}/test`, 200, { event: { ...event, test: true, notification_id: null } });
    const { stdout } = await run('test', '--type', 'delivery.bounced', ...ENV);
    expect(stdout).toContain('delivery.sent (test)');
    expect(stub.calls).toMatchObject([{ body: { type: 'delivery.bounced' } }]);
  });
});
