import { randomUUID } from 'node:crypto';
import { crc32 } from 'node:zlib';
import type { MessageStatus } from '../../../core/shared/statuses';
import type { Notification } from '../../../store/notifications/model';
import { listExecutions } from '../../../temporal/list-executions';
import { ensureSchedules } from '../../../temporal/setup';
import { scheduleIdOf } from '../../../workflows/contract';
import { messageOf, notificationOf } from '../../store/documents';
import { makeApplication } from '../../support/application';
import { dieInRequest } from '../../support/dying-processes';
import { eventually } from '../../support/eventually';
import { stateOf } from '../../support/executions';
import { newAddress } from '../../support/journey';
import { type Stack, startStack } from '../../support/stack';
import { type SweepRounds, sweepRoundsOf } from '../../support/sweep-rounds';

let stack: Stack;
let sweep: SweepRounds;
beforeAll(async () => {
  stack = await startStack();
  sweep = await sweepRoundsOf(stack);
});
afterAll(async () => {
  await sweep.close();
  await stack.stop();
});

const MINUTE_MS = 60_000;
/** Past what Temporal takes as the input of a workflow. */
const TOO_LARGE = 2_200_000;

/** Accepted notifications without a workflow. */
async function accepted(count: number, over: Partial<Notification>): Promise<string[]> {
  const startedAt = new Date(Date.now() - 1000);
  const all = Array.from({ length: count }, () =>
    notificationOf({ startedAt, startPending: over.startedAt ?? startedAt, ...over }),
  );
  await stack.store.notifications.insertAll(all);
  return all.map(({ _id }) => _id);
}

/** A busy machine leaves a late start, and a cancel that was faster, to a round. Here none runs by itself. */
async function roundIfLeft(before: Date): Promise<void> {
  const { pendingStart, pendingCancel } = stack.store.notifications;
  const left = await Promise.all([pendingStart({ before, after: '', limit: 1 }), pendingCancel(before, 1)]);
  if (left.flat().length > 0) await sweep.round();
}

async function endSome(count: number): Promise<void> {
  const failing = Array.from({ length: count }, () => newAddress());
  stack.smtp.answer = (to) => (failing.includes(to) ? { code: 550, text: '5.1.1 no such user' } : null);
  const failed = await Promise.all(failing.map((to) => stack.production.send('welcome', { to })));
  const cancelled = Array.from({ length: count }, () => newAddress());
  const asleep = await Promise.all(cancelled.map((to) => stack.production.send('onboarding', { to })));
  for (const to of cancelled) await stack.production.post('/v1/cancel/onboarding', { to });
  for (const id of [...failed, ...asleep]) {
    await eventually(`notification ${id} to end`, async () => {
      if ((await stack.store.notifications.get(id))?.completedAt) return true;
      await roundIfLeft(new Date(Date.now() - 5_000));
      return false;
    });
    // One that was cancelled before its start has no execution.
    await eventually('its workflow to close', async () => (await stateOf(stack, id)) !== 'RUNNING');
  }
  stack.smtp.answer = () => null;
}

test('installations are spread over the seconds of the interval', async () => {
  const { temporal } = stack;
  const queue = `${stack.name}-other`;
  const every = { sweep: 3_600, retention: 7_200 };
  await ensureSchedules(temporal, queue, every);
  const intervals = await Promise.all(
    (['sweep', 'retention'] as const).map(async (type) => {
      const schedule = temporal.schedule.getHandle(scheduleIdOf(type, queue));
      const { spec } = await schedule.describe().finally(() => schedule.delete());
      return spec.intervals;
    }),
  );
  const secondOf = (type: 'sweep' | 'retention') =>
    crc32(`${temporal.options.namespace}/${type}-${queue}`) % every[type];
  expect(intervals).toEqual([
    [{ every: 3_600_000, offset: secondOf('sweep') * 1000 }],
    [{ every: 7_200_000, offset: secondOf('retention') * 1000 }],
  ]);
});

test('a round asks the same with many notifications that failed or were cancelled as with few', async () => {
  await endSome(2);
  await sweep.round();
  await sweep.round();
  const few = sweep.asked;
  await endSome(30);
  await roundIfLeft(new Date());
  await sweep.round();
  expect(sweep.asked).toEqual(few);
  expect(sweep.log).toEqual([]);
});

