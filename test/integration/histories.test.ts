import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { historyToJSON } from '@temporalio/common/lib/proto-utils';
import type { temporal } from '@temporalio/proto';
import { DefaultLogger, Runtime, Worker } from '@temporalio/worker';
import { startWebhook } from '../../temporal/workflow-calls';
import {
  broadcastWorkflowId,
  jobWorkflowId,
  webhookEndpointWorkflowId,
  webhookWorkflowId,
} from '../../workflows/contract';
import { ended } from '../support/broadcasts';
import { currentDetails } from '../support/current-details';
import { eventually } from '../support/eventually';
import { stateOf } from '../support/executions';
import { historyText } from '../support/history-text';
import { newAddress, untilEnded, untilStatus } from '../support/journey';
import { untilTimer } from '../support/run-facts';
import type { SinkAnswer } from '../support/smtp-sink';
import { type Stack, startStack } from '../support/stack';
import { whileHung } from '../support/while-hung';
import { type WebhookReceiver, startWebhookReceiver } from '../support/webhook-receiver';

const NAME = 'Grace Brewster Hopper';
const PAYLOAD = 'a-word-of-the-payload';
/** `RECORD_HISTORIES=1 npx jest test/integration/histories` writes what test/replay replays. */
const RECORDED = join(__dirname, '../histories');

const TEMPLATES = `
templates:
  email: { en: { subject: Hello, text: Hello } }
  sms: { en: { text: Hello } }
channels: [email]
`;
/** One event per kind of step, and one that has little time. */
const STEPS = {
  'brief.yaml': `retry_for: 5s${TEMPLATES}`,
  'branches.yaml': `${TEMPLATES}
sequence:
  - if: { value: payload.name, is: ${PAYLOAD} }
    then: [{ send: email }, { end: true }]
  - send: email
`,
  'confirmed.yaml': `${TEMPLATES}
sequence:
  - send: { name: first, channel: email }
  - if: { delivered: first, within: 1s }
    then: [{ send: email }]
`,
  'falling-back.yaml': `${TEMPLATES}
sequence:
  - send: { channel: sms, fallback: { to: [email] } }
`,
  'gathered.yaml': `${TEMPLATES}
sequence:
  - digest: 12s
  - send: email
`,
  'lasting.yaml': `${TEMPLATES}
sequence: [{ send: email }, { wait: 1h }, { send: email }]
`,
  'twice.yaml': `${TEMPLATES}
sequence:
  - send: email
  - send: email
`,
  'morning.yaml': `${TEMPLATES}
sequence:
  - wait: { until: "09:00" }
  - send: email
`,
};

let stack: Stack;
let receiver: WebhookReceiver;
/** Begun before the other tests, which use the time until its window closes. */
const gathered = { to: newAddress(), ids: [] as string[] };
/** Begun at the same time. */
const putOff = { to: newAddress(), id: '' };
const answers = new Map<string, () => SinkAnswer>();

beforeAll(async () => {
  Runtime.install({ logger: new DefaultLogger('ERROR') });
  stack = await startStack({ events: STEPS });
  receiver = await startWebhookReceiver();
  stack.smtp.answer = (to) => answers.get(to)?.() ?? null;
  gathered.ids = await Promise.all([1, 2].map(() => send('gathered', gathered.to)));
  const send_at = new Date(Date.now() + 10_000).toISOString();
  const to = { email: putOff.to, name: NAME };
  putOff.id = await stack.production.send('welcome', { to, payload: { name: PAYLOAD }, send_at });
});
afterAll(async () => {
  await receiver.stop();
  await stack.stop();
});

async function closedHistory(id: string): Promise<temporal.api.history.v1.IHistory> {
  await eventually(
    `workflow ${id} to close`,
    // The start that a busy Temporal did not answer in time is made once more, a moment later.
    async () => {
      const state = await stateOf(stack, id);
      return state && state !== 'RUNNING';
    },
  );
  return stack.temporal.workflow.getHandle(id).fetchHistory();
}

/** Keeps a path's history for the replay tests when asked to, and gives its text. */
async function record(path: string, history: temporal.api.history.v1.IHistory): Promise<string> {
  if (process.env.RECORD_HISTORIES) {
    await mkdir(RECORDED, { recursive: true });
    await writeFile(join(RECORDED, `${path}.json`), historyToJSON(history));
  }
  return historyText(history);
}

