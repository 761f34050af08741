import { AdminStub, heliograph, type Ran } from './admin-stub';

const stub = new AdminStub();
beforeAll(() => stub.start());
afterAll(() => stub.stop());
beforeEach(() => stub.reset());

const run = (...args: string[]): Promise<Ran> =>
  heliograph(args, { env: { HELIOGRAPH_ADMIN_URL: stub.url, HELIOGRAPH_ADMIN_KEY: 'admin-key' } });

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
