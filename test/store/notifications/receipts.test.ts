import type { Receipt } from '../../../core/receipts/receipt';
import { effectOf } from '../../../core/receipts/effect';
import type { MessageStatus } from '../../../core/shared/statuses';
import type { Message, Notification } from '../../../store/notifications/model';
import type { ReceiptChange } from '../../../store/notifications/receipts';
import { ownDatabase } from '../database';
import { attemptOf, eventOf, inFlightOf, messageOf, noon, sendingOf, notificationOf } from '../documents';

const db = ownDatabase({ bystanders: { Notification: notificationOf() } });

const receiptOf = (kind: Receipt['kind']): Receipt => ({
  ...{ notificationId: '', messageId: '', at: noon(5) },
  kind,
});
/** Stores a notification with the message between others, and applies a receipt of that message. */
async function apply(
  message: Message,
  kind: Receipt['kind'],
  over: Partial<ReceiptChange> = {},
  of: Partial<Notification> = {},
) {
  const others = [messageOf({ step: 'before' }), messageOf({ step: 'after' })];
  const before: Notification = sendingOf({
    messages: [others[0] ?? message, message, others[1] ?? message],
    ...of,
  });
  await db.put(before);
  const change: ReceiptChange = {
    notificationId: before._id,
    messageId: message.id,
    effect: effectOf(receiptOf(kind), 'email'),
    record: { at: noon(5), kind, detail: 'in its words' },
    providerMessageId: null,
    sentEvent: null,
    event: null,
    ...over,
  };
  const answer = await db.store.receipts.apply(change);
  return { before, change, answer, now: await db.read(before._id) };
}
const withMessage = (before: Notification, message: Message): Notification => ({
  ...before,
  messages: before.messages.map((one) => (one.id === message.id ? message : one)),
});

describe('a receipt moves a message forward only', () => {
  const kinds = ['sent', 'delivered', 'failed', 'hard_bounce', 'soft_bounce'] as const;
  const to = { sent: 'sent', delivered: 'delivered' } as const;
  const moves: Record<MessageStatus, readonly string[]> = {
    queued: kinds,
    sent: ['delivered', 'failed', 'hard_bounce', 'soft_bounce'],
    delivered: ['failed', 'hard_bounce', 'soft_bounce'],
    failed: [],
  };
  const rows = Object.entries(moves).flatMap(([from, forward]) =>
    kinds.map((kind) => [from as MessageStatus, kind, forward.includes(kind)] as const),
  );
  test.each(rows)('of a message that is %s, %s: %s', async (status, kind, isForward) => {
    const { before, answer, now } = await apply(messageOf({ status, sentAt: noon(1) }), kind);
    if (!isForward) {
      expect(answer).toBeNull();
      expect(now).toEqual(before);
      return;
    }
    const moved = kind === 'sent' || kind === 'delivered' ? to[kind] : 'failed';
    expect(now.messages.map((one) => one.status)).toEqual(['queued', moved, 'queued']);
    expect(answer).toEqual({ notification: now, raised: [] });
  });
});

describe('what a receipt writes', () => {
  test('of a delivery: when it was delivered, and that it was sent, where nobody had said so', async () => {
    const message = messageOf();
    const event = eventOf({ type: 'delivery.delivered' });
    const started = Date.now();
    const { before, now } = await apply(message, 'delivered', { providerMessageId: 'p-1', event });
    const { untoldSince, ...rest } = now;
    expect(rest).toEqual({
      ...withMessage(before, {
        ...message,
        ...{ status: 'delivered', sentAt: noon(5), deliveredAt: noon(5), providerMessageId: 'p-1' },
        receipts: [{ at: noon(5), kind: 'delivered', detail: 'in its words' }],
        events: [event],
      }),
      untold: [event.id],
    });
    expect(untoldSince?.getTime()).toBeGreaterThanOrEqual(started);
  });

  test('the event that it was sent goes before its own', async () => {
    const [sentEvent, event] = [eventOf(), eventOf({ id: 'another', type: 'delivery.delivered' })];
    const { answer, now } = await apply(messageOf(), 'delivered', { sentEvent, event });
    expect(answer).toEqual({ notification: now, raised: [sentEvent, event] });
    expect(now.messages.map(({ events }) => events)).toEqual([[], [sentEvent, event], []]);
    expect(now.untold).toEqual([sentEvent.id, event.id]);
  });

  test('the event that it was sent is stored where the receipt has none of its own', async () => {
    const sentEvent = eventOf();
    const { answer, now } = await apply(messageOf(), 'sent', { sentEvent });
    expect(answer?.raised).toEqual([sentEvent]);
    expect(now.messages[1]?.events).toEqual([sentEvent]);
  });

  test('where our own record was faster its event is not stored once more', async () => {
    const [sentEvent, event] = [eventOf(), eventOf({ id: 'another', type: 'delivery.delivered' })];
    const message = messageOf({ status: 'sent', sentAt: noon(1), events: [sentEvent] });
    const { answer, now } = await apply(message, 'delivered', { sentEvent, event });
    expect(answer?.raised).toEqual([event]);
    expect(now.messages[1]?.events).toEqual([sentEvent, event]);
    expect(now.untold).toEqual([event.id]);
  });

  test('what our own record has said stands', async () => {
    const message = messageOf({ status: 'sent', sentAt: noon(1), providerMessageId: 'ours' });
    const { before, now } = await apply(message, 'delivered', { providerMessageId: 'theirs' });
    expect(now).toEqual(
      withMessage(before, {
        ...message,
        ...{ status: 'delivered', deliveredAt: noon(5) },
        receipts: [{ at: noon(5), kind: 'delivered', detail: 'in its words' }],
      }),
    );
  });

  test('of a failure: its error, and what it is found by', async () => {
    const message = messageOf({ status: 'sent', sentAt: noon(1) });
    const failures = ['HARD_BOUNCE@', 'HARD_BOUNCE@smtp'];
    const { before, change, now } = await apply(message, 'hard_bounce', { failures });
    expect(now).toEqual({
      ...withMessage(before, {
        ...message,
        ...{ status: 'failed', error: change.effect.error },
        receipts: [{ at: noon(5), kind: 'hard_bounce', detail: 'in its words' }],
      }),
      failures,
    });
    expect(now.messages[1]?.error?.code).toBe('HARD_BOUNCE');
  });

  test('the last 20 receipts of a message are kept', async () => {
    const receipts = Array.from({ length: 20 }, (_, at) => ({
      at: noon(at),
      kind: 'sent' as const,
      detail: `${at}`,
    }));
    const { now } = await apply(messageOf({ receipts }), 'delivered');
    expect(now.messages[1]?.receipts?.map(({ detail }) => detail)).toEqual([
      ...receipts.slice(1).map(({ detail }) => detail),
      'in its words',
    ]);
  });
});