/** Checks a path's history for what must not be in it, and keeps it for the replay tests when asked to. */
async function check(
  path: string,
  workflowId: string,
  secrets: string[],
  hidesPayload = true,
): Promise<string> {
  const text = await record(path, await closedHistory(workflowId));
  expect(text).toContain('"notificationId":'); // the payloads were decoded
  const hidden = hidesPayload ? [...secrets, NAME, PAYLOAD] : [...secrets, NAME];
  for (const secret of hidden) expect(text).not.toContain(secret);
  return text;
}

const send = (event: string, to: string): Promise<string> =>
  stack.production.send(event, { to: { email: to, name: NAME }, payload: { name: PAYLOAD } });

/** A send whose provider has it and does not answer, until `answers` says otherwise. Returns its notification's id. */
async function hangingSend(event: string, to: string): Promise<string> {
  let begun = false;
  answers.set(to, () => {
    begun = true;
    return 'hang';
  });
  const id = await send(event, to);
  await eventually('the send to be with the provider', () => begun);
  return id;
}

/** Does `work` while an integration over the SMTP sink is the application's, and removes it even if that fails. */
async function withIntegration(
  of: { name?: string; per_second?: number },
  work: (id: string) => Promise<void>,
): Promise<void> {
  const path = `/admin/v1/applications/${stack.applicationId}/integrations`;
  const made = await stack.admin.post<{ integration: { id: string } }>(path, {
    ...{ channel: 'email', provider: 'smtp', check: false, ...of },
    settings: { url: stack.smtp.url },
  });
  const { id } = made.body.integration;
  try {
    await work(id);
  } finally {
    await stack.admin.request('DELETE', `${path}/${id}`);
  }
}

test('ERASURE-5: the history of a sent notification holds ids only, and its start shows type, summary and typed search attributes', async () => {
  const to = newAddress();
  const id = await send('welcome', to);
  await untilEnded(stack.production, id);
  const text = await check('sent', id, [to]);
  expect(text).toContain('send: email'); // the summary of the activity
  const description = await stack.temporal.workflow.getHandle(id).describe();
  expect(description.type).toBe('notification');
  expect(await description.staticSummary()).toBe('Event welcome');
  expect(description.status.name).toBe('COMPLETED');
  const attributes = Object.fromEntries(
    description.typedSearchAttributes.getAll().map(({ key, value }) => [key.name, value]),
  );
  expect(attributes).toMatchObject({
    HeliographApplication: stack.applicationId,
    HeliographEnvironment: 'production',
    HeliographEvent: 'welcome',
    HeliographContact: expect.stringMatching(/^[0-9a-f-]{36}$/),
  });
});

test('the history of a retried notification holds codes, not the words of the provider', async () => {
  const to = newAddress();
  let refusals = 2;
  answers.set(to, () => ((refusals -= 1) >= 0 ? { code: 451, text: `4.3.0 <${to}> greylisted` } : null));
  const id = await send('welcome', to);
  expect(await untilEnded(stack.production, id)).toMatchObject({ status: 'completed' });
  const attempts = (await stack.store.notifications.get(id))?.messages[0]?.attempts;
  expect(attempts?.map(({ outcome }) => outcome)).toEqual(['transient', 'transient', 'sent']);
  expect(attempts?.[0]?.response).toContain(to);
  expect(await check('retried', id, [to])).toMatch(
    /send over email PROVIDER_ERROR at smtp \(service_smtp\); next attempt at \S+Z by smtp \(service_smtp\), retried until \S+Z/,
  );
});

test('the history of a failed notification closes as failed and holds no address', async () => {
  const to = newAddress();
  answers.set(to, () => ({ code: 550, text: `5.1.1 <${to}> unknown` }));
  const id = await send('welcome', to);
  const view = await untilEnded(stack.production, id);
  expect(view).toMatchObject({ status: 'failed', messages: [{ status: 'failed', sent_at: null }] });
  expect(view.messages[0]?.error).toContain(to);
  expect(await check('failed', id, [to, '5.1.1'])).toContain(
    'The notification failed: send over email INVALID_RECIPIENT at smtp (service_smtp)',
  );
  expect((await stack.temporal.workflow.getHandle(id).describe()).status.name).toBe('FAILED');
});

test('the history of a cancelled notification closes as cancelled', async () => {
  // If a busy Temporal takes the cancel late, the workflow has seen the stop itself, and completes.
  await eventually('one that closes as cancelled', async () => {
    const to = newAddress();
    const id = await send('lasting', to);
    await untilStatus(stack.production, id, 'waiting');
    await stack.production.post('/v1/cancel/lasting', { to });
    await check('cancelled', id, [to]);
    return (await stateOf(stack, id)) === 'CANCELLED';
  });
});

