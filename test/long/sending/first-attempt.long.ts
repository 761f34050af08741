import { requiredTsToMs } from '@temporalio/common/lib/time';
import { temporal } from '@temporalio/proto';
import type { DeliverResult } from '../../../workflows/activities-contract';
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
const EVENTS = ['quick', 'failed', 'removed', 'filed', 'refused', 'slow', 'cancelled', 'dying'] as const;
type EventName = (typeof EVENTS)[number];

let stack: Stack;
let receiver: WebhookReceiver;
/** Sends that are with the provider, by address; called with an SMTP code, one is refused with it, otherwise taken. */
const held = new Map<string, (code?: number) => void>();
const holds = new Set<string>();
/** Addresses that are refused for good. */
const refused = new Set<string>();

beforeAll(async () => {
  const files = Object.fromEntries(EVENTS.map((name) => [`${name}.yaml`, TEMPLATES]));
  stack = await startStack({ events: { ...files, 'filed.yaml': WITH_FILE } });
  receiver = await startWebhookReceiver();
  stack.smtp.answer = async (to) => {
    if (refused.has(to)) return { code: 550, text: '5.7.1 refused' };
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

/** What a workflow did, in its order: `deliver` is an activity, `deliverFirst` a local one, whose result is there too. */
async function doneBy(id: string): Promise<{ activity: string; result?: DeliverResult }[]> {
  const { events } = await stack.temporal.workflow.getHandle(id).fetchHistory();
  return (events ?? []).flatMap((event) => {
    const activity = event.activityTaskScheduledEventAttributes?.activityType?.name;
    if (activity) return { activity };
    const marker = event.markerRecordedEventAttributes;
    if (marker?.markerName !== 'core_local_activity') return [];
    const read = (name: string): unknown =>
      JSON.parse(Buffer.from(marker.details?.[name]?.payloads?.[0]?.data ?? '').toString());
    const { activity_type: type } = read('data') as { activity_type: string };
    return { activity: type, ...(marker.details?.result && { result: read('result') as DeliverResult }) };
  });
}

const activitiesOf = async (id: string): Promise<string[]> =>
  (await doneBy(id)).map(({ activity }) => activity);

/** Whether a SEND and its webhook were made in one call of the workflow's task. */
async function isInOneCall(id: string): Promise<boolean> {
  const [first, ...others] = await doneBy(id);
  return (
    first?.activity === 'deliverFirst' && others.length === 0 && first.result?.settledEvents?.length === 1
  );
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

const untilClosed = (id: string): Promise<unknown> =>
  eventually('its workflow to close', async () => {
    const { status } = await stack.temporal.workflow.getHandle(id).describe();
    return status.name !== 'RUNNING';
  });

async function sent(event: EventName): Promise<string> {
  const id = await stack.production.send(event, { to: newAddress() });
  await untilEnded(stack.production, id);
  await untilClosed(id);
  return id;
}

/** Local activities. On a busy machine, the webhook has a separate one. */
const IN_TASK = ['deliverFirst', 'tellWebhookFirst'];

/** Sends until the worker knows that this SEND and the endpoint are quick. */
const warmUp = (event: EventName): Promise<string> =>
  eventually(
    'a first attempt in the workflow task',
    async () => {
      const id = await sent(event);
      return (await activitiesOf(id)).every((name) => IN_TASK.includes(name)) && id;
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

test('the first attempt of a quick SEND and of its webhook are made in the first workflow task, and the UI names the SEND', async () => {
  const id = await eventually(
    'both in one call',
    async () => {
      const one = await warmUp('quick');
      return (await isInOneCall(one)) && one;
    },
    60_000,
  );
  const { events } = await stack.temporal.workflow.getHandle(id).fetchHistory();
  const { EVENT_TYPE_WORKFLOW_TASK_COMPLETED: completed } = temporal.api.enums.v1.EventType;
  expect(events?.filter(({ eventType }) => eventType === completed)).toHaveLength(1);
  const text = JSON.stringify(events?.map(({ userMetadata }) => String(userMetadata?.summary?.data ?? '')));
  expect(text).toContain('send: email');
  expect(await attemptsOf(id)).toEqual(['sent']);
  const [webhook, ...others] = receiver.of(id);
  expect(others).toEqual([]);
  const stored = await stack.store.notifications.get(id);
  const [message] = stored?.messages ?? [];
  expect(stored).not.toHaveProperty('untold');
  expect(webhook?.body.delivery).toEqual({
    ...{ uuid: message?.id, channel: 'email', status: 'sent', event_name: 'quick', delivered_at: null },
    ...{ message_id: message?.providerMessageId, sent_at: message?.sentAt?.toISOString(), error: null },
  });
  const [event] = message?.events ?? [];
  expect(webhook?.body.timestamp).toBe(event?.at.toISOString());
  expect(await stack.store.webhookDeliveries.get(event?.id ?? '')).toMatchObject({
    ...{ status: 'delivered', body: webhook?.raw, attempts: [{ status: 200 }] },
  });
});

test('a first attempt that fails has a webhook with its error, in the same call', async () => {
  const id = await eventually(
    'a failure with its webhook in one call',
    async () => {
      await warmUp('failed');
      const to = newAddress();
      refused.add(to);
      const failed = await stack.production.send('failed', { to });
      await untilEnded(stack.production, failed);
      await untilClosed(failed);
      return (await isInOneCall(failed)) && failed;
    },
    60_000,
  );
  expect(receiver.of(id)).toHaveLength(1);
  const [message] = (await stack.store.notifications.get(id))?.messages ?? [];
  expect(message?.error).toMatchObject({ code: 'REJECTED' });
  expect(receiver.of(id)[0]?.body.delivery).toMatchObject({
    ...{ status: 'failed', sent_at: null, message_id: message?.id },
    error: { code: message?.error?.code, message: message?.error?.message },
  });
  // An operator reopens it, and it fails again: WEBHOOK-15.
  const [event] = await stack.store.webhookDeliveries.ofNotification(id);
  expect(await stack.admin.post(`/admin/v1/notifications/${id}/reopen`, {})).toMatchObject({ status: 200 });
  expect(await untilEnded(stack.production, id)).toMatchObject({ status: 'failed' });
  await untilClosed(id);
  expect(await attemptsOf(id)).toEqual(['permanent', 'permanent']);
  expect(await stack.store.webhookDeliveries.ofNotification(id)).toEqual([event]);
  expect(receiver.of(id)).toHaveLength(1);
});

test('an endpoint that was removed while its SEND was with the provider gets nothing', async () => {
  const { id, answer } = await sending('removed');
  const { webhook } = (await stack.production.request('GET', '/v1/webhooks')).body as {
    webhook: { uuid: string };
  };
  expect((await stack.production.request('DELETE', `/v1/webhooks/${webhook.uuid}`)).status).toBe(200);
  answer();
  expect(await untilEnded(stack.production, id)).toMatchObject({ status: 'completed' });
  const deliveries = await eventually('the end of the event', async () => {
    const found = await stack.store.webhookDeliveries.ofNotification(id);
    return found.length > 0 && found;
  });
  expect(deliveries).toMatchObject([{ status: 'dropped', attempts: [] }]);
  expect(receiver.of(id)).toEqual([]);
  expect((await stack.production.post('/v1/webhooks', { url: receiver.url })).status).toBe(201);
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
      return isInOneCall(id);
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
