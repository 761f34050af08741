import { expectRefusal } from '../../support/application';
import { killWorkerAt } from '../../support/dying-processes';
import { eventually } from '../../support/eventually';
import { HttpApi } from '../../support/http-api';
import { newAddress, untilEnded, untilStatus } from '../../support/journey';
import { FAILING, sayingHello } from '../../support/operator';
import { startProcess } from '../../support/service';
import { type Stack, startStack } from '../../support/stack';
import { NO_COUNTS } from '../../../core/jobs/job';
import { jobWorkflowId } from '../../../workflows/contract';

const JOURNEY = `${sayingHello('journey')}sequence:
  - send: email
  - wait: 1h
  - send: email
`;

interface Job {
  id: string;
  state: string;
  by: { name: string };
  matched: number;
  done: number;
  refused: number;
  reasons: { code: string; count: number }[];
}

/** More than the 50 of one page. */
const GOOD = 58;
const ALL = GOOD + 2;

let stack: Stack;
/** What the SMTP server refuses for now, without saying anything about the address. */
let isBroken = true;
beforeAll(async () => {
  const events = ['many', 'later'].map((name) => [`${name}.yaml`, sayingHello(name)]);
  stack = await startStack({
    sweeps: true,
    events: { ...Object.fromEntries(events), 'journey.yaml': JOURNEY },
  });
  stack.smtp.answer = (to) => {
    if (to.startsWith('gone')) return FAILING;
    return isBroken && !to.startsWith('r') ? { code: 554, text: '5.7.1 message refused' } : null;
  };
});
afterAll(() => stack.stop());

const jobs = (): string => `/admin/v1/applications/${stack.applicationId}/jobs`;
const asked = (what: object) => ({ environment: 'production', ...what });
const start = (what: object, admin = stack.admin) => admin.post<{ job: Job }>(jobs(), asked(what));
const shown = async (id: string): Promise<Job> =>
  (await stack.admin.get<{ job: Job }>(`/admin/v1/jobs/${id}`)).body.job;
const untilDone = (id: string): Promise<Job> =>
  eventually('the job to be done', async () => {
    const job = await shown(id);
    return job.state === 'done' && job;
  });
/** Sends to all, and waits for their ends. */
async function sendAll(event: string, to: string[]): Promise<string[]> {
  const { body } = await stack.production.post<{ notifications: { id: string }[] }>(`/v1/send/${event}`, {
    to,
    payload: { name: 'Ada' },
  });
  return body.notifications.map(({ id }) => id);
}

const suppress = (address: string) =>
  stack.admin.post(`/admin/v1/applications/${stack.applicationId}/suppressions`, {
    ...{ environment: 'production', channel: 'email', address },
  });

test('JOB-1, JOB-2, JOB-3, JOB-4: a job survives the death of its worker, stops, continues, and does nothing twice', async () => {
  const good = Array.from({ length: GOOD }, (_, index) => `ok-${index}@example.org`);
  const ids = await sendAll('many', [...good, 'gone-1@example.org', 'gone-2@example.org']);
  for (const id of ids) await untilEnded(stack.production, id);
  isBroken = false;
  const gone = ['gone-1@example.org', 'gone-2@example.org'];
  for (const address of gone) await suppress(address);
  const preview = await stack.admin.post(`${jobs()}/preview`, asked({ action: 'retry', event: 'many' }));
  const suppressed = { code: 'SUPPRESSED', count: 2 };
  expect(preview.body).toMatchObject({
    matched: ALL,
    matched_more: false,
    would: GOOD,
    reasons: [suppressed],
  });

  let job: Job | undefined;
  await killWorkerAt(stack, 'job-page-done', async () => {
    const twice = await Promise.all([1, 2].map(() => start({ action: 'retry', event: 'many', key: 'once' })));
    expect(twice.map(({ status }) => status).sort()).toEqual([200, 201]);
    expect(new Set(twice.map(({ body }) => body.job.id)).size).toBe(1);
    job = twice[0]?.body.job;
  });
  const { id } = job ?? { id: '' };
  expect(await shown(id)).toMatchObject({ state: 'running', matched: ALL, done: 0, refused: 0 });
  const stopped = await stack.admin.post<{ job: Job }>(`/admin/v1/jobs/${id}/stop`, {});
  expect(stopped.body.job.state).toBe('stopped');
  await stack.startWorker();
  await stack.temporal.workflow.getHandle(jobWorkflowId(id)).result();
  expect(await shown(id)).toMatchObject({ state: 'stopped', done: 0 });

  await stack.admin.post(`/admin/v1/jobs/${id}/continue`, {});
  expect(await untilDone(id)).toMatchObject({ done: GOOD, refused: 2, reasons: [suppressed] });
  const retries = await stack.connection.mongoose
    .model('Notification')
    .countDocuments({ event: 'many', retryOf: { $ne: null } });
  expect(retries).toBe(GOOD);
  // One that was being sent when the worker died may be sent twice.
  await eventually('a mail to each', () => good.every((to) => stack.smtp.mailsTo(to).length > 0));

  const results = await stack.admin.get<{ results: { code: string; notification_id: string }[] }>(
    `/admin/v1/jobs/${id}/results?result=refused`,
  );
  expect(results.body.results.map(({ code }) => code)).toEqual(['SUPPRESSED', 'SUPPRESSED']);
  const done = await stack.admin.get<{ results: { retried_as: string }[] }>(
    `/admin/v1/jobs/${id}/results?result=done&limit=100`,
  );
  expect(done.body.results.every(({ retried_as: as }) => as.length === 36)).toBe(true);

  const again = await start({ action: 'retry', event: 'many' });
  expect(await untilDone(again.body.job.id)).toMatchObject({ done: 0, refused: ALL });
  expectRefusal(await start({ action: 'cancel', event: 'many', key: 'once' }), 409, 'JOB_MISMATCH');
  expectRefusal(await stack.admin.post(`/admin/v1/jobs/${id}/stop`, {}), 409, 'JOB_STATE');

  const { body } = await stack.admin.get<{ records: { action: string; after: object }[] }>(
    `/admin/v1/audit?about=${id}`,
  );
  const actions = body.records.map(({ action }) => action);
  expect(actions.filter((action) => action === 'job.stop' || action === 'job.continue')).toHaveLength(2 + 1);
  const starts = body.records.filter(({ action }) => action === 'job.start');
  expect(starts.filter(({ after }) => 'matched' in after)).toHaveLength(1);
});

