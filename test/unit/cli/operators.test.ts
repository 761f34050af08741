import { AdminStub, heliograph, type Ran } from './admin-stub';

const stub = new AdminStub();
beforeAll(() => stub.start());
afterAll(() => stub.stop());
beforeEach(() => stub.reset());

const run = (...args: string[]): Promise<Ran> =>
  heliograph(args, { env: { HELIOGRAPH_ADMIN_URL: stub.url, HELIOGRAPH_ADMIN_KEY: 'admin-key' } });

const key = {
  ...{ id: 'key-1', name: 'ci', role: 'editor', prefix: 'admin_abcd' },
  ...{ created_at: '2024-05-01T10:00:00.000Z', expires_at: null, last_used_at: null },
  ...{ previous_until: '2024-05-02T10:00:00.000Z', revoked_at: null },
};

describe('heliograph admin-keys', () => {
  it('makes one with a role, and prints it this once', async () => {
    stub.answer('POST admin-keys', 201, { success: true, key: { ...key, admin_key: 'admin_secret' } });
    const ran = await run(
      'admin-keys',
      'create',
      'ci',
      '--role',
      'editor',
      '--expires',
      '2099-01-01T00:00:00Z',
    );
    expect(ran).toMatchObject({ code: 0 });
    expect(ran.stdout).toMatch(/^admin_secret\n\nThis admin key of "ci", editor \(id key-1\) is shown only/);
    expect(stub.calls[0]?.body).toEqual({
      ...{ name: 'ci', role: 'editor', expires_at: '2099-01-01T00:00:00.000Z' },
    });
    for (const wrong of [[], ['--role', 'admin']])
      expect(await run('admin-keys', 'create', 'ci', ...wrong)).toMatchObject({ code: 2 });
  });

  it('lists, rotates with an overlap, and revokes', async () => {
    stub.answer('GET admin-keys', 200, { success: true, keys: [key] });
    expect((await run('admin-keys', 'list')).stdout).toMatch(
      /ci +editor +admin_abcd… +2024\S+ +- +- +- +key-1/,
    );
    stub.answer('POST admin-keys/key-1/rotate', 200, {
      success: true,
      key: { ...key, admin_key: 'admin_new' },
    });
    const rotated = await run('admin-keys', 'rotate', 'key-1', '--overlap', '7d');
    expect(rotated.stdout).toMatch(/^admin_new\n\n.*valid until 2024-05-02T10:00:00.000Z\.\n$/);
    await run('admin-keys', 'rotate', 'key-1');
    await run('admin-keys', 'rotate', 'key-1', '--overlap', '0');
    expect(stub.calls.slice(1).map(({ body }) => body)).toEqual([
      { overlap_hours: 168 },
      { overlap_hours: 24 },
      { overlap_hours: 0 },
    ]);
    expect(await run('admin-keys', 'rotate', 'key-1', '--overlap', 'soon')).toMatchObject({ code: 2 });
    stub.answer('DELETE admin-keys/key-1', 200, { success: true });
    expect((await run('admin-keys', 'revoke', 'key-1')).stdout).toBe('The admin key key-1 is revoked.\n');
  });
});

const record = {
  ...{ id: 'r-1', at: '2024-05-01T10:00:00.000Z', by: { id: 'k-1', name: 'ci', role: 'editor' } },
  ...{
    address: '192.0.2.x',
    request_id: 'req-1',
    action: 'application.update',
    path: '/admin/v1/applications/a',
  },
  ...{ about: ['k-1', 'app-1'], outcome: 'done', code: null },
  ...{ before: { daily_quota: null }, after: { daily_quota: 5 } },
};
const refused = { ...record, id: 'r-2', outcome: 'refused', code: 'FORBIDDEN', before: null, after: null };

describe('heliograph audit', () => {
  it('lists changes, of one thing and between times, and says where to go on', async () => {
    const query = '?about=app-1&from=2024-05-01T00%3A00%3A00.000Z&limit=2';
    stub.answer(`GET audit${query}`, 200, { success: true, records: [record, refused], next: '1_x' });
    const { stdout } = await run('audit', '--about', 'app-1', '--from', '2024-05-01', '--limit', '2');
    expect(stdout).toMatch(/2024-05-01T10:00:00.000Z +ci +application.update +done +daily_quota +r-1\n/);
    expect(stdout).toMatch(
      /ci +application.update +refused, FORBIDDEN +- +r-2\n\nThere may be more: --after 1_x\n$/,
    );
  });

  it('shows one, with what was before and after', async () => {
    stub.answer('GET audit/r-1', 200, { success: true, record });
    const { stdout } = await run('audit', 'show', 'r-1');
    expect(stdout).toMatch(/^by +ci, editor \(k-1\)$/m);
    expect(stdout).toMatch(/^daily_quota +- +5$/m);
  });
});

const answerReseal = (body: object) =>
  stub.answer('POST secrets/reseal', 200, { success: true, resealed: {}, unopened: [], next: null, ...body });

describe('heliograph secrets reseal', () => {
  it('says that nothing had to be done, and that older keys can go', async () => {
    answerReseal({});
    const { code, stdout } = await run('secrets', 'reseal');
    expect(code).toBe(0);
    expect(stdout).toContain(
      'Nothing had to be encrypted again.\nEverything is encrypted with the first key.',
    );
    expect(stub.calls).toMatchObject([{ method: 'POST', body: {} }]);
  });

  it('names what no key opens, and fails', async () => {
    answerReseal({ unopened: [{ kind: 'integrations', id: 'i-1' }] });
    const { code, stderr } = await run('secrets', 'reseal');
    expect(code).toBe(1);
    expect(stderr).toContain(
      'integrations: i-1\nheliograph: no key in ENCRYPTION_KEY decrypts 1 of the encrypted values',
    );
    expect(stderr).toContain('Put their key back after the first key');
  });

  it('gives up if another process keeps encrypting with another key', async () => {
    answerReseal({ resealed: { 'webhook secrets': 1 } });
    const { code, stderr } = await run('secrets', 'reseal');
    expect(code).toBe(1);
    expect(stderr).toContain('another process still encrypts with another key');
    expect(stub.calls).toHaveLength(10);
  });
});