test('the history of a notification that was put off shows what it waited for', async () => {
  const { to, id } = putOff;
  expect(await untilEnded(stack.production, id)).toMatchObject({ status: 'completed' });
  expect(await check('send-at', id, [to])).toContain('Until send_at');
});

test('the history of a sequence shows a summary on each send and wait', async () => {
  const to = newAddress();
  const id = await send('onboarding', to);
  expect(await untilEnded(stack.production, id)).toMatchObject({
    status: 'completed',
    messages: [{ status: 'sent' }, { status: 'sent' }],
  });
  const text = await check('sequence', id, [to]);
  expect(text).toContain('wait-1');
});

test.each([
  ['condition', 'branches', 'if-1'],
  ['receipt', 'confirmed', 'if-1: first'],
  ['fallback', 'falling-back', 'send-1>email: email'],
])('the history of a %s holds its answer only', async (path, event, summary) => {
  const to = newAddress();
  const id = await stack.production.send(event, {
    to: { email: to, phone: '+12025550123', name: NAME },
    payload: { name: PAYLOAD },
  });
  await untilEnded(stack.production, id);
  // What a condition compares with is the event's, and so is part of the steps; what it finds is not.
  const secrets = path === 'condition' ? [to] : [to, PAYLOAD];
  const text = await check(path, id, secrets, path !== 'condition');
  expect(text).toContain(summary);
  expect(await stack.production.notification(id)).toMatchObject({ status: 'completed' });
});

test('the histories of a digest hold the ids of its notifications at most', async () => {
  const { to, ids } = gathered;
  const views = await Promise.all(ids.map((id) => untilEnded(stack.production, id)));
  const isCarrier = ({ messages }: { messages: unknown[] }): boolean => messages.length > 0;
  await check('digest', views.find(isCarrier)?.id ?? '', [to]);
  await check('digested', views.find((view) => !isCarrier(view))?.id ?? '', [to]);
});

test('the history of a WAIT until a time of day holds the time only', async () => {
  const to = newAddress();
  const id = await send('morning', to);
  await untilStatus(stack.production, id, 'waiting');
  await untilTimer(stack, id);
  await stack.production.post('/v1/cancel/morning', { to });
  await check('wait-until', id, [to]);
});

test('the history of a send in quiet hours holds when they end, and not whose clock says so', async () => {
  const clock = (ms: number): string => new Date(Date.now() + ms).toISOString().slice(11, 16);
  const hours = `quiet_hours: { from: '${clock(-600_000)}', to: '${clock(6 * 3_600_000)}' }`;
  const path = `/admin/v1/applications/${stack.applicationId}/events/production`;
  const files = [{ name: 'quiet.yaml', content: `${TEMPLATES}${hours}\n` }];
  expect((await stack.admin.request('PUT', path, { files })).status).toBe(200);
  const to = newAddress();
  const id = await send('quiet', to);
  await untilStatus(stack.production, id, 'waiting');
  await untilTimer(stack, id);
  await stack.production.post('/v1/cancel/quiet', { to });
  expect(await check('quiet-hours', id, [to])).toContain('Quiet hours');
});

test('the history of a send that was held by a pause names what was paused, and waits without a timer', async () => {
  const path = `/admin/v1/applications/${stack.applicationId}/events/production/twice`;
  expect((await stack.admin.post(`${path}/pause`, { reason: 'wrong price' })).status).toBe(200);
  const to = newAddress();
  const id = await send('twice', to);
  await untilStatus(stack.production, id, 'waiting');
  await eventually(
    'it to be held',
    async () => (await stack.store.notifications.get(id))?.held !== undefined,
  );
  await stack.admin.post(`${path}/resume`, {});
  expect(await untilEnded(stack.production, id)).toMatchObject({ status: 'completed' });
  const text = await check('held', id, [to, 'wrong price']);
  expect(text).toContain('event twice is paused since');
  expect(text).not.toContain('timerStarted');
});

