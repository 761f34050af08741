import type { Attempt, Message, Notification } from '../../../store/notifications/model';
import { KEPT_ATTEMPTS } from '../../../store/notifications/outcome-change';
import { ownDatabase } from '../database';
import {
  type Outcome,
  attemptOf,
  eventOf,
  inFlightOf,
  messageOf,
  noon,
  notificationOf,
  outcomeOf,
  sendingOf,
} from '../documents';
import { meanwhile } from '../meanwhile';

const db = ownDatabase({ bystanders: { Notification: notificationOf() } });

const error = { code: 'PROVIDER_ERROR', message: 'No.' } as const;
const failed = { kind: 'failed', ...error } as const;
const attempt = attemptOf({ id: 'ours' });
/** What the end of a run writes of an attempt that it believes dead. */
const standIn = (over: Partial<Attempt> = {}): Attempt => {
  const { providerId: _nobody, ...rest } = attemptOf({ id: 'ours', outcome: 'unknown' });
  return { ...rest, ...over };
};

/** Records an outcome of our send in a notification where its claim is no longer. */
async function recordLate(before: Notification, over: Outcome = {}) {
  const id = await db.put(before);
  const recorded = await db.store.outcomes.record(...outcomeOf(before, { attempt, ...over }));
  return { recorded, now: await db.read(id) };
}
/** A notification in which another claim has replaced ours. */
const replaced = (messages: Message[], over: Partial<Notification> = {}): Notification =>
  sendingOf({ messages, inFlight: inFlightOf({ token: 'newer' }), ...over });

/** What is recorded of a late outcome that decides its message. */
const DECIDED = { late: true, isReturned: false, confirmed: false, decided: true };

test('the message learns what became of it, and the notification stays as it is', async () => {
  const [message, other] = [messageOf(), messageOf({ step: 'other' })];
  const before = replaced([message, other]);
  const { recorded, now } = await recordLate(before);
  expect(recorded).toEqual({ status: 'running', ...DECIDED });
  expect(now).toEqual({
    ...before,
    messages: [
      {
        ...message,
        ...{
          status: 'sent',
          sentAt: noon(9),
          provider: 'smtp',
          providerMessageId: 'p-1',
          attempts: [attempt],
        },
      },
      other,
    ],
  });
});

test('the answer has the status of a notification that is over', async () => {
  const { recorded } = await recordLate(sendingOf({ status: 'stopped', inFlight: null }));
  expect(recorded).toEqual({ status: 'stopped', ...DECIDED });
});

test('a late failure of a queued message is found by its code and provider', async () => {
  const { now } = await recordLate(replaced([messageOf()]), { result: failed });
  expect(now.failures).toContain('PROVIDER_ERROR@smtp');
  expect(now.messages[0]).toMatchObject({ status: 'failed', error, attempts: [attempt] });
});

test('a late failure in a notification that is over is the truth of its message', async () => {
  const before = sendingOf({ status: 'stopped', inFlight: null });
  const { recorded, now } = await recordLate(before, { result: failed });
  expect(recorded).toEqual({ status: 'stopped', ...DECIDED });
  expect(now).toMatchObject({ status: 'stopped', messages: [{ status: 'failed', error }] });
});

test('the attempts of another message say nothing of ours', async () => {
  const [other, message] = [messageOf({ step: 'other', attempts: [attempt] }), messageOf()];
  const { now } = await recordLate(replaced([other, message]), { message });
  expect(now.messages).toMatchObject([
    { attempts: [attempt], status: 'queued' },
    { attempts: [attempt], status: 'sent' },
  ]);
});

test('a late outcome without an attempt keeps the attempts that there are', async () => {
  const attempts = [attemptOf({ id: 'first', outcome: 'transient' })];
  const { now } = await recordLate(replaced([messageOf({ attempts })]), { attempt: null, result: failed });
  expect(now.messages[0]).toMatchObject({ status: 'failed', error, attempts });
});

test('a late failure of a message that is sent is one more attempt', async () => {
  const message = messageOf({ status: 'sent', sentAt: noon(1) });
  const before = replaced([message]);
  const { recorded, now } = await recordLate(before, { result: failed });
  expect(recorded).toEqual({ status: 'running', late: true, isReturned: false, confirmed: true });
  expect(now).toEqual({ ...before, messages: [{ ...message, provider: 'smtp', attempts: [attempt] }] });
});

test.each(['sent', 'delivered'] as const)(
  'a late failure of a message that a receipt has proved %s raises no event',
  async (status) => {
    const before = sendingOf({ messages: [messageOf({ status })], status: 'completed', inFlight: null });
    const { recorded, now } = await recordLate(before, {
      result: failed,
      event: eventOf({ type: 'delivery.failed' }),
    });
    expect(recorded).toMatchObject({ late: true, confirmed: true });
    expect(now.untold).toBeUndefined();
    expect(now.messages[0]).toMatchObject({ status, attempts: [attempt], events: [] });
  },
);

test('the state of another message says nothing of a late failure', async () => {
  const other = messageOf({ step: 'other', status: 'sent', sentAt: noon() });
  const { now } = await recordLate(replaced([messageOf(), other]), { result: failed });
  expect(now.failures).toContain('PROVIDER_ERROR@');
});

test('an outcome that was written already is not written twice', async () => {
  const before = replaced([messageOf({ status: 'sent', sentAt: noon(1), attempts: [attempt] })]);
  const { recorded, now } = await recordLate(before, { event: eventOf() });
  expect(recorded).toEqual({ status: 'running', ...DECIDED });
  expect(now).toEqual(before);
});

