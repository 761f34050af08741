import { type Message, type Notification, KEPT_NOTES } from '../../../store/notifications/model';
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
  OURS,
  outcomeOf,
  sendingOf,
} from '../documents';
import { meanwhile } from '../meanwhile';

const db = ownDatabase({ bystanders: { Notification: notificationOf() } });

const error = { code: 'HARD_BOUNCE', message: 'The address does not accept mail.' } as const;
const failed = { kind: 'failed', ...error } as const;

const messageIn = ({ messages }: Notification): Message => messages[0] ?? messageOf();
/** Stores a notification and records an outcome of it; gives both answers and the document. */
async function record(notification: Notification, over: Outcome = {}) {
  const id = await db.put(notification);
  const recorded = await db.store.outcomes.record(...outcomeOf(notification, over));
  return { id, recorded, now: await db.read(id) };
}

describe('an outcome of our claim', () => {
  test('a sent last message completes the notification in one update', async () => {
    const before = sendingOf({ messages: [messageOf(), messageOf({ step: 'other' })] });
    const [attempt, event] = [attemptOf(), eventOf()];
    const rendered = { text: 'Hello', language: 'en' };
    const { recorded, now } = await record(before, { attempt, event, rendered });
    expect(recorded).toEqual({ status: 'completed', late: false, confirmed: false, decided: true });
    expect(now).toEqual({
      ...before,
      status: 'completed',
      completedAt: noon(9),
      inFlight: null,
      untold: [event.id],
      untoldSince: noon(9),
      messages: [
        {
          ...messageIn(before),
          status: 'sent',
          sentAt: noon(9),
          provider: 'smtp',
          providerMessageId: 'p-1',
          attempts: [attempt],
          rendered,
          events: [event],
        },
        before.messages[1],
      ],
    });
  });

  test('a failed last message fails the notification, which is found by the failure', async () => {
    const before = sendingOf({ messages: [messageOf(), messageOf({ step: 'other', status: 'failed' })] });
    const attempt = attemptOf({ outcome: 'permanent', code: 'HARD_BOUNCE' });
    const { recorded, now } = await record(before, { attempt, result: failed });
    expect(recorded).toEqual({ status: 'failed', late: false, confirmed: false, decided: true });
    expect(now).toEqual({
      ...before,
      status: 'failed',
      completedAt: noon(9),
      inFlight: null,
      failures: ['HARD_BOUNCE@', '@smtp', 'HARD_BOUNCE@smtp', '@account', 'HARD_BOUNCE@account'],
      messages: [
        { ...messageIn(before), status: 'failed', error, provider: 'smtp', attempts: [attempt] },
        before.messages[1],
      ],
    });
  });

  test('a failure that no attempt made is found by the last attempt', async () => {
    const attempts = [
      attemptOf(),
      attemptOf({ provider: 'ses' }),
      attemptOf({ provider: 'resend', providerId: null }),
    ];
    const before = sendingOf({
      messages: [messageOf({ step: 'other' }), messageOf({ attempts, provider: 'resend' })],
    });
    const id = await db.put(before);
    const message = before.messages[1];
    await db.store.outcomes.record(...outcomeOf(before, { message, result: failed }));
    const now = await db.read(id);
    expect(now.failures).toEqual(['HARD_BOUNCE@', '@resend', 'HARD_BOUNCE@resend']);
    expect(now.messages[1]).toMatchObject({ provider: 'resend', attempts, status: 'failed' });
  });

  test('a failure before any attempt is found by its code', async () => {
    const { now } = await record(sendingOf(), { result: failed });
    expect(now.failures).toEqual(['HARD_BOUNCE@']);
  });

  test('a failure is noted once', async () => {
    const { now } = await record(sendingOf({ failures: ['HARD_BOUNCE@'] }), { result: failed });
    expect(now.failures).toEqual(['HARD_BOUNCE@']);
  });

  test('a retry leaves the message queued, and lets go of the claim', async () => {
    const before = sendingOf();
    const attempt = attemptOf({ outcome: 'transient' });
    const { recorded, now } = await record(before, { attempt, result: { kind: 'retry' } });
    expect(recorded).toEqual({ status: 'running', late: false, confirmed: false, decided: true });
    expect(now).toEqual({
      ...before,
      failingAt: 'account',
      inFlight: null,
      messages: [{ ...messageIn(before), provider: 'smtp', attempts: [attempt] }],
    });
  });

  test('EXPLAIN-2: what failed at a provider is counted at it until another outcome', async () => {
    const attempt = attemptOf({ outcome: 'transient', providerId: 'relay' });
    const rest = { at: new Date(), provider: 'smtp', providerId: 'other', code: 'TIMEOUT' } as const;
    const rested = { ...rest, since: new Date(), until: new Date() };
    const next = { id: 'other', queue: null };
    const failingAt = async (over: Outcome): Promise<string | undefined> =>
      (await record(sendingOf({ failingAt: 'before' }), over)).now.failingAt;
    expect(await failingAt({ attempt, result: { kind: 'retry' } })).toBe('relay');
    expect(await failingAt({ result: { kind: 'retry', rest: rested } })).toBe('other');
    expect(await failingAt({ attempt, result: { kind: 'retry', next } })).toBeUndefined();
    expect(await failingAt({ result: { kind: 'released', queue: null } })).toBe('before');
    expect(await failingAt({ attempt, result: failed })).toBeUndefined();
    expect(await failingAt({ attempt: attemptOf() })).toBeUndefined();
  });

  test('what was rendered by an attempt before is kept for the next', async () => {
    const rendered = { text: 'Hello', language: 'en' };
    const before = sendingOf({ messages: [messageOf({ rendered })] });
    const { now } = await record(before, { attempt: attemptOf(), result: { kind: 'retry' } });
    expect(messageIn(now).rendered).toEqual(rendered);
  });

  test('a retry that attempted nothing changes nothing but the claim and the status', async () => {
    const before = sendingOf();
    const { recorded, now } = await record(before, { result: { kind: 'released', queue: null } });
    expect(recorded).toMatchObject({ status: 'running' });
    expect(now).toEqual({ ...before, inFlight: null });
  });

  test('a retry stores what it waits for, and why nothing was sent', async () => {
    const before = sendingOf();
    const rest = {
      at: noon(9),
      provider: 'smtp',
      providerId: 'account',
      code: 'TIMEOUT',
      since: noon(1),
    } as const;
    const { now } = await record(before, { result: { kind: 'retry', rest: { ...rest, until: noon(99) } } });
    expect(messageIn(now).rest).toEqual(rest);
    const detail = noon(99).toISOString();
    const note = { at: noon(9), code: 'QUIET_HOURS', step: 'send', detail } as const;
    const result = { kind: 'released', until: noon(99).getTime() } as const;
    expect((await record(sendingOf(), { result })).now).toMatchObject({ status: 'waiting', notes: [note] });
    const kept = Array.from({ length: KEPT_NOTES }, () => ({ ...note, step: 'before' }));
    const full = await record(sendingOf({ notes: kept }), { result });
    expect(full.now.notes).toEqual([...kept.slice(1), note]);
    expect(messageIn(full.now)).not.toHaveProperty('rest');
  });

  test(`of a message's attempts the last ${KEPT_ATTEMPTS} are kept`, async () => {
    expect(KEPT_ATTEMPTS).toBe(200);
    const attempts = Array.from({ length: KEPT_ATTEMPTS }, (_, at) => attemptOf({ id: `a${at}` }));
    const attempt = attemptOf({ id: 'last' });
    const { now } = await record(sendingOf({ messages: [messageOf({ attempts })] }), { attempt });
    expect(messageIn(now).attempts.map(({ id }) => id)).toEqual([
      ...attempts.slice(1).map(({ id }) => id),
      'last',
    ]);
  });

  test('what a receipt has said of the message stands beside what we know', async () => {
    const delivered = messageOf({ status: 'delivered', sentAt: noon(1), deliveredAt: noon(2) });
    const { now } = await record(sendingOf({ messages: [delivered] }), { attempt: attemptOf() });
    expect(messageIn(now)).toMatchObject({
      ...{ status: 'delivered', sentAt: noon(1), deliveredAt: noon(2) },
      ...{ providerMessageId: 'p-1', provider: 'smtp', attempts: [{ provider: 'smtp' }] },
    });
  });

  test('an event that the message has already is not raised again', async () => {
    const event = eventOf();
    const { now } = await record(sendingOf({ messages: [messageOf({ events: [event] })] }), { event });
    expect(messageIn(now).events).toEqual([event]);
  });

  test('a mark that falls while the outcome is written counts', async () => {
    const before = sendingOf();
    const id = await db.put(before);
    meanwhile(db.notifications, ['before', 'updateOne'], () => db.store.notifications.cancel(id, noon()));
    const recorded = await db.store.outcomes.record(...outcomeOf(before, { after: 'running' }));
    expect(recorded).toEqual({ status: 'stopped', late: false, confirmed: false, decided: true });
    expect(await db.read(id)).toMatchObject({ status: 'stopped', completedAt: noon(9) });
  });

  test('the outcome of a notification that was erased is lost', async () => {
    expect(await db.store.outcomes.record(...outcomeOf(sendingOf(), {}))).toBeNull();
    expect(await db.store.outcomes.record(...outcomeOf(sendingOf(), { result: failed }))).toBeNull();
  });
});