describe('starts that Temporal refuses for ever', () => {
  const name = 'x'.repeat(TOO_LARGE);
  let refused: string[];
  let recent: string;
  let lost: string;

  beforeAll(async () => {
    const { id: applicationId } = await makeApplication(stack);
    const steps = [{ type: 'send' as const, name }];
    refused = await accepted(12, { applicationId, steps, startedAt: new Date(Date.now() - 10 * MINUTE_MS) });
    [recent = ''] = await accepted(1, { applicationId, steps });
    const other = await makeApplication(stack);
    const to = newAddress();
    await dieInRequest(stack, 'after-insert', (baseUrl) => other.production.at(baseUrl).send('ping', { to }));
    const [contact] = await stack.store.contacts.findByKeys([`${other.id}:production:email:${to}`]);
    [lost = ''] = await stack.store.notifications.idsOf(contact?._id ?? '', 10);
  });
  afterAll(() => stack.store.notifications.remove([...refused, recent]));

  const nextLookAt = async (id: string): Promise<number> =>
    (await stack.store.notifications.get(id))?.startPending?.getTime() ?? 0;

  test('stop neither the lost start of another application nor what else the sweep does', async () => {
    const result = await sweep.round();
    expect(result).toMatchObject({ done: { started: 1 }, failed: 13, parts: [] });
    const ended = await eventually('the lost one to end', async () => {
      const found = await stack.store.notifications.get(lost);
      return found?.completedAt && found;
    });
    expect(ended).toMatchObject({ status: 'completed' });
  });

  test('are logged by their ids and tried again ever more rarely, an hour apart at most', async () => {
    expect(sweep.log.map(({ id }) => id).sort()).toEqual([...refused, recent].sort());
    const looks = await Promise.all(refused.map(nextLookAt));
    for (const at of looks) expect(at).toBeGreaterThan(Date.now() + 8 * MINUTE_MS);
    expect(await nextLookAt(recent)).toBeLessThan(Date.now() + 2 * MINUTE_MS);
    const before = sweep.log.length;
    expect(await sweep.round()).toMatchObject({ failed: 0 });
    expect(sweep.log).toHaveLength(before);

    const [old = ''] = await accepted(1, {
      ...{ steps: [{ type: 'send', name }], startedAt: new Date(Date.now() - 600 * MINUTE_MS) },
    });
    expect(await sweep.round()).toMatchObject({ failed: 1 });
    expect(await nextLookAt(old)).toBeLessThanOrEqual(Date.now() + 60 * MINUTE_MS);
    await stack.store.notifications.remove([old]);
  });
});

test('one that is too large even to be read is put off too, and the next one is started', async () => {
  const [large = ''] = await accepted(1, { steps: [{ type: 'send', name: 'x'.repeat(2.5 * TOO_LARGE) }] });
  const [next = ''] = await accepted(1, {});
  expect(await sweep.round()).toMatchObject({ done: { started: 1 }, failed: 1, parts: [] });
  expect((await stack.store.notifications.get(next))?.startPending).toBeUndefined();
  await stack.store.notifications.remove([large, next]);
});