test('JOB-5: a job that Temporal does not hear of begins later', async () => {
  const to = newAddress();
  const [id = ''] = await sendAll('journey', [to]);
  await untilStatus(stack.production, id, 'waiting');
  const away = await startProcess('api', { ...stack.apiEnv, TEMPORAL_ADDRESS: '127.0.0.1:1' });
  const admin = new HttpApi(`http://127.0.0.1:${away.ports.admin}`, stack.admin.key);
  const { body } = await start({ action: 'cancel', event: 'journey' }, admin);
  await away.stop();
  expect(await untilDone(body.job.id)).toMatchObject({ matched: 1, done: 1, refused: 0 });
  expect((await stack.production.notification(id)).status).toBe('stopped');
});

test('JOB-1: a job names its notifications, or has filters of its action', async () => {
  const [open = '', ended = ''] = await Promise.all([
    stack.production.send('journey', { to: newAddress() }),
    stack.production.send('later', { to: newAddress(), payload: { name: 'Ada' } }),
  ]);
  await untilStatus(stack.production, open, 'waiting');
  await untilEnded(stack.production, ended);
  const unknown = '00000000-0000-4000-8000-000000000000';
  const made = await start({ action: 'cancel', ids: [open, ended, unknown, open] });
  const job = await untilDone(made.body.job.id);
  expect(job).toMatchObject({ matched: 3, done: 1, refused: 2 });
  const codes = job.reasons.map(({ code }) => code);
  expect(codes).toEqual(['ENDED', 'NOTIFICATION_NOT_FOUND']);
  const none = await start({ action: 'cancel', event: 'later' });
  expect(await untilDone(none.body.job.id)).toMatchObject({ matched: 0, done: 0, refused: 0 });
  const { body } = await stack.admin.get<{ jobs: Job[] }>(`${jobs()}?environment=production&limit=1`);
  expect(body.jobs.map(({ id }) => id)).toEqual([none.body.job.id]);
  const details = await stack.admin.get<object>(`/admin/v1/notifications/${open}`);
  expect(JSON.stringify(details.body)).toContain(`job ${job.id}`);
  const field = (name: string) => ({ field: name });
  expectRefusal(
    await start({ action: 'retry', status: 'waiting' }),
    400,
    'VALIDATION_ERROR',
    field('status'),
  );
  expectRefusal(
    await start({ action: 'retry', ids: [open], event: 'many' }),
    400,
    'VALIDATION_ERROR',
    field('ids'),
  );
  expectRefusal(await stack.admin.post(`/admin/v1/jobs/${unknown}/stop`, {}), 404, 'JOB_NOT_FOUND');
});

test('JOB-6: a job pauses and resumes, and its repeat leaves what somebody has paused since', async () => {
  const ids = await Promise.all([1, 2, 3].map(() => stack.production.send('journey', { to: newAddress() })));
  for (const id of ids) await untilStatus(stack.production, id, 'waiting');
  const [byHand = '', again = ''] = ids;
  await stack.admin.post(`/admin/v1/notifications/${byHand}/pause`, {});
  const paused = await untilDone((await start({ action: 'pause', ids })).body.job.id);
  const alone = [{ code: 'ALREADY_PAUSED', count: 1 }];
  expect(paused).toMatchObject({ done: 2, refused: 1, reasons: alone });
  const pauseOf = async (id: string) => (await stack.store.notifications.get(id))?.paused;
  expect((await pauseOf(again))?.by).toContain(`job ${paused.id}`);
  const open = { event: 'journey', status: 'waiting' };
  const preview = await stack.admin.post(`${jobs()}/preview`, asked({ action: 'resume', ...open }));
  expect(preview.body).toMatchObject({ matched: 3, would: 3 });
  const { id } = (await start({ action: 'resume', ...open })).body.job;
  expect(await untilDone(id)).toMatchObject({ done: 3, refused: 0 });
  expect(await Promise.all(ids.map(pauseOf))).toEqual([undefined, undefined, undefined]);
  await stack.admin.post(`/admin/v1/notifications/${again}/pause`, {});
  await asBeforeResults(id, ids);
  await stack.admin.post(`/admin/v1/jobs/${id}/continue`, {});
  expect(await untilDone(id)).toMatchObject({ done: 3, refused: 0 });
  expect(await pauseOf(again)).toBeDefined();
});

/** Gives the documents of a job the state that a crash after its last page leaves: all is done, and no result is stored. */
async function asBeforeResults(id: string, ids: string[]): Promise<void> {
  const page = { id: 'again', ids, next: null };
  const { mongoose } = stack.connection;
  await mongoose.model('JobResult').deleteMany({ jobId: id });
  await mongoose.model('Job').updateOne({ _id: id }, { state: 'stopped', page, counts: NO_COUNTS });
}