test('another attempt of the message is not ours', async () => {
  const others = [attemptOf({ id: 'first', outcome: 'transient' })];
  const { now } = await recordLate(replaced([messageOf({ attempts: others })]));
  expect(now.messages[0]?.attempts).toEqual([...others, attempt]);
});

test('an event that comes late is raised once', async () => {
  const event = eventOf();
  const { now } = await recordLate(replaced([messageOf()]), { event });
  expect(now).toMatchObject({ untold: [event.id], untoldSince: noon(9), messages: [{ events: [event] }] });
});

test('an event that a receipt has told is not raised once more', async () => {
  const event = eventOf({ byReceipt: true });
  const before = replaced([messageOf({ status: 'sent', sentAt: noon(1), events: [event] })]);
  const { recorded, now } = await recordLate(before, { event });
  expect(recorded).toMatchObject({ late: true, confirmed: true });
  expect(now.untold).toBeUndefined();
  expect(now.messages[0]).toMatchObject({ attempts: [attempt], events: [event] });
});

test('what was rendered is kept where no provider was called', async () => {
  const rendered = { text: 'Hello', language: 'en' };
  const { now } = await recordLate(replaced([messageOf()]), {
    attempt: null,
    result: { kind: 'retry' },
    rendered,
  });
  expect(now.messages[0]).toMatchObject({ rendered, attempts: [] });
});

test('a retry that attempted nothing leaves no trace', async () => {
  const before = replaced([messageOf()]);
  const { recorded, now } = await recordLate(before, { attempt: null, result: { kind: 'retry' } });
  expect(recorded).toMatchObject({ late: true });
  expect(now).toEqual(before);
});

describe('an attempt that was believed dead, and was alive', () => {
  const closed = (attempts: Attempt[], over: Partial<Notification> = {}): Notification =>
    sendingOf({ status: 'failed', inFlight: null, messages: [messageOf({ attempts })], ...over });

  test('its outcome takes the place of what stood in for it', async () => {
    const others = [attemptOf({ id: 'first', outcome: 'transient' })];
    const { now } = await recordLate(closed([...others, standIn()]));
    expect(now).toMatchObject({
      status: 'failed',
      messages: [{ status: 'sent', attempts: [...others, attempt] }],
    });
    expect(now.messages[0]?.attempts).toHaveLength(2);
  });

  test('without an event nothing but the message changes', async () => {
    const before = closed([standIn()]);
    const { now } = await recordLate(before, { result: { kind: 'retry' } });
    expect(now).toEqual({
      ...before,
      messages: [{ ...before.messages[0], provider: 'smtp', attempts: [attempt] }],
    });
  });

  test('its event is raised with it', async () => {
    const event = eventOf();
    const { now } = await recordLate(closed([standIn()]), { event });
    expect(now).toMatchObject({ untold: [event.id], messages: [{ events: [event], attempts: [attempt] }] });
  });

  test('in a notification that is open its success settles the message, and the newer claim stays', async () => {
    const before = replaced([messageOf({ attempts: [standIn()] })]);
    const { recorded, now } = await recordLate(before);
    expect(recorded).toEqual({ status: 'running', ...DECIDED });
    expect(now).toMatchObject({
      ...{ status: 'running', inFlight: { token: 'newer' } },
      messages: [{ status: 'sent', sentAt: noon(9), providerMessageId: 'p-1', attempts: [attempt] }],
    });
  });

  test.each([
    ['a failure', { result: failed }, messageOf({ attempts: [standIn()] })],
    ['a success of a message that is sent', {}, messageOf({ status: 'sent', attempts: [standIn()] })],
  ])(
    'in a notification that is open %s changes nothing, for a claim has seen the stand-in',
    async (...row) => {
      const [, over, message] = row;
      const before = replaced([message]);
      const { recorded, now } = await recordLate(before, over);
      expect(recorded).toEqual({ status: 'running', late: true, isReturned: false, confirmed: false });
      expect(now).toEqual(before);
    },
  );

  test('a success changes nothing if the next attempt settles the message first', async () => {
    const before = replaced([messageOf({ attempts: [standIn()] })]);
    meanwhile(db.notifications, ['after', 'findById'], () =>
      db.notifications.updateOne({ _id: before._id }, { $set: { 'messages.0.status': 'delivered' } }),
    );
    const { now } = await recordLate(before);
    expect(now.messages).toEqual([{ ...before.messages[0], status: 'delivered' }]);
  });

  test.each([
    ['names who made it', { providerId: 'account' }],
    ['has an outcome', { outcome: 'transient' as const }],
  ])('an attempt that %s stands in for nothing', async (_, over) => {
    const before = closed([standIn(over)]);
    const { now } = await recordLate(before);
    expect(now).toEqual(before);
  });
});

test(`a late attempt pushes out the oldest of ${KEPT_ATTEMPTS}`, async () => {
  const attempts = Array.from({ length: KEPT_ATTEMPTS }, (_, at) => attemptOf({ id: `a${at}` }));
  const { now } = await recordLate(replaced([messageOf({ attempts })]));
  expect(now.messages[0]?.attempts).toHaveLength(KEPT_ATTEMPTS);
  expect(now.messages[0]?.attempts.at(-1)).toEqual(attempt);
});