test('the history of a notification that was opened again says what was reached before', async () => {
  const to = newAddress();
  const id = await send('onboarding', to);
  await untilStatus(stack.production, id, 'waiting');
  await stack.production.post('/v1/cancel/onboarding', { to });
  await closedHistory(id);
  await eventually('it to be reopened', async () => {
    const { status } = await stack.admin.post(`/admin/v1/notifications/${id}/reopen`, {});
    return status === 200;
  });
  expect(await untilEnded(stack.production, id)).toMatchObject({ status: 'completed' });
  expect(await check('reopened', id, [to])).toContain('"reached":["send-1"]');
  expect(stack.smtp.mailsTo(to)).toHaveLength(2);
});

test('the history of a send that moved to the queue of another integration names that integration only', async () => {
  const to = newAddress();
  const id = await send('onboarding', to);
  await untilStatus(stack.production, id, 'waiting');
  await withIntegration({ per_second: 100 }, async (integration) => {
    expect(await untilEnded(stack.production, id)).toMatchObject({ status: 'completed' });
    expect(stack.smtp.mailsTo(to)).toHaveLength(2);
    const text = await check('moved', id, [to, stack.smtp.url]);
    expect(text).toContain(`-send-${integration}`);
  });
});

test('the history of a send whose retry_for ended in the queue of a rate names the integration only', async () => {
  await withIntegration({ per_second: 0.001 }, async (integration) => {
    // The queue lets the first one through, whichever comes into it first; on a busy machine one may expire before that.
    const { id, to } = await eventually('an end in the queue', async () => {
      const to = newAddress();
      const id = await send('brief', to);
      const { messages } = await untilEnded(stack.production, id);
      if (messages[0]?.status === 'sent') return null;
      expect(messages).toMatchObject([{ status: 'failed', error: expect.stringMatching(/^EXPIRED/) }]);
      const text = historyText(await closedHistory(id));
      return text.includes('ScheduleToStart timeout') && { id, to };
    });
    const text = await check('expired', id, [to, stack.smtp.url]);
    expect(text).toContain(`-send-${integration}`);
    expect(stack.smtp.mailsTo(to)).toHaveLength(0);
  });
});

test('the failure message of an expired send names the end, the last cause and the provider, without an address', async () => {
  await withIntegration({ name: 'relay-main' }, async () => {
    const to = newAddress();
    answers.set(to, () => ({ code: 451, text: `4.3.0 <${to}> later` }));
    // On a busy machine one may expire without an attempt.
    const id = await eventually('an attempt', async () => {
      const one = await send('brief', to);
      expect(await untilEnded(stack.production, one)).toMatchObject({ status: 'failed' });
      return (await stack.store.notifications.get(one))?.messages[0]?.attempts.length && one;
    });
    const why = 'send over email EXPIRED; last PROVIDER_ERROR at smtp (relay-main)';
    const text = historyText(await closedHistory(id));
    expect(text).toContain(`The notification failed: ${why}`);
    for (const secret of [to, '4.3.0', NAME]) expect(text).not.toContain(secret);
    await eventually(
      'what Temporal shows of the end',
      async () => (await currentDetails(stack.temporal, id)) === `its steps are over: failed (${why})`,
    );
  });
});

test('the history of a sequence in code holds its name and ids, and a summary on each send and wait', async () => {
  const to = newAddress();
  const id = await send('trial-ending', to);
  await untilStatus(stack.production, id, 'waiting');
  await stack.temporal.workflow.getHandle(id).signal('converted');
  expect(await untilEnded(stack.production, id)).toMatchObject({ status: 'completed' });
  const text = await check('code-sequence-named', id, [to]);
  for (const part of ['"code":"trial-ending"', 'reminder-1', 'conversion, 3 days', 'thanks: email']) {
    expect(text).toContain(part);
  }
});

test('the histories around a webhook that has to be repeated hold neither its payload nor its address', async () => {
  const created = await stack.production.post('/v1/webhooks', { url: receiver.url });
  expect(created.status).toBe(201);
  const { signing_secret: secret, uuid } = (
    created.body as { webhook: { signing_secret: string; uuid: string } }
  ).webhook;
  receiver.status = 503;
  const to = newAddress();
  const id = await send('welcome', to);
  await untilEnded(stack.production, id);
  await eventually('a first attempt', () => receiver.of(id).length > 0);
  await check('webhook-queued', id, [to, secret, receiver.url]);
  // As a receipt does: it finds that the event waits.
  const eventId = String(receiver.of(id)[0]?.headers['webhook-id']);
  const notification = (await stack.store.notifications.get(id))!;
  const input = { eventId, notificationId: id, attemptsMade: 0 };
  await startWebhook(stack.temporal, stack.name, notification, input);
  await check('webhook-again', webhookWorkflowId(eventId), [to, secret, receiver.url]);
  // It made no attempt: the retry comes 10 s after the first one, by the workflow of the endpoint.
  const [first, second] = receiver.of(id);
  if (second) expect(second.at.getTime() - first!.at.getTime()).toBeGreaterThan(8_900);
  receiver.status = 200;
  await eventually('the retry', () => receiver.of(id).length > (second ? 2 : 1));
  const retries = await closedHistory(webhookEndpointWorkflowId(uuid));
  const text = await record('webhook-endpoint', retries);
  for (const secretOne of [to, secret, receiver.url, NAME, PAYLOAD]) expect(text).not.toContain(secretOne);
  expect(text).toContain(uuid);
  await stack.production.request('DELETE', `/v1/webhooks/${uuid}`);
});

