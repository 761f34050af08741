import { requiredTsToMs } from '@temporalio/common/lib/time';
import { temporal } from '@temporalio/proto';
import { webhookWorkflowId } from '../../../workflows/contract';
import { makeApplication, newEmail } from '../../support/application';
import { eventually } from '../../support/eventually';
import { startHookServer, stopHookServers } from '../../support/hook-servers';
import { newAddress, untilEnded } from '../../support/journey';
import { pendingActivity } from '../../support/pending-activity';
import { type Stack, startStack } from '../../support/stack';
import { type WebhookReceiver, startWebhookReceiver } from '../../support/webhook-receiver';

const TEMPLATES = 'templates: { email: { en: { subject: Hello, text: Hello } } }\n';
const WITH_FILE = `
templates:
  email: { en: { subject: Hello, text: Hello, attachments: [{ filename: a.txt, content: YQ== }] } }
`;
/** One for each test, because the worker knows of each event by itself whether it is quick. */
const EVENTS = ['quick', 'filed', 'refused', 'slow', 'cancelled', 'dying'] as const;
type EventName = (typeof EVENTS)[number];

let stack: Stack;
let receiver: WebhookReceiver;
/** Sends that are with the provider, by address; called with an SMTP code, one is refused with it, otherwise taken. */
const held = new Map<string, (code?: number) => void>();
const holds = new Set<string>();

beforeAll(async () => {
  const files = Object.fromEntries(EVENTS.map((name) => [`${name}.yaml`, TEMPLATES]));
  stack = await startStack({ events: { ...files, 'filed.yaml': WITH_FILE } });
  receiver = await startWebhookReceiver();
  stack.smtp.answer = async (to) => {
    if (!holds.delete(to)) return null;
    const code = await new Promise<number | undefined>((resolve) => held.set(to, resolve));
    return code === undefined ? null : { code, text: '4.3.0 later' };
  };
  expect((await stack.production.post('/v1/webhooks', { url: receiver.url })).status).toBe(201);
});
afterAll(async () => {
  await receiver.stop();
  await stopHookServers();
  await stack.stop();
});

/** What a workflow did, in its order: `deliver` is an activity, `deliverFirst` a local one. */
async function activitiesOf(id: string): Promise<string[]> {
  const { events } = await stack.temporal.workflow.getHandle(id).fetchHistory();
  return (events ?? []).flatMap((event) => {
    const activity = event.activityTaskScheduledEventAttributes?.activityType?.name;
    if (activity) return activity;
    const marker = event.markerRecordedEventAttributes;
    if (marker?.markerName !== 'core_local_activity') return [];
    const data = JSON.parse(Buffer.from(marker.details?.data?.payloads?.[0]?.data ?? '').toString()) as {
      activity_type: string;
    };
    return data.activity_type;
  });
}

/** How long after it began Temporal noticed that nobody runs a workflow task any more, milliseconds. */
async function noticedAfterMs(id: string): Promise<number> {
  const { events = [] } = await stack.temporal.workflow.getHandle(id).fetchHistory();
  const timedOut = events?.find((event) => event.workflowTaskTimedOutEventAttributes);
  const startedId = timedOut?.workflowTaskTimedOutEventAttributes?.startedEventId;
  const started = events?.find(({ eventId }) => String(eventId) === String(startedId));
  if (!timedOut || !started) throw new Error('no workflow task timed out');
  return requiredTsToMs(timedOut.eventTime, 'eventTime') - requiredTsToMs(started.eventTime, 'eventTime');
}

const attemptsOf = async (id: string): Promise<(string | undefined)[]> =>
  ((await stack.store.notifications.get(id))?.messages[0]?.attempts ?? []).map(({ outcome }) => outcome);

async function sent(event: EventName): Promise<string> {
  const id = await stack.production.send(event, { to: newAddress() });
  await untilEnded(stack.production, id);
  const handle = stack.temporal.workflow.getHandle(id);
  await eventually('its workflow to close', async () => (await handle.describe()).status.name !== 'RUNNING');
  return id;
}

/** Sends until the worker knows that this SEND and the endpoint are quick. */
const warmUp = (event: EventName): Promise<string> =>
  eventually(
    'a first attempt in the workflow task',
    async () => {
      const id = await sent(event);
      return (await activitiesOf(id)).join() === 'deliverFirst,tellWebhookFirst' && id;
    },
    60_000,
  );

/** A notification that is with the provider, in its workflow's task. */
async function sending(
  event: EventName,
): Promise<{ id: string; to: string; answer: (code?: number) => void }> {
  for (;;) {
    await warmUp(event);
    const to = newAddress();
    holds.add(to);
    const id = await stack.production.send(event, { to });
    const answer = await eventually('the send to be with the provider', () => held.get(to));
    // A worker that was slow leaves this one to an activity.
    if (!(await activitiesOf(id)).includes('deliver')) return { id, to, answer };
    answer();
  }
}

