import { randomUUID } from 'node:crypto';
import { newEmail } from '../../support/application';
import { eventually } from '../../support/eventually';
import { untilEnded } from '../../support/journey';
import { startWebhookReceiver } from '../../support/webhook-receiver';
import { type Stack, startStack } from '../../support/stack';
import { documentedNames, labelsIn, namesIn } from '../../support/metric-names';
import { type Page, pageOf } from '../../support/metrics-page';

let stack: Stack;
beforeAll(async () => {
  stack = await startStack({ sweeps: true });
});
afterAll(() => stack.stop());

const apiPage = (): Promise<Page> => pageOf(stack.api.metricsPort);
const workerPage = (): Promise<Page> => pageOf(stack.worker!.metricsPort);

test('a send counts from its request to its webhook', async () => {
  const risen = (after: Page, before: Page, name: string, labels: Record<string, string>): number =>
    after.value(`heliograph_${name}`, labels) - before.value(`heliograph_${name}`, labels);
  const [apiBefore, workerBefore] = await Promise.all([apiPage(), workerPage()]);
  const { production } = stack;
  const receiver = await startWebhookReceiver();
  await production.post('/v1/webhooks', { url: receiver.url });
  const id = await production.send('welcome', { to: newEmail(), payload: { name: 'Ada' } });
  await untilEnded(production, id);
  await production.post('/v1/send/nothing', { to: newEmail() });
  await eventually('the webhook', async () => {
    const page = await workerPage();
    // It is counted last.
    return risen(page, workerBefore, 'webhook_events_total', { outcome: 'delivered' }) > 0;
  });
  const [api, worker] = await Promise.all([apiPage(), workerPage()]);

  const asked = { listener: 'production', route: '/v1/send/:event', method: 'POST' };
  expect(risen(api, apiBefore, 'http_requests_total', { ...asked, status: '200' })).toBe(1);
  expect(risen(api, apiBefore, 'http_requests_total', { ...asked, status: '404' })).toBe(1);
  expect(risen(api, apiBefore, 'notifications_accepted_total', { environment: 'production' })).toBe(1);
  const refused = { environment: 'production', code: 'EVENT_NOT_FOUND' };
  expect(risen(api, apiBefore, 'notifications_refused_total', refused)).toBe(1);
  expect(
    risen(api, apiBefore, 'http_errors_total', { listener: 'production', code: 'EVENT_NOT_FOUND' }),
  ).toBe(1);

  const email = { environment: 'production', channel: 'email' };
  const sent = { ...email, provider: 'smtp', outcome: 'sent' };
  expect(risen(worker, workerBefore, 'delivery_attempts_total', sent)).toBe(1);
  expect(risen(worker, workerBefore, 'deliveries_total', { ...sent, code: '' })).toBe(1);
  for (const name of ['accept_to_sent_seconds_count', 'queue_time_seconds_count'])
    expect(risen(worker, workerBefore, name, email)).toBe(1);
  expect(
    risen(worker, workerBefore, 'render_duration_seconds_count', { job: 'message', where: 'inline' }),
  ).toBe(1);
  expect(risen(worker, workerBefore, 'webhook_events_total', { outcome: 'delivered' })).toBe(1);
  const answered = { outcome: 'success', answer: '2xx' };
  expect(risen(worker, workerBefore, 'webhook_attempts_total', answered)).toBe(1);
  expect(
    api.value('heliograph_quota_used_ratio', { environment: 'production', period: 'month' }),
  ).toBeGreaterThan(0);
  await receiver.stop();
});

test('log lines have the ids of request, notification and message, and no address', async () => {
  const to = newEmail();
  stack.smtp.answer = () => ({ code: 550, text: `5.1.1 <${to}>: no such user` });
  const requestId = randomUUID();
  const answer = await stack.production.request(
    'POST',
    '/v1/send/welcome',
    { to },
    { 'x-request-id': requestId },
  );
  const { id } = answer.body as { id: string };
  const { messages } = await untilEnded(stack.production, id);
  stack.smtp.answer = () => null;
  const lineOf = (output: () => string, ...texts: string[]) =>
    eventually(`a line with ${texts.join(' and ')}`, () =>
      output()
        .split('\n')
        .find((line) => texts.every((text) => line.includes(text))),
    );
  const request = JSON.parse(await lineOf(stack.api.output, requestId)) as object;
  expect(request).toMatchObject({ requestId, notificationId: id, msg: 'request', status: 200 });
  const failure = JSON.parse(await lineOf(stack.worker!.output, id, 'a message failed')) as object;
  expect(failure).toMatchObject({
    ...{ notificationId: id, messageId: messages[0]?.id, step: 'send', channel: 'email', provider: 'smtp' },
    code: 'INVALID_RECIPIENT',
  });
  for (const { output } of [stack.api, stack.worker!]) expect(output()).not.toContain(to);
});

test('the worker has the metrics of Temporal’s SDK and of the sweep on the same page', async () => {
  const page = await eventually('a round of the sweep', async () => {
    const now = await workerPage();
    return now.value('heliograph_sweep_rounds_total', {}) > 0 && now;
  });
  // A busy machine is late with a round.
  expect(page.value('heliograph_sweep_last_round_timestamp_seconds', {})).toBeGreaterThan(
    Date.now() / 1000 - 600,
  );
  expect(page.value('temporal_workflow_completed_total', { workflow_type: 'notification' })).toBeGreaterThan(
    0,
  );
});

test('/healthz and /readyz of API and worker say what they can use', async () => {
  for (const [port, role] of [
    [stack.api.metricsPort, 'api'],
    [stack.worker!.metricsPort, 'worker'],
  ] as const) {
    const at = `http://127.0.0.1:${port}`;
    expect(await (await fetch(`${at}/healthz`)).json()).toEqual({ status: 'ok' });
    const ready = await eventually('it to be ready', async () => {
      const answer = await fetch(`${at}/readyz`);
      return answer.status === 200 && answer;
    });
    const usable = { ready: true, mongodb: true, temporal: true };
    expect(await ready.json()).toEqual({ status: 'ready', roles: { [role]: usable } });
    expect((await fetch(`${at}/else`)).status).toBe(404);
    expect((await fetch(`${at}/metrics`, { method: 'POST' })).status).toBe(405);
  }
});

test('every metric that docs, dashboard and alerts name is exported, with its labels, and every one of ours is documented', async () => {
  const [api, worker] = await Promise.all([apiPage(), workerPage()]);
  const exported = new Set([...api.names, ...worker.names]);
  for (const file of ['docs/operations/metrics.md', 'docs/operations/runbooks.md', ...DEPLOYED])
    expect({ file, missing: namesIn(file).filter((name) => !exported.has(name)) }).toEqual({
      file,
      missing: [],
    });
  const documented = documentedNames('docs/operations/metrics.md');
  const ours = [...api.families, ...worker.families].filter((name) => name.startsWith('heliograph_'));
  expect([...new Set(ours)].sort()).toEqual([...documented.keys()].sort());
  for (const file of DEPLOYED)
    for (const { name, labels } of labelsIn(file))
      expect({
        file,
        name,
        unknown: labels.filter((label) => !documented.get(name)?.includes(label)),
      }).toEqual({
        ...{ file, name, unknown: [] },
      });
});

const DEPLOYED = ['deploy/prometheus/alerts.yml', 'deploy/grafana/heliograph.json'];