test('the histories of attempts in the workflow task hold results without addresses, and a summary on each', async () => {
  const created = await stack.production.post('/v1/webhooks', { url: receiver.url });
  const { uuid } = (created.body as { webhook: { uuid: string } }).webhook;
  const to = newAddress();
  const inTask = async (): Promise<string | false> => {
    const id = await send('branches', to);
    const { events } = await closedHistory(id);
    const isActivity = events?.some(
      (event) =>
        event.activityTaskScheduledEventAttributes?.activityType?.name !== 'checkCondition' &&
        event.activityTaskScheduledEventAttributes,
    );
    // On a busy machine, the webhook has a separate call.
    const calls = events?.filter(
      (event) => event.markerRecordedEventAttributes?.markerName === 'core_local_activity',
    );
    return !isActivity && calls?.length === 1 && id;
  };
  const id = await eventually('quick attempts', inTask);
  const text = await check('in-task-webhook', id, [to, receiver.url], false);
  // The build id of the worker says that it makes them, in a replay too.
  expect(text).not.toContain('first-attempt-in-task');
  await replay(id);
  for (const part of ['deliverFirst', '"outcome":"sent"', '"settledEvents":["', 'send-1: email'])
    expect(text).toContain(part);
  await stack.production.request('DELETE', `/v1/webhooks/${uuid}`);
  // After a slow attempt, the worker leaves the next one to an activity.
  await eventually('a refusal in the task', async () => {
    let refusals = 1;
    answers.set(to, () => ((refusals -= 1) >= 0 ? { code: 451, text: `4.3.0 <${to}> later` } : null));
    const refused = await check('in-task-refused', await send('branches', to), [to, '4.3.0'], false);
    return /"retry":{"code":"PROVIDER_ERROR","message":"send-1 over email PROVIDER_ERROR at smtp/.test(
      refused,
    );
  });
});

test('the history of a job holds its id only', async () => {
  const to = newAddress();
  const id = await send('onboarding', to);
  await untilStatus(stack.production, id, 'waiting');
  const path = `/admin/v1/applications/${stack.applicationId}/jobs`;
  const body = { action: 'cancel', environment: 'production', to_contact: to };
  const { job } = (await stack.admin.post<{ job: { id: string } }>(path, body)).body;
  const text = await record('job', await closedHistory(jobWorkflowId(job.id)));
  expect(text).toContain(`"jobId":"${job.id}"`);
  for (const secret of [to, NAME, id, 'onboarding']) expect(text).not.toContain(secret);
  expect((await stack.production.notification(id)).status).toBe('stopped');
});

/** A broadcast to some people that is paced, so that it can be changed under way. Returns its id after its first mail. */
async function slowBroadcast(topic: string, people: string[], perSecond: number): Promise<string> {
  await stack.production.request('PUT', `/v1/topics/${topic}`, {});
  const contacts = people.map((email) => ({ email, name: NAME }));
  await stack.production.post(`/v1/topics/${topic}/subscriptions`, { contacts });
  const body = { to: { topic }, payload: { name: PAYLOAD }, per_second: perSecond };
  const { status, body: made } = await stack.production.post<{ id: string }>('/v1/broadcast/welcome', body);
  expect(status).toBe(200);
  await eventually('its first mail', () => people.some((to) => stack.smtp.mailsTo(to).length > 0));
  return made.id;
}

/** The activities and signals of a history, in order. */
const stepsOf = ({ events = [] }: temporal.api.history.v1.IHistory): string[] =>
  (events ?? []).flatMap((event) => {
    if (event.workflowExecutionSignaledEventAttributes) return 'signal';
    if (event.timerStartedEventAttributes) return 'timer';
    return event.activityTaskScheduledEventAttributes?.activityType?.name ?? [];
  });