describe('executions that Temporal ended', () => {
  let rounds: SweepRounds;
  const queue = () => `${stack.name}-nobody`;
  beforeAll(async () => {
    rounds = await sweepRoundsOf(stack, queue());
  });
  afterAll(() => rounds.close());

  const run = async (id: string = randomUUID()): Promise<string> => {
    await stack.temporal.workflow.start('notification', { workflowId: id, taskQueue: queue(), args: [] });
    return id;
  };
  const listed = (ids: string[], query: string) =>
    eventually('them to be listed', async () => {
      const found = await listExecutions(stack.temporal, { query, size: 100 });
      return ids.every((id) => found.ids.includes(id));
    });

  test('are listed page by page', async () => {
    const ids = await Promise.all(Array.from({ length: 5 }, () => run()));
    const query = `TaskQueue = '${queue()}' AND ExecutionStatus = 'Running'`;
    await listed(ids, query);
    const pages: string[][] = [];
    let page: string | undefined;
    do {
      const found = await listExecutions(stack.temporal, { query, size: 2, page });
      pages.push(found.ids);
      page = found.next ?? undefined;
    } while (page !== undefined);
    expect(pages.map((one) => one.length)).toEqual([2, 2, 1]);
    expect(pages.flat().sort()).toEqual(ids.sort());
    await Promise.all(ids.map((id) => stack.temporal.workflow.getHandle(id).terminate()));
  });

  test('are gone on with where a round was cut off, though later ones were looked at since', async () => {
    const [id = ''] = await accepted(1, { startPending: undefined, status: 'waiting' });
    await run(id);
    const from = Date.now() - MINUTE_MS;
    await stack.temporal.workflow.getHandle(id).terminate();
    await listed([id], `TaskQueue = '${queue()}' AND ExecutionStatus = 'Terminated'`);
    const slice = JSON.stringify({ from, to: Date.now() + MINUTE_MS });
    const inAnHour = String(Date.now() + 60 * MINUTE_MS);
    await stack.store.sweepState.set('closed-executions-until', inAnHour);
    expect(await rounds.round()).toMatchObject({ done: { closed: 0 } });
    await stack.store.notifications.remove([id]);
    await accepted(1, { _id: id, startPending: undefined, status: 'waiting' });
    await stack.store.sweepState.set('closed-executions-slice', slice);
    expect(await rounds.round()).toMatchObject({ done: { closed: 1 } });
    const left = await stack.store.notifications.get(id);
    expect(left).toMatchObject({ status: 'failed', failure: 'Its workflow was terminated in Temporal.' });
  });

  test('are gone on with if an operator opened them again, also by an API whose clock is behind', async () => {
    const id = await run();
    const handle = stack.temporal.workflow.getHandle(id);
    const from = Date.now() - MINUTE_MS;
    await handle.terminate();
    await listed([id], `TaskQueue = '${queue()}' AND ExecutionStatus = 'Terminated'`);
    const { closeTime = new Date() } = await handle.describe();
    const reopenedAt = new Date(closeTime.getTime() - 5000);
    // Its start was put off, so the part of the sweep that sees to it does not.
    const startPending = new Date(Date.now() + MINUTE_MS);
    await accepted(1, { ...{ _id: id, status: 'running', reopenedAt, startPending } });
    const slice = JSON.stringify({ from, to: Date.now() + MINUTE_MS });
    await stack.store.sweepState.set('closed-executions-slice', slice);
    await rounds.round();
    expect(await stack.store.notifications.get(id)).toMatchObject({ status: 'running' });
    expect((await handle.describe()).status.name).toBe('RUNNING');
    await handle.terminate();
    await stack.store.notifications.remove([id]);
  });
});

test('applications take turns at being started, so a long list of one delays no other', async () => {
  const queue = `${stack.name}-nobody`;
  const rounds = await sweepRoundsOf(stack, queue);
  const [a, b] = [`a-${randomUUID()}`, `b-${randomUUID()}`];
  const startedAt = new Date(Date.now() - MINUTE_MS);
  const many = await accepted(150, { applicationId: a, startedAt });
  const [one = ''] = await accepted(1, { applicationId: b });
  expect(await rounds.round()).toMatchObject({ done: { started: 151 }, failed: 0, parts: [] });
  const startOf = async (id: string): Promise<number> =>
    (await stack.temporal.workflow.getHandle(id).describe()).startTime.getTime();
  const its = await startOf(one);
  const times = await Promise.all(many.map(startOf));
  expect(times.filter((time) => time <= its).length).toBeLessThanOrEqual(100);
  await Promise.all([...many, one].map((id) => stack.temporal.workflow.getHandle(id).terminate()));
  await stack.store.notifications.remove([...many, one]);
  await rounds.close();
});