describe('a complaint', () => {
  test.each(['sent', 'delivered', 'failed'] as const)(
    'of a message that is %s is noted once',
    async (status) => {
      const error = status === 'failed' ? ({ code: 'SOFT_BOUNCE', message: 'Full.' } as const) : null;
      const message = messageOf({ status, sentAt: noon(1), error });
      const { before, change, answer, now } = await apply(message, 'complained');
      const complained = withMessage(before, {
        ...message,
        complainedAt: noon(5),
        receipts: [{ at: noon(5), kind: 'complained', detail: 'in its words' }],
      });
      expect(now).toEqual(complained);
      expect(answer).toEqual({ notification: complained, raised: [] });
      expect(await db.store.receipts.apply(change)).toBeNull();
      expect(await db.read(before._id)).toEqual(complained);
    },
  );

  test('of a message that is queued it proves that it was sent', async () => {
    const { now } = await apply(messageOf(), 'complained');
    expect(now.messages.map(({ status }) => status)).toEqual(['queued', 'sent', 'queued']);
    expect(now.messages[1]?.sentAt).toEqual(noon(5));
  });

  test('it does not hold up what else is reported', async () => {
    const { now } = await apply(messageOf({ status: 'sent', complainedAt: noon() }), 'delivered');
    expect(now.messages[1]?.status).toBe('delivered');
  });
});

describe('a workflow that waits for a receipt', () => {
  test.each<[string, Receipt['kind'], Partial<Notification>, boolean, boolean]>([
    ['waited when it was read', 'delivered', { waitsFor: 'send' }, true, true],
    ['began to wait since it was read', 'hard_bounce', { waitsFor: 'send' }, false, true],
    ['does not wait', 'delivered', {}, false, false],
    ['waits, and the receipt decides nothing', 'sent', { waitsFor: 'send' }, true, false],
  ])('is noted as to be woken by the same update: it %s', async (_, kind, over, waits, isMarked) => {
    const started = Date.now();
    const sentEvent = eventOf();
    const { now, answer } = await apply(messageOf(), kind, { waits, sentEvent }, over);
    expect(answer).toEqual({ notification: now, raised: [sentEvent] });
    expect((now.wakePending?.getTime() ?? 0) >= started).toBe(isMarked);
  });
});

describe('a failure that was decided on a message', () => {
  const attempt = { ...attemptOf(), id: 'first' };
  const decided = messageOf({ status: 'sent', sentAt: noon(1), attempts: [attempt] });
  const decidedOn = { message: decided, inFlight: null };

  test('is applied while the message is as it was', async () => {
    const { now } = await apply(decided, 'failed', { decidedOn }, { inFlight: null });
    expect(now.messages[1]?.status).toBe('failed');
  });

  test.each<[string, Message, Partial<Notification>]>([
    ['another receipt has moved it', { ...decided, status: 'delivered' }, {}],
    ['another attempt is recorded', { ...decided, attempts: [attempt, { ...attempt, id: 'second' }] }, {}],
    ['the oldest of many attempts was dropped', { ...decided, attempts: [{ ...attempt, id: 'second' }] }, {}],
    ['another attempt is in progress', decided, { inFlight: inFlightOf() }],
  ])('is not applied if %s', async (_what, stored, of) => {
    const { before, answer, now } = await apply(stored, 'failed', { decidedOn }, { inFlight: null, ...of });
    expect(answer).toBeNull();
    expect(now).toEqual(before);
  });
});

test('a receipt of a message that nobody knows changes nothing', async () => {
  const { before, answer, now } = await apply(messageOf(), 'delivered', { messageId: 'another' });
  expect(answer).toBeNull();
  expect(now).toEqual(before);
});

test('a receipt of two at once raises its events once', async () => {
  const [sentEvent, event] = [eventOf(), eventOf({ type: 'delivery.delivered' })];
  const before = sendingOf();
  await db.put(before);
  const change: ReceiptChange = {
    notificationId: before._id,
    messageId: before.messages[0]?.id ?? '',
    effect: effectOf(receiptOf('delivered'), 'email'),
    record: { at: noon(5), kind: 'delivered', detail: null },
    ...{ providerMessageId: null, sentEvent, event },
  };
  const answers = await Promise.all([db.store.receipts.apply(change), db.store.receipts.apply(change)]);
  expect(answers.filter((answer) => answer !== null)).toHaveLength(1);
  expect((await db.read(before._id)).messages[0]?.events).toEqual([sentEvent, event]);
});
