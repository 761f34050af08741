import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { readScheduleFiles } from '../../../cli/schedule-files';
import { scheduleBody } from '../../../core/schemas/schedules';
import { check } from '../../../core/shared/schemas/check';
import { AdminStub, heliograph, type Ran } from './admin-stub';

const stub = new AdminStub();
beforeAll(() => stub.start());
afterAll(() => stub.stop());
beforeEach(() => stub.reset());

const run = (...args: string[]): Promise<Ran> =>
  heliograph(['schedules', ...args, '--app', 'demo', '--env', 'production'], {
    env: { HELIOGRAPH_ADMIN_URL: stub.url, HELIOGRAPH_ADMIN_KEY: 'admin-key' },
  });

const PATH = 'applications/demo/schedules/production';
const ended = {
  ...{
    id: 'r-1',
    planned_at: '2027-01-01T09:00:00.000Z',
    ended_at: '2027-01-01T09:00:01.000Z',
    manual: true,
  },
  ...{ outcome: 'partly', accepted: 1, refused: 1 },
  errors: [{ index: 1, code: 'IDENTIFIER_MISSING', error: 'The recipient has no identifier for sms.' }],
};
const schedule = {
  ...{ name: 'daily', event: 'report', cron: '0 9 * * *', zone: 'UTC', recipients: 2, paused: false },
  ...{
    next_runs: ['2027-01-02T09:00:00.000Z'],
    last_runs: [ended],
    applied: true,
    to: ['a', 'b'],
    payload: {},
  },
};

/** Writes files into a new folder, and returns it. */
function folder(files: Record<string, string>): string {
  const made = mkdtempSync(path.join(tmpdir(), 'schedules-'));
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(made, name)), { recursive: true });
    writeFileSync(path.join(made, name), content);
  }
  return made;
}

const DAILY = 'event: report\ncron: 0 9 * * *\nzone: UTC\nto: ada@example.com\n';

test('push checks all schedules of a folder first, and then applies them', async () => {
  const given = folder({
    'report.yaml': 'x: 1',
    'schedules/daily.yaml': DAILY,
    'schedules/b.yml': `name: late\n${DAILY}`,
  });
  for (const name of ['daily', 'late'])
    for (const query of ['', '?dry_run=true'])
      stub.answer(`PUT ${PATH}/${name}${query}`, 200, {
        success: true,
        schedule: { ...schedule, name, applied: name === 'daily' },
      });
  const { code, stdout } = await run('push', given);
  expect(stdout).toBe(
    'Applied to production: late, daily\nTemporal is not available. These take effect when it is: late\n',
  );
  expect(code).toBe(0);
  const urls = stub.calls.map(({ url }) => url.slice(url.lastIndexOf('/') + 1));
  expect(urls).toEqual(['late?dry_run=true', 'daily?dry_run=true', 'late', 'daily']);
  expect(stub.calls[3]?.body).toEqual({
    ...{ event: 'report', cron: '0 9 * * *', zone: 'UTC', to: 'ada@example.com' },
  });
});

test('push applies none if one is refused, and names its file', async () => {
  const given = folder({ 'daily.yaml': DAILY, 'wrong.yaml': DAILY.replace('0 9', '0 25') });
  stub.answer(`PUT ${PATH}/daily?dry_run=true`, 200, { success: true, schedule });
  stub.answer(`PUT ${PATH}/wrong?dry_run=true`, 400, {
    ...{ error: 'cron has "25" as its hour.', code: 'VALIDATION_ERROR', field: 'cron' },
  });
  const { code, stderr } = await run('push', given);
  expect(code).toBe(1);
  expect(stderr).toContain(`${path.join(given, 'wrong.yaml')}: cron has "25" as its hour.`);
  expect(stub.calls).toHaveLength(2);
});

test.each([
  [{ 'a.yaml': 'event: [' }, /a\.yaml:1: /],
  [{ 'a.yaml': '- 1' }, /a\.yaml:1: a schedule is a map with event, cron, zone and to/],
  [{ 'a.yaml': 'name: 1' }, /a\.yaml:1: name must be a text/],
  [{ 'a.yaml': DAILY, 'b.yaml': `name: a\n${DAILY}` }, /two files have the schedule "a"/],
  [{ 'a.txt': '' }, /there is no schedule/],
])('push refuses %j', async (files, message) => {
  const { code, stderr } = await run('push', folder(files));
  expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringMatching(message) });
  expect(stub.calls).toEqual([]);
});

test('list, show and run print next and last runs', async () => {
  stub.answer(`GET ${PATH}`, 200, { success: true, schedules: [schedule] });
  expect((await run('list')).stdout).toMatch(
    /daily +report +0 9 \* \* \* +UTC +2 +2027-01-02T09:00:00.000Z +partly 2027-01-01T09:00:00.000Z/,
  );
  stub.answer(`GET ${PATH}/daily`, 200, { success: true, schedule });
  expect((await run('show', 'daily')).stdout).toMatch(
    /next_runs +2027-01-02[^]*to\[1\]: The recipient has no/,
  );
  stub.answer(`POST ${PATH}/daily/run`, 200, { success: true, run: ended });
  expect((await run('run', 'daily')).stdout).toMatch(/partly +1 +1 +hand +r-1/);
  stub.answer(`POST ${PATH}/daily/run`, 200, { success: true, run: null });
  expect((await run('run', 'daily')).stdout).toContain('schedules show daily --env production');
});

test('pause, resume and delete say what they did', async () => {
  stub.answer(`POST ${PATH}/daily/pause`, 200, { success: true, schedule: { ...schedule, paused: true } });
  stub.answer(`POST ${PATH}/daily/resume`, 200, { success: true, schedule });
  stub.answer(`DELETE ${PATH}/daily`, 200, { success: true });
  expect((await run('pause', 'daily')).stdout).toBe('daily is paused.\n');
  expect((await run('resume', 'daily')).stdout).toBe('daily continues. Next run: 2027-01-02T09:00:00.000Z\n');
  expect((await run('delete', 'daily')).stdout).toBe('daily is deleted from production.\n');
});

test('the example schedule is valid', async () => {
  const [example, ...others] = await readScheduleFiles({ cwd: () => process.cwd() }, 'examples/recurring');
  expect(others).toEqual([]);
  expect(check(scheduleBody, example?.body)).toMatchObject({ ok: true, data: { event: 'stock-report' } });
});