describe('what the API could not do because Temporal was away', () => {
  let rounds: SweepRounds;
  const queue = () => `${stack.name}-nobody`;
  beforeAll(async () => {
    rounds = await sweepRoundsOf(stack, queue());
  });
  afterAll(() => rounds.close());

  test('a workflow is told of the receipt that decides what it waits for, once', async () => {
    const { notifications } = stack.store;
    const waiting = { startPending: undefined, status: 'waiting', waitsFor: 'send' } as const;
    const marked = (status: MessageStatus) =>
      accepted(1, { ...waiting, wakePending: new Date(), messages: [messageOf({ status })] });
    const [[id = ''], [undecided = '']] = await Promise.all([marked('delivered'), marked('sent')]);
    const [handle, other] = await Promise.all(
      [id, undecided].map((workflowId) =>
        stack.temporal.workflow.start('notification', { workflowId, taskQueue: queue(), args: [] }),
      ),
    );
    if (!handle || !other) throw new Error('two workflows were started');
    expect(await rounds.round()).toMatchObject({ done: { woken: 2 } });
    expect(await rounds.round()).toMatchObject({ done: { woken: 0 } });
    const signalsOf = async (of: typeof handle) =>
      ((await of.fetchHistory()).events ?? []).flatMap(
        (event) => event.workflowExecutionSignaledEventAttributes?.signalName ?? [],
      );
    expect(await signalsOf(handle)).toEqual(['receipt']);
    expect(await signalsOf(other)).toEqual([]);
    await Promise.all([handle.terminate(), other.terminate()]);
    await notifications.remove([id, undecided]);
  });

  test('a cancel that overtook the start of its workflow is made again, once', async () => {
    const startPending = new Date(Date.now() + MINUTE_MS);
    const [id = ''] = await accepted(1, { applicationId: stack.applicationId, startPending });
    const { body } = await stack.admin.post(`/admin/v1/notifications/${id}/cancel`, {});
    expect(body).toMatchObject({ cancelled: true });
    const late = await stack.temporal.workflow.start('notification', {
      ...{ workflowId: id, taskQueue: queue(), args: [] },
    });
    expect(await rounds.round()).toMatchObject({ done: { cancelled: 1 } });
    const { events } = await late.fetchHistory();
    expect(events?.at(-1)?.workflowExecutionCancelRequestedEventAttributes).toBeTruthy();
    expect(await rounds.round()).toMatchObject({ done: { cancelled: 0 } });
    await late.terminate();
    await stack.store.notifications.remove([id]);
  });

  test('an event of a receipt is told at once, and none that the notification itself tells', async () => {
    const [byReceipt, other] = [randomUUID(), randomUUID()];
    const event = { type: 'delivery.sent' as const, at: new Date(), endpointId: 'endpoint' };
    const events = [
      { ...event, id: other },
      { ...event, id: byReceipt, byReceipt: true as const },
    ];
    const [id = ''] = await accepted(1, {
      ...{ startPending: undefined, status: 'completed', messages: [messageOf({ events })] },
      ...{ untold: [other, byReceipt], untoldSince: new Date() },
    });
    expect(await rounds.round()).toMatchObject({ done: { told: 0 } });
    await stack.store.notifications.hastenDelivery(id);
    expect(await rounds.round()).toMatchObject({ done: { told: 1 } });
    const told = stack.temporal.workflow.getHandle(`webhook-${byReceipt}`);
    expect((await told.describe()).status.name).toBe('RUNNING');
    await expect(stack.temporal.workflow.getHandle(`webhook-${other}`).describe()).rejects.toThrow(
      /not found/,
    );
    expect(await rounds.round()).toMatchObject({ done: { told: 0 } });
    await told.terminate();
    await stack.store.notifications.remove([id]);
  });

  test('events that wait for their endpoint are left alone, and its workflow is woken for what is long due', async () => {
    const [waiting, told, endpointId] = [randomUUID(), randomUUID(), randomUUID()];
    const long = new Date(Date.now() - 10 * MINUTE_MS);
    const event = { type: 'delivery.sent' as const, at: long, endpointId };
    const [id = '', other = ''] = [
      ...(await accepted(1, {
        ...{ startPending: undefined, status: 'completed', untold: [waiting], untoldSince: long },
        messages: [messageOf({ events: [{ ...event, id: waiting }] })],
      })),
      ...(await accepted(1, {
        ...{ startPending: undefined, status: 'completed', untold: [told], untoldSince: long },
        messages: [messageOf({ events: [{ ...event, id: told }] })],
      })),
    ];
    const delivery = { endpointId, contactId: null, type: event.type, body: '{}', createdAt: long };
    const { webhookDeliveries, webhookQueue, notifications } = stack.store;
    await webhookQueue.add({ _id: waiting, notificationId: id, ...delivery }, long);
    await webhookDeliveries.end({ _id: told, notificationId: other, ...delivery }, 'failed');
    const { done } = await rounds.round();
    expect(done).toMatchObject({ drained: 1 });
    const left = await notifications.get(id);
    expect(left).toMatchObject({ untold: [waiting] });
    expect(left!.untoldSince!.getTime()).toBeGreaterThan(Date.now() + 50 * MINUTE_MS);
    expect(await notifications.get(other)).not.toHaveProperty('untold');
    const { workflow } = stack.temporal;
    await expect(workflow.getHandle(`webhook-${waiting}`).describe()).rejects.toThrow(/not found/);
    const woken = workflow.getHandle(`webhook-endpoint-${endpointId}`);
    expect((await woken.describe()).status.name).toBe('RUNNING');
    expect(await rounds.round()).toMatchObject({ done: { drained: 0 } });
    await woken.terminate();
    await notifications.remove([id, other]);
  });
});
