import { ownDatabase } from '../database';
import { inFlightOf, messageOf, noon, notificationOf } from '../documents';
import {
  type Note,
  type Notification,
  type Decision,
  KEPT_DECISIONS,
  KEPT_NOTES,
} from '../../../store/notifications/model';

const db = ownDatabase({ bystanders: { Notification: notificationOf() } });
const put = async (over: Partial<Notification> = {}): Promise<Notification> => {
  const notification = notificationOf(over);
  await db.put(notification);
  return notification;
};

describe('saying that a notification waits', () => {
  test('what runs waits from then on, and waits for no worker', async () => {
    const { startPending: _start, backlogOf: _backlog, ...before } = await put();
    await db.store.waits.setWaiting(before._id);
    expect(await db.read(before._id)).toEqual({ ...before, status: 'waiting' });
  });

  test('it waits behind the messages that it was to wait behind', async () => {
    const { _id } = await put({ messages: [messageOf(), messageOf()] });
    await db.store.waits.setWaiting(_id, 2);
    expect((await db.read(_id)).status).toBe('waiting');
  });

  test.each<[string, Partial<Notification>, number | undefined]>([
    ['there is another message', {}, 0],
    ['there are fewer messages', {}, 2],
    ['a send is in flight', { inFlight: inFlightOf() }, undefined],
    ['it waits already', { status: 'waiting' }, undefined],
    ['it has stopped', { status: 'stopped' }, undefined],
  ])('a write that comes late changes nothing: %s', async (_, over, sends) => {
    const before = await put(over);
    await db.store.waits.setWaiting(before._id, sends);
    expect(await db.read(before._id)).toEqual(before);
  });
});

describe('waiting for a receipt', () => {
  test.each(['running', 'waiting'] as const)(
    'what is %s waits for the SEND, until that ends',
    async (status) => {
      const before = await put({ status });
      const begun = { ...before, status: 'waiting', waitsFor: 'send' };
      expect(await db.store.waits.beginReceipt(before._id, 'send')).toEqual(begun);
      expect(await db.read(before._id)).toEqual(begun);
      await db.notifications.updateOne({ _id: before._id }, { $set: { wakePending: noon() } });
      const ended = { ...before, status: 'waiting' };
      expect(await db.store.waits.endReceipt(before._id)).toEqual(ended);
      expect(await db.read(before._id)).toEqual(ended);
    },
  );

  test.each<[string, Partial<Notification>]>([
    ['a send is in flight', { inFlight: inFlightOf() }],
    ['it is completed', { status: 'completed', completedAt: noon() }],
    ['it has failed', { status: 'failed' }],
    ['it has stopped', { status: 'stopped' }],
  ])('it does not wait where %s, and is given as it is', async (_, over) => {
    const before = await put(over);
    expect(await db.store.waits.beginReceipt(before._id, 'send')).toEqual(before);
    expect(await db.read(before._id)).toEqual(before);
  });

  test('what was erased waits for nothing', async () => {
    expect(await db.store.waits.beginReceipt('nobody', 'send')).toBeNull();
    expect(await db.store.waits.endReceipt('nobody')).toBeNull();
  });
});

test('a wake-up is over unless another receipt has arrived since it was read', async () => {
  const [woken, other] = [await put({ wakePending: noon(1) }), await put({ wakePending: noon(2) })];
  for (const { _id } of [woken, other]) await db.store.waits.clearPendingWake({ _id, wakePending: noon(1) });
  const { wakePending: _over, ...before } = woken;
  expect(await db.read(woken._id)).toEqual(before);
  expect(await db.read(other._id)).toEqual(other);
});

test(`of the reasons why something is not sent the last ${KEPT_NOTES} are kept`, async () => {
  const note = (index: number): Note => ({ at: noon(index), code: 'QUIET_HOURS', step: 'send', detail: '' });
  const before = await put({ notes: Array.from({ length: KEPT_NOTES - 1 }, (_, index) => note(index)) });
  await db.store.waits.decide(before._id, null, note(100));
  await db.store.waits.decide(before._id, null, note(101));
  const notes = [...before.notes!.slice(1), note(100), note(101)];
  expect(await db.read(before._id)).toEqual({ ...before, notes });
});

test(`of the decisions of conditions the last ${KEPT_DECISIONS} are kept`, async () => {
  const decision = (index: number): Decision => ({ step: `if-${index}`, holds: true, at: noon(index) });
  const all = Array.from({ length: KEPT_DECISIONS }, (_, index) => decision(index));
  const before = await put({ decided: all });
  await db.store.waits.decide(before._id, decision(999));
  expect((await db.read(before._id)).decided).toEqual([...all.slice(1), decision(999)]);
  await db.store.waits.decide(before._id, null);
  expect((await db.read(before._id)).decided).toHaveLength(KEPT_DECISIONS);
});

test('of the notifications whose events only wait, those that a receipt has hastened stay due at once', async () => {
  const [late, hastened] = [await put({ untoldSince: noon(-9) }), await put({ untoldSince: noon(-9) })];
  const { notifications } = db.store;
  await notifications.hastenDelivery(hastened._id);
  await notifications.postponeDeliveries([late._id, hastened._id], noon(-4), noon(500));
  expect((await db.read(late._id)).untoldSince).toEqual(noon(500));
  expect((await db.read(hastened._id)).untoldSince).toEqual(new Date(0));
});
