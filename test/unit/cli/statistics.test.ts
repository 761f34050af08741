import { AdminStub, heliograph, type Ran } from './admin-stub';

const stub = new AdminStub();
beforeAll(() => stub.start());
afterAll(() => stub.stop());
beforeEach(() => stub.reset());

const run = (...args: string[]): Promise<Ran> =>
  heliograph([...args, '--app', 'demo', '--env', 'production'], {
    env: { HELIOGRAPH_ADMIN_URL: stub.url, HELIOGRAPH_ADMIN_KEY: 'admin-key' },
  });

const counts = { sent: 0, delivered: 0, failed: 0, bounced: 0, complained: 0 };
const numbers = (accepted: number, sent: number, p95: number | null) => ({
  ...counts,
  ...{ accepted, sent, channels: [] },
  latency: { count: sent, p50_ms: p95 && p95 / 2, p95_ms: p95, p99_ms: p95 },
  webhook_attempts: { delivered: 3, retry: 1, failed: 0 },
});
const who = { channel: 'email', provider: 'postmark', provider_id: 'i-1', integration: 'Main account' };
const statistics = {
  ...{ by: 'hour', from: '2026-03-01T10:00:00.000Z', to: '2026-03-01T12:00:00.000Z' },
  totals: numbers(4, 4, 1840),
  providers: [{ ...who, ...counts, sent: 4, attempts: { sent: 4 } }],
  failures: [{ ...who, code: 'HARD_BOUNCE', count: 2 }],
  histogram: [],
  series: [
    { at: '2026-03-01T10:00:00.000Z', ...numbers(4, 4, 1840) },
    { at: '2026-03-01T11:00:00.000Z', ...numbers(0, 0, null) },
  ],
  backlog: { not_begun: 7, limit: 100 },
};

test('heliograph statistics shows the hours in which something happened, providers, failures and the backlog', async () => {
  const path = 'GET applications/demo/statistics/production?from=2026-03-01T00%3A00%3A00.000Z&by=hour';
  stub.answer(path, 200, { success: true, statistics });
  const { code, stdout } = await run('statistics', '--since', '2026-03-01', '--by', 'hour');
  expect(code).toBe(0);
  const lines = stdout.split('\n');
  expect(lines[0]).toMatch(/^AT +ACCEPTED +SENT +DELIVERED +FAILED +P50 +P95 +P99$/);
  expect(lines[1]).toMatch(/^2026-03-01T10:00:00\.000Z +4 +4 +0 +0 +920 ms +1\.8 s +1\.8 s$/);
  expect(lines[2]).toMatch(/^total +4 +4 /);
  expect(stdout).toMatch(/email +Main account +4 +0 +0 +0 +0\n/);
  expect(stdout).toMatch(/2 +HARD_BOUNCE +email +Main account\n/);
  expect(stdout).toMatch(/webhook attempts +3 delivered, 1 to retry, 0 failed\n/);
  expect(stdout).toMatch(/not begun now +7 \(sends are refused above 100\)\n/);
});

test('heliograph statistics --csv prints what the API answers as CSV, and an error as always', async () => {
  const csv = 'kind,name,accepted\r\ntotal,,4\r\n';
  stub.answer('GET applications/demo/statistics/production', 200, csv);
  expect(await run('statistics', '--csv')).toMatchObject({ code: 0, stdout: csv });
  const error = { error: 'There is no application "demo".', code: 'APPLICATION_NOT_FOUND' };
  stub.answer('GET applications/demo/statistics/production', 404, error);
  const { code, stderr } = await run('statistics', '--csv');
  expect(code).not.toBe(0);
  expect(stderr).toContain('There is no application "demo".');
});

test('heliograph usage shows the quotas and the days', async () => {
  const day = {
    day: '2026-03-01',
    accepted: 4,
    counted: 5,
    channels: [{ channel: 'email', ...counts, sent: 4 }],
  };
  const usage = {
    month: '2026-03',
    quotas: [{ per: 'month', limit: 10, used: 5, ends_at: '2026-04-01T00:00:00.000Z' }],
    days: [day, { ...day, day: '2026-03-02', accepted: 0 }],
  };
  stub.answer('GET applications/demo/usage/production?month=2026-03', 200, { success: true, usage });
  const { code, stdout } = await run('usage', '--month', '2026-03');
  expect({ code, lines: stdout.split('\n') }).toEqual({
    code: 0,
    lines: [
      'quota of the month  5 of 10 used, until 2026-04-01T00:00:00.000Z',
      '',
      'DAY         ACCEPTED  COUNTED  SENT',
      '2026-03-01  4         5        email 4',
      '',
    ],
  });
});
