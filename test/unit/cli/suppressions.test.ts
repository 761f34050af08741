import { AdminStub, heliograph, type Ran } from './admin-stub';

const stub = new AdminStub();
beforeAll(() => stub.start());
afterAll(() => stub.stop());
beforeEach(() => stub.reset());

const run = (...args: string[]): Promise<Ran> =>
  heliograph(['suppressions', ...args, '--app', 'demo'], {
    env: { HELIOGRAPH_ADMIN_URL: stub.url, HELIOGRAPH_ADMIN_KEY: 'admin-key' },
  });

const PATH = 'applications/demo/suppressions';
const suppression = {
  id: 'app-1:production:email:hash',
  environment: 'production',
  channel: 'email',
  address: 'ada@example.org',
  reason: 'hard_bounce',
  detail: '550 5.1.1 no such user',
  notification_id: 'n-1',
  created_at: '2024-05-01T10:00:00.000Z',
  reasons: [
    {
      reason: 'hard_bounce',
      at: '2024-05-01T10:00:00.000Z',
      detail: '550 5.1.1 no such user',
      notification_id: 'n-1',
    },
  ],
};
const manual = { reason: 'manual', at: '2024-05-01T10:00:00.000Z', detail: null, notification_id: null };
const page = (suppressions: object[]) => ({ success: true, suppressions, limit: 50, offset: 0 });

describe('heliograph suppressions list', () => {
  it('shows them with address, reason and id', async () => {
    const reasons = [...suppression.reasons, manual];
    const erased = { ...suppression, address: null, detail: null, reasons };
    stub.answer(`GET ${PATH}?environment=production`, 200, page([suppression, erased]));
    const { code, stdout } = await run('list', '--env', 'production');
    expect(code).toBe(0);
    const [head, first, second, ...rest] = stdout.split('\n');
    expect(head).toMatch(/^CHANNEL +ADDRESS +REASON +SINCE +DETAIL +ID$/);
    expect(first).toMatch(
      /^email +ada@example\.org +hard_bounce +2024-05-01T\S+ +550 5\.1\.1 no such user +app-1:\S+:hash$/,
    );
    expect(second).toMatch(/^email +\(erased\) +hard_bounce, manual +2024-05-01T\S+ +- +app-1:\S+:hash$/);
    expect(rest).toEqual(['']);
  });

  it('says that there may be more when the page is full, and takes the next one', async () => {
    stub.answer(`GET ${PATH}?environment=sandbox&limit=1&offset=4`, 200, page([suppression]));
    const { stdout } = await run('list', '--env', 'sandbox', '--limit', '1', '--offset', '4');
    expect(stdout).toContain('\n\nThere may be more: --offset 5\n');
  });

  it('looks one up, and says when there is none', async () => {
    const query = 'environment=production&channel=sms&address=%2B12025550123';
    stub.answer(`GET ${PATH}?${query}`, 200, page([]));
    const ran = await run('list', '--env', 'production', '--channel', 'sms', '--address', '+12025550123');
    expect(ran).toEqual({ code: 0, stdout: 'There are no suppressions.\n', stderr: '' });
  });

  it('prints JSON for programs', async () => {
    stub.answer(`GET ${PATH}?environment=production`, 200, page([suppression]));
    expect(JSON.parse((await run('list', '--env', 'production', '--json')).stdout)).toEqual([suppression]);
  });
});

describe('heliograph suppressions add', () => {
  it('says what is suppressed, why and since when', async () => {
    stub.answer(`POST ${PATH}`, 201, {
      success: true,
      suppression: { ...suppression, reason: 'manual', reasons: [manual] },
    });
    const ran = await run('add', 'email', 'ada@example.org', '--env', 'production', '--detail', 'by letter');
    expect(ran.stdout).toBe(
      'Nothing is sent to ada@example.org on email in production (manual, since 2024-05-01T10:00:00.000Z).\n',
    );
    expect(stub.calls[0]?.body).toEqual({
      environment: 'production',
      channel: 'email',
      address: 'ada@example.org',
      detail: 'by letter',
    });
  });

  it('needs a channel that has suppressions and an environment', async () => {
    expect((await run('add', 'push', 'token', '--env', 'production')).stderr).toContain(
      'Allowed choices are email, sms, whatsapp.',
    );
    expect(await run('add', 'email', 'ada@example.org')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("required option '--env <environment>' not specified"),
    });
    expect(stub.calls).toEqual([]);
  });

  it('says why the service refuses an address', async () => {
    const error = { error: 'address: must be an e-mail address', code: 'VALIDATION_ERROR', field: 'address' };
    stub.answer(`POST ${PATH}`, 400, error);
    expect(await run('add', 'email', 'nobody', '--env', 'production')).toEqual({
      code: 1,
      stdout: '',
      stderr:
        'heliograph: cannot suppress nobody on email for "demo" in production: <address>: must be an e-mail address [VALIDATION_ERROR]\n',
    });
  });
});

describe('heliograph suppressions lift', () => {
  it('takes channel, address and environment', async () => {
    stub.answer(`DELETE ${PATH}`, 200, { success: true, suppression: null });
    const ran = await run('lift', 'sms', '+12025550123', '--env', 'sandbox');
    expect(ran.stdout).toBe('The suppression of +12025550123 on sms in sandbox is lifted.\n');
    expect(stub.calls[0]?.body).toEqual({
      environment: 'sandbox',
      channel: 'sms',
      address: '+12025550123',
    });
  });

  it('takes the id alone of an erased address', async () => {
    stub.answer(`DELETE ${PATH}/app-1%3Aproduction%3Aemail%3Ahash`, 200, { success: true });
    const ran = await run('lift', '--id', suppression.id, '--json');
    expect(JSON.parse(ran.stdout)).toEqual({ id: suppression.id, lifted: true });
  });

  it('lifts one of several reasons, and says what is left', async () => {
    const path = `DELETE ${PATH}/app-1%3Aproduction%3Aemail%3Ahash?reason=manual`;
    stub.answer(path, 200, { success: true, suppression });
    const ran = await run('lift', '--id', suppression.id, '--reason', 'manual');
    expect(ran.stdout).toBe('The reason manual is lifted. The address is still suppressed (hard_bounce).\n');
  });

  it.each([
    [['email', 'ada@example.org']],
    [['email', '--env', 'production']],
    [['--env', 'production']],
    [['email', 'ada@example.org', '--id', 'x']],
    [[]],
  ])('%j says too little or too much', async (args) => {
    const ran = await run('lift', ...args);
    expect(ran).toMatchObject({ code: 2, stdout: '' });
    expect(ran.stderr).toContain('give CHANNEL ADDRESS --env ENVIRONMENT, or only --id ID');
    expect(stub.calls).toEqual([]);
  });

  it('that finds none says so', async () => {
    const error = { error: 'This application has no such suppression.', code: 'SUPPRESSION_NOT_FOUND' };
    stub.answer(`DELETE ${PATH}`, 404, error);
    const ran = await run('lift', 'email', 'ada@example.org', '--env', 'production');
    expect(ran).toMatchObject({ code: 1, stderr: expect.stringContaining('[SUPPRESSION_NOT_FOUND]') });
  });
});