test('of a success that a receipt has told the event is not raised once more', async () => {
  const event = eventOf();
  const message = messageOf({ status: 'delivered', sentAt: noon(1), events: [event] });
  const attempt = attemptOf();
  const before = sendingOf({ messages: [message] });
  const { recorded, now } = await record(before, { attempt, event });
  expect(recorded).toEqual({ status: 'completed', late: false, confirmed: true, decided: true });
  expect(now).toEqual({
    ...before,
    ...{ status: 'completed', completedAt: noon(9), inFlight: null },
    messages: [{ ...message, provider: 'smtp', providerMessageId: 'p-1', attempts: [attempt] }],
  });
});

describe('a failure of a message that a receipt proved sent', () => {
  test.each([
    [false, 'running'],
    [true, 'stopped'],
  ] as const)('it stands as an attempt only, marked %s', async (marked, status) => {
    const message = messageOf({ status: 'sent', sentAt: noon(1) });
    const before = sendingOf({ inFlight: inFlightOf({ token: OURS, marked }), messages: [message] });
    const attempt = attemptOf({ outcome: 'permanent' });
    const { recorded, now } = await record(before, { attempt, result: failed, event: eventOf() });
    expect(recorded).toEqual({ status, late: false, confirmed: true, decided: true });
    expect(now).toEqual({
      ...before,
      status,
      completedAt: marked ? noon(9) : null,
      inFlight: null,
      messages: [{ ...message, provider: 'smtp', attempts: [attempt] }],
    });
  });

  test('the state of another message proves nothing', async () => {
    const others = [messageOf({ step: 'other', status: 'sent', sentAt: noon() })];
    const { recorded } = await record(sendingOf({ messages: [messageOf(), ...others] }), { result: failed });
    expect(recorded).toMatchObject({ confirmed: false });
  });
});
