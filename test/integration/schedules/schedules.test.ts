import { type TestApplication, expectRefusal, makeApplication, newEmail } from '../../support/application';
import { eventually } from '../../support/eventually';
import { historyText } from '../../support/history-text';
import { HttpApi } from '../../support/http-api';
import { startProcess } from '../../support/service';
import { type Stack, startStack } from '../../support/stack';
import { scheduleIdOf } from '../../../core/shared/ids';
import { recurringId } from '../../../workflows/contract';

interface Run {
  id: string;
  planned_at: string;
  outcome: string;
  accepted: number;
  refused: number;
  manual: boolean;
  errors: { index: number; code: string }[];
}
interface Schedule {
  name: string;
  paused: boolean;
  applied: boolean;
  next_runs: string[] | null;
  last_runs: Run[];
  to: unknown;
}

let stack: Stack;
let first: TestApplication;
/** The application of the test that runs. */
let app: TestApplication;
const timed = { to: [newEmail(), newEmail()], at: '' };
beforeAll(async () => {
  stack = await startStack({ sweeps: true });
  first = await makeApplication(stack);
  app = first;
  // The test of its first run is the last one, so that the others use the time.
  await push('each-minute', { cron: '* * * * *', to: timed.to });
  // A Temporal that is slow for a moment gets it from the sweep, and says nothing of the next runs.
  timed.at = (await applied('each-minute')).next_runs[0] ?? '';
});
afterAll(() => stack.stop());

const pathOf = (name: string): string => `${app.path}/schedules/production/${name}`;
const push = (name: string, body: object, admin = stack.admin) =>
  admin.request<{ schedule: Schedule }>('PUT', pathOf(name), {
    ...{ event: 'ping', cron: '0 9 1 1 *', zone: 'Europe/Berlin' },
    ...body,
  });
const show = async (name: string): Promise<Schedule> =>
  (await stack.admin.get<{ schedule: Schedule }>(pathOf(name))).body.schedule;
/** Waits until a schedule is in Temporal, and returns it with its next runs. */
const applied = (name: string) =>
  eventually(`${name} to be applied`, async () => {
    const { next_runs: nextRuns, ...found } = await show(name);
    return found.applied && nextRuns !== null && { ...found, next_runs: nextRuns };
  });
/** Starts a run, and waits for its end. */
const runNow = async (name: string): Promise<Run> => {
  const { id } = await eventually(
    `a run of ${name}`,
    async () => (await stack.admin.post<{ run?: Run }>(`${pathOf(name)}/run`, {})).body.run,
  );
  return eventually('its end', async () => {
    const run = (await show(name)).last_runs.find((one) => one.id === id);
    return run && run.outcome !== 'running' && run;
  });
};
const mailsTo = (to: string): number => stack.smtp.mailsTo(to).length;
const temporalIdOf = (name: string): string =>
  recurringId(String(stack.apiEnv.TEMPORAL_TASK_QUEUE), scheduleIdOf(app.id, 'production', name));
const inTemporal = (name: string) => stack.temporal.schedule.getHandle(temporalIdOf(name));

test('RECUR-4: what is pushed, paused and deleted while Temporal is away takes effect later', async () => {
  const away = await startProcess('api', { ...stack.apiEnv, TEMPORAL_ADDRESS: '127.0.0.1:1' });
  const admin = new HttpApi(`http://127.0.0.1:${away.ports.admin}`, stack.admin.key);
  const pushed = await push('later', { to: newEmail(), paused: true }, admin);
  // Whether it is applied when the answer comes depends on the sweep, which makes a round every second or two here.
  expect(pushed).toMatchObject({ status: 201, body: { schedule: { paused: true } } });
  const described = await eventually('the Temporal Schedule', () =>
    inTemporal('later')
      .describe()
      .catch(() => null),
  );
  expect(described.state.paused).toBe(true);
  expect(described.policies).toMatchObject({ catchupWindow: 3_600_000, overlap: 'ALLOW_ALL' });
  await eventually('it to count as applied', async () => (await show('later')).applied);
  expectRefusal(await admin.post(`${pathOf('later')}/run`, {}), 503, 'UNAVAILABLE');
  expect((await admin.request('DELETE', pathOf('later'))).status).toBe(200);
  await eventually('the Temporal Schedule to be deleted', () =>
    inTemporal('later')
      .describe()
      .then(
        () => false,
        () => true,
      ),
  );
  await away.stop();
});

