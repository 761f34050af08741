import { randomBytes } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DefaultLogger, Runtime, Worker } from '@temporalio/worker';
import { bundleOf } from '../../../tools/dev/compiled/workflow-bundle';
import { newEmail } from '../../support/application';
import { eventually } from '../../support/eventually';
import { untilEnded } from '../../support/journey';
import { type Stack, startStack } from '../../support/stack';
import { type CollectedSpan, startTraceCollector } from '../../support/trace-collector';
import { type WebhookReceiver, startWebhookReceiver } from '../../support/webhook-receiver';

const WORKFLOWS = join(__dirname, '../../../workflows/index.ts');

describe('with OTEL_EXPORTER_OTLP_ENDPOINT', () => {
  let stack: Stack;
  let receiver: WebhookReceiver;
  let collector: Awaited<ReturnType<typeof startTraceCollector>>;
  beforeAll(async () => {
    collector = await startTraceCollector();
    const env = {
      WORKFLOW_BUNDLE: await bundleOf(WORKFLOWS, { traced: true }),
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
      OTEL_BSP_SCHEDULE_DELAY: '100',
    };
    [stack, receiver] = await Promise.all([startStack({ env }), startWebhookReceiver()]);
    await stack.production.post('/v1/webhooks', { url: receiver.url });
  }, 240_000);
  afterAll(async () => {
    await stack.stop();
    await Promise.all([collector.stop(), receiver.stop()]);
  });

  /** Sends as a caller with a trace of its own. Returns the trace's spans, from the caller's to the webhook's. */
  async function traced(to: string) {
    const [traceId, caller] = [randomBytes(16).toString('hex'), randomBytes(8).toString('hex')];
    const headers = { traceparent: `00-${traceId}-${caller}-01` };
    const answer = await stack.production.request(
      'POST',
      '/v1/send/welcome',
      { to, payload: { name: 'Ada' } },
      headers,
    );
    const { id } = answer.body as { id: string };
    await untilEnded(stack.production, id, 60_000);
    const webhook = await eventually('the webhook', () => receiver.of(id)[0]);
    const [, webhookTrace, webhookSpan] = String(webhook.headers.traceparent).split('-');
    const find = (name: string): CollectedSpan | undefined =>
      collector.ofTrace(traceId).find((span) => span.name === name);
    const needed = ['RunWorkflow:notification', 'post webhook'];
    await eventually('the spans', () => needed.every(find), 60_000).catch(() =>
      expect(collector.ofTrace(traceId).map(({ name }) => name)).toEqual(expect.arrayContaining(needed)),
    );
    /** Names from a span up to the caller's. */
    const pathOf = (spanId: string): string[] => {
      const span = collector.ofTrace(traceId).find((one) => one.spanId === spanId);
      return span ? [...pathOf(span.parentId), span.name] : [spanId === caller ? 'caller' : `lost ${spanId}`];
    };
    return { id, traceId, webhookTrace, find, pathOf, webhookPath: pathOf(webhookSpan ?? '') };
  }

  test('one trace leads from the traceparent of the caller to the one of the webhook', async () => {
    const to = newEmail();
    const first = await traced(to);
    const begin = ['caller', 'POST', 'StartWorkflow:notification', 'RunWorkflow:notification'];
    const sent = first.find('send email')!;
    expect(first.pathOf(sent.spanId)).toEqual([
      ...begin,
      'StartActivity:deliver',
      'RunActivity:deliver',
      'send email',
    ]);
    expect(sent.attributes).toMatchObject({
      'heliograph.notification_id': first.id,
      'heliograph.provider': 'smtp',
      'heliograph.outcome': 'sent',
    });
    expect(sent.service).toBe('heliograph-worker');
    expect(first.find('POST')).toMatchObject({
      service: 'heliograph-api',
      attributes: { 'http.route': '/v1/send/:event' },
    });
    expect(first.webhookTrace).toBe(first.traceId);
    expect(first.webhookPath.slice(0, 4)).toEqual(begin);
    expect(first.webhookPath.at(-1)).toBe('post webhook');

    // The SEND counts as quick now: its next first attempt is a local activity.
    const second = await eventually(
      'a first attempt in a workflow task',
      async () => {
        const one = await traced(to);
        return one.find('RunActivity:deliverFirst') && !one.find('RunActivity:deliver') && one;
      },
      60_000,
    );
    expect(second.pathOf(second.find('send email')!.spanId)).toEqual([
      ...begin,
      'StartActivity:deliverFirst',
      'RunActivity:deliverFirst',
      'send email',
    ]);
    expect(second.webhookTrace).toBe(second.traceId);
    // Log lines name the trace, and neither they nor the spans have an address.
    expect(stack.api.output()).toContain(`"traceId":"${second.traceId}"`);
    expect(collector.text()).not.toContain(to);
  }, 180_000);
});

describe('runs that began without traces', () => {
  const folder = join(__dirname, '../../histories');
  const names = readdirSync(folder).filter((name) => name.endsWith('.json'));
  let codePath: string;
  beforeAll(async () => {
    Runtime.install({ logger: new DefaultLogger('ERROR') });
    codePath = await bundleOf(WORKFLOWS, { traced: true });
  });

  test.each(names)('%s replays with the traced workflows', async (name) => {
    const sinks = { exporter: { export: { fn: () => undefined } } };
    const history: unknown = JSON.parse(readFileSync(join(folder, name), 'utf8'));
    await Worker.runReplayHistory({ workflowBundle: { codePath }, replayName: name, sinks }, history);
  });
});
