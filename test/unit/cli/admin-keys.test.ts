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
    expect(rotated.stdout).toMatch(/^admin_new\n\n.*taken until 2024-05-02T10:00:00.000Z\.\n$/);
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