test('RECUR-4: a schedule that Temporal has lost is made again, and one that it has too much is deleted', async () => {
  await push('lost', { to: newEmail() });
  await push('gone', { to: newEmail() });
  await inTemporal('lost').delete();
  await stack.connection.mongoose.collection('schedules').deleteOne({ name: 'gone' });
  await stack.connection.mongoose.collection('sweepmarks').deleteOne({ _id: 'schedules-compared' as never });
  await eventually('the lost one', () =>
    inTemporal('lost')
      .describe()
      .catch(() => null),
  );
  await eventually('the other one to be deleted', () =>
    inTemporal('gone')
      .describe()
      .then(
        () => false,
        () => true,
      ),
  );
});

test('RECUR-5: refused recipients, an unknown event and a missed run are results of the run', async () => {
  app = await makeApplication(stack);
  const known = newEmail();
  await push('partly', { to: [known, '+12025550123'], channel: 'email' });
  expect(await runNow('partly')).toMatchObject({
    ...{ outcome: 'partly', accepted: 1, refused: 1 },
    errors: [{ index: 1, code: 'IDENTIFIER_MISSING' }],
  });
  await push('late', { to: known, cron: '* * * * *', catch_up: '1m' });
  const start = new Date(Date.now() - 600_000);
  await inTemporal('late').backfill({ start, end: new Date(Date.now() - 540_000), overlap: 'ALLOW_ALL' });
  const [missed] = await eventually('the late run', async () => {
    const { last_runs: runs } = await show('late');
    return (
      runs.some(({ outcome }) => outcome === 'missed') && runs.filter(({ outcome }) => outcome === 'missed')
    );
  });
  expect(missed).toMatchObject({ accepted: 0, refused: 0, errors: [] });
  await stack.admin.request('DELETE', pathOf('late'));
  await stack.admin.request('DELETE', `${app.path}/events/production/ping`, { force: true });
  const failed = await eventually('the deleted event to be noticed', async () => {
    const run = await runNow('partly');
    return run.outcome === 'failed' && run;
  });
  expect(failed).toMatchObject({ accepted: 0, refused: 2, errors: [{ code: 'EVENT_NOT_FOUND' }] });
  expectRefusal(await push('partly', { to: known }), 404, 'EVENT_NOT_FOUND', { field: 'event' });
  expect(stack.worker?.output()).toContain('a run of a schedule did not send to all recipients');
});

test('RECUR-6: the erasure of a contact removes it from schedules', async () => {
  app = await makeApplication(stack);
  const [erased, kept] = [newEmail(), newEmail()];
  const path = pathOf('both');
  await stack.admin.request('PUT', path, {
    ...{
      event: 'ping',
      cron: '0 9 * * 1',
      zone: 'UTC',
      to: [{ email: erased, name: 'Ada' }, { email: kept }],
    },
  });
  await app.production.post('/v1/contacts', { email: erased });
  expect((await app.production.request('DELETE', `/v1/contacts/${encodeURIComponent(erased)}`)).status).toBe(
    200,
  );
  const { body } = await stack.admin.get<{ schedule: Schedule }>(path);
  expect(body.schedule.to).toEqual([{ email: kept }]);
  const stored = await stack.connection.mongoose.collection('schedules').find().toArray();
  expect(JSON.stringify(stored)).not.toContain(erased);
  expect(await runNow('both')).toMatchObject({ outcome: 'sent', accepted: 1 });
});