test('the first attempt of a quick SEND and of its webhook are made in the first workflow task, and the UI names both', async () => {
  const id = await warmUp('quick');
  const { events } = await stack.temporal.workflow.getHandle(id).fetchHistory();
  const { EVENT_TYPE_WORKFLOW_TASK_COMPLETED: completed } = temporal.api.enums.v1.EventType;
  expect(events?.filter(({ eventType }) => eventType === completed)).toHaveLength(1);
  const text = JSON.stringify(events?.map(({ userMetadata }) => String(userMetadata?.summary?.data ?? '')));
  expect(text).toContain('send: email');
  expect(await attemptsOf(id)).toEqual(['sent']);
  await eventually('the webhook', () => receiver.of(id).length === 1);
});

test('a message with attachments is never sent in the workflow task, also after others that were quick', async () => {
  for (let again = 0; again < 3; again += 1) {
    const id = await sent('filed');
    expect((await activitiesOf(id)).slice(0, 2)).toEqual(['deliverFirst', 'deliver']);
    expect(await attemptsOf(id)).toEqual(['sent']);
  }
});

test('a first attempt that is refused for now goes on as an activity, which shows the failure and keeps its delay', async () => {
  const { id, to, answer } = await sending('refused');
  answer(451);
  const pending = await eventually('the failure', async () => {
    const activity = await pendingActivity(stack.temporal, id);
    return activity?.failure === null ? false : activity;
  });
  expect(pending).toMatchObject({ failure: 'PROVIDER_ERROR', attempt: 2 });
  expect(await untilEnded(stack.production, id)).toMatchObject({ status: 'completed' });
  expect(await attemptsOf(id)).toEqual(['transient', 'sent']);
  expect(stack.smtp.mailsTo(to)).toHaveLength(1);
});

test('a provider that takes long holds the workflow task for three seconds, and is not called twice', async () => {
  const { id, to, answer } = await sending('slow');
  await eventually('the activity', async () => (await activitiesOf(id)).includes('deliver'));
  // Longer than the claim lasts unless it is renewed.
  await eventually('looks at the claim', async () => {
    const activity = await pendingActivity(stack.temporal, id);
    return (activity?.attempt ?? 0) > 6;
  });
  expect(stack.smtp.mailsTo(to)).toHaveLength(0);
  answer();
  expect(await untilEnded(stack.production, id)).toMatchObject({ status: 'completed' });
  expect(await attemptsOf(id)).toEqual(['sent']);
  expect(stack.smtp.mailsTo(to)).toHaveLength(1);
  // What takes long is not made in a workflow task again.
  expect(await activitiesOf(await sent('slow'))).toContain('deliver');
});

test('a cancel waits for the outcome of a first attempt, and its webhook is delivered', async () => {
  const { id, to, answer } = await sending('cancelled');
  const cancelled = stack.production.post<{ cancelled: number }>('/v1/cancel/cancelled', { to });
  await eventually('the mark', async () => (await stack.store.notifications.get(id))?.inFlight?.marked);
  answer();
  expect((await cancelled).body).toMatchObject({ cancelled: 0 });
  expect(await untilEnded(stack.production, id)).toMatchObject({ status: 'completed' });
  expect(stack.smtp.mailsTo(to)).toHaveLength(1);
  await eventually('the webhook', () => receiver.of(id).length === 1);
});

test('a worker that dies in a first attempt leaves an attempt of unknown outcome, and the next worker goes on in seconds', async () => {
  const { id, to, answer } = await sending('dying');
  await stack.worker?.kill();
  answer();
  await eventually('the mail', () => stack.smtp.mailsTo(to).length === 1);
  await stack.startWorker();
  expect(await untilEnded(stack.production, id)).toMatchObject({ status: 'completed' });
  expect(await noticedAfterMs(id)).toBeLessThan(15_000);
  expect(await attemptsOf(id)).toEqual(['unknown', 'sent']);
  expect(stack.smtp.mailsTo(to)).toHaveLength(2);
});

test('an endpoint that takes long holds the workflow task for three seconds, and gets one request', async () => {
  let answer: (() => void) | undefined;
  let isHeld = false;
  const hook = await startHookServer((_request, response) => {
    if (!isHeld) return void response.end('ok');
    answer = () => void response.end('ok');
  });
  const { production } = await makeApplication(stack);
  await production.post('/v1/webhooks', { url: hook.url });
  const send = async (): Promise<string> => {
    const id = await production.send('ping', { to: newEmail() });
    await untilEnded(production, id);
    return id;
  };
  const told = async (id: string) =>
    (await eventually('the event', () => stack.store.notifications.get(id)))?.messages[0]?.events[0]?.id ??
    '';
  await eventually(
    'a first attempt in the workflow task',
    async () => {
      const id = await send();
      await eventually('its event', async () => {
        return (await stack.store.webhookDeliveries.get(await told(id)))?.status === 'delivered';
      });
      return (
        (await activitiesOf(id)).includes('tellWebhookFirst') &&
        !(await activitiesOf(id)).includes('tellWebhook')
      );
    },
    60_000,
  );
  isHeld = true;
  const before = hook.received.length;
  const id = await send();
  const eventId = await told(id);
  const child = stack.temporal.workflow.getHandle(webhookWorkflowId(eventId));
  await eventually('its workflow', () => child.describe().then(Boolean, () => false));
  answer?.();
  expect(await child.result()).toBeUndefined();
  expect(hook.received).toHaveLength(before + 1);
  const delivery = await stack.store.webhookDeliveries.get(eventId);
  expect(delivery).toMatchObject({ status: 'delivered', attempts: [{ status: 200 }] });
});