test('the history of a broadcast that was paused and resumed holds its id, and nobody of its audience', async () => {
  const people = Array.from({ length: 8 }, newAddress);
  let laters = 0;
  for (const to of people.slice(-1))
    answers.set(to, () => ((laters += 1) === 1 ? { code: 451, text: `4.3.0 <${to}> later` } : null));
  const id = await slowBroadcast('paused', people, 4);
  const change = (what: string) => stack.production.post(`/v1/broadcasts/${id}/${what}`, {});
  expect(await change('pause')).toMatchObject({ body: { broadcast: { state: 'paused' } } });
  const workflowId = broadcastWorkflowId(id);
  await eventually(
    'the workflow to wait for the resume',
    async () => (await currentDetails(stack.temporal, workflowId)) === 'Paused',
  );
  expect(await change('resume')).toMatchObject({ body: { broadcast: { state: 'running' } } });
  expect(await ended(stack, id)).toMatchObject({ state: 'completed', counted: { total: 8, sent: 8 } });
  const history = await closedHistory(workflowId);
  const steps = stepsOf(history);
  expect(steps.filter((step) => step === 'runBroadcast').length).toBeGreaterThan(2);
  expect(steps.filter((step) => step === 'signal').length).toBeGreaterThan(1);
  // Only on a quick machine does the broadcast wait for the one that is put off. What is replayed must have it.
  if (process.env.RECORD_HISTORIES) expect(steps).toContain('timer');
  const text = await record('broadcast', history);
  expect(text).toContain(`"broadcastId":"${id}"`);
  for (const secret of [...people, '4.3.0', NAME, PAYLOAD]) expect(text).not.toContain(secret);
});

test('the history of a cancelled broadcast holds its id, and nobody of its audience', async () => {
  const people = Array.from({ length: 5 }, newAddress);
  const id = await slowBroadcast('cancelled', people, 1);
  await stack.production.post(`/v1/broadcasts/${id}/cancel`, {});
  const { state, counted } = await ended(stack, id);
  expect({ state, total: counted?.total }).toEqual({ state: 'cancelled', total: 5 });
  expect(counted?.cancelled).toBeGreaterThan(0);
  const text = await record('broadcast-cancelled', await closedHistory(broadcastWorkflowId(id)));
  expect(text).toContain('"details":"Cancelled"');
  for (const secret of [...people, NAME, PAYLOAD]) expect(text).not.toContain(secret);
});

async function replay(id: string): Promise<void> {
  const workflowBundle = { codePath: process.env.HELIOGRAPH_TEST_BUNDLE ?? '' };
  await Worker.runReplayHistory({ workflowBundle }, await closedHistory(id));
}

test('a SEND beside a webhook, neither of them quick: the run replays', async () => {
  const created = await stack.production.post('/v1/webhooks', { url: receiver.url });
  const { uuid } = (created.body as { webhook: { uuid: string } }).webhook;
  const to = newAddress();
  const id = await send('twice', to);
  // Both first attempts answer that they were not made: the SEND's at once, the webhook's after it has read its event.
  expect(await check('in-task-twice', id, [to, receiver.url])).toContain('one-first-attempt-at-a-time');
  await replay(id);
  expect(receiver.of(id)).toHaveLength(2);
  await stack.production.request('DELETE', `/v1/webhooks/${uuid}`);
});

test('an attempt in the workflow task whose worker stood still for too long: the run goes on with an activity, and replays', async () => {
  const to = newAddress();
  const timedOut = async (): Promise<string | false> => {
    // A SEND that was quick is tried in its task.
    await closedHistory(await send('branches', to));
    const id = await hangingSend('branches', to);
    // Longer than the local activity may take, and less than the task.
    await whileHung(stack.worker?.child.pid ?? 0, () => sleep(7500));
    answers.delete(to);
    const text = historyText(await closedHistory(id));
    return text.includes('Activity timed out') && id;
  };
  const id = await eventually('an attempt that timed out', timedOut, 90_000);
  await check('in-task-timed-out', id, [to], false);
  await replay(id);
});

test('the history of a send that a worker left behind holds no address', async () => {
  const to = newAddress();
  const id = await hangingSend('welcome', to);
  await stack.worker?.kill();
  answers.delete(to);
  await stack.startWorker();
  expect(await untilEnded(stack.production, id)).toMatchObject({ status: 'completed' });
  await check('worker-died', id, [to]);
});