test('RECUR-7: a time that clocks skip has no run, and one that comes twice has one', async () => {
  const nextOf = async (cron: string, start: string, end: string): Promise<string[]> => {
    app = await makeApplication(stack);
    await push('clocks', { cron, to: newEmail(), start, end });
    return (await applied('clocks')).next_runs.map((at) => at.slice(0, 16));
  };
  expect(await nextOf('30 2 * * *', '2027-03-27T00:00:00Z', '2027-03-30T00:00:00Z')).toEqual([
    ...['2027-03-27T01:30', '2027-03-29T00:30'],
  ]);
  expect(await nextOf('30 2 * * *', '2027-10-30T00:00:00Z', '2027-11-02T00:00:00Z')).toEqual([
    ...['2027-10-30T00:30', '2027-10-31T01:30', '2027-11-01T01:30'],
  ]);
  expect(await nextOf('30 * * * *', '2027-10-30T23:00:00Z', '2027-10-31T03:00:00Z')).toEqual([
    ...['2027-10-30T23:30', '2027-10-31T00:30', '2027-10-31T02:30'],
  ]);
});

test('RECUR-1: a schedule sends at its time, and each run has its own notifications', async () => {
  app = first;
  const run = await eventually(
    'the run of the next minute',
    async () => {
      const { last_runs: runs } = await show('each-minute');
      return runs.find(({ planned_at, outcome }) => planned_at === timed.at && outcome !== 'running');
    },
    90_000,
  );
  expect(run).toMatchObject({
    planned_at: timed.at,
    outcome: 'sent',
    accepted: 2,
    refused: 0,
    manual: false,
  });
  await eventually('both mails', () => timed.to.every((one) => mailsTo(one) > 0));
  const idsOf = async (id: string): Promise<string[]> => {
    const { body } = await app.production.get<{ notifications: { id: string }[] }>(`/v1/batches/${id}`);
    return body.notifications.map((one) => one.id);
  };
  const ids = [...(await idsOf(run.id)), ...(await idsOf((await runNow('each-minute')).id))];
  expect(new Set(ids).size).toBe(4);
  // The input of the workflow has ids only.
  const workflowId = `${temporalIdOf('each-minute')}-${timed.at.replace(/\.\d+Z$/, 'Z')}`;
  const history = historyText(await stack.temporal.workflow.getHandle(workflowId).fetchHistory());
  for (const one of timed.to) expect(history).not.toContain(one);
});

test('RECUR-2: a schedule that is paused or deleted sends nothing, even if Temporal still starts a run', async () => {
  app = first;
  const to = newEmail();
  await push('stopped', { to });
  const started = (workflowId: string): Promise<unknown> =>
    stack.temporal.workflow.execute('scheduledSend', {
      ...{ workflowId, taskQueue: String(stack.apiEnv.TEMPORAL_TASK_QUEUE) },
      args: [{ scheduleId: scheduleIdOf(app.id, 'production', 'stopped') }],
    });
  const paused = await stack.admin.post<{ schedule: Schedule }>(`${pathOf('stopped')}/pause`, {});
  expect(paused.body.schedule).toMatchObject({ paused: true });
  await eventually('no next runs', async () => (await applied('stopped')).next_runs.length === 0);
  expect(await started('paused-run')).toMatchObject({ outcome: 'paused' });
  // A push does not resume it.
  expect((await push('stopped', { to })).body.schedule).toMatchObject({ paused: true });
  const resumed = await stack.admin.post<{ schedule: Schedule }>(`${pathOf('stopped')}/resume`, {});
  expect(resumed.body.schedule).toMatchObject({ paused: false });
  await eventually('its next runs', async () => (await applied('stopped')).next_runs.length > 0);
  expect(await stack.admin.request('DELETE', pathOf('stopped'))).toMatchObject({ status: 200 });
  await eventually('it to be gone from Temporal', () =>
    inTemporal('stopped')
      .describe()
      .then(
        () => false,
        (error: Error) => /not found/i.test(error.message),
      ),
  );
  expect(await started('gone-run')).toMatchObject({ outcome: 'gone' });
  expectRefusal(await stack.admin.get(pathOf('stopped')), 404, 'SCHEDULE_NOT_FOUND');
  expect(mailsTo(to)).toBe(0);
});
