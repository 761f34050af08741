import type { Notification } from '../../../store/notifications/model';
import { ownDatabase } from '../database';
import { attemptOf, inFlightOf, messageOf, noon, notificationOf, outcomeOf } from '../documents';
import { meanwhile } from '../meanwhile';

const db = ownDatabase({ bystanders: { Notification: notificationOf() } });

const DEADLINE_MS = 60_000;
const mine = inFlightOf({ token: 'mine', runId: 'run' });
const claim = (notificationId: string, over: Partial<typeof mine> = {}, watched?: Date) =>
  db.store.claims.claim({
    ...{ notificationId, claim: { ...mine, ...over }, attemptDeadlineMs: DEADLINE_MS },
    ...(watched && { watched }),
  });
const put = (over: Partial<Notification>) => db.put(notificationOf(over));

/** What is known of the attempt that a claim has left. */
const lostOf = ({ token }: typeof mine, durationMs: number) => ({
  id: token,
  at: noon(),
  provider: null,
  durationMs,
  outcome: 'unknown',
  code: 'OUTCOME_UNKNOWN',
  response: 'The worker stopped before it could record what the provider answered.',
});

/** Expects the notification to be as it was stored. */
async function expectUnchanged(id: string, stored: Notification): Promise<void> {
  expect(await db.read(id)).toEqual(stored);
}

describe('a send that nobody has begun', () => {
  test.each(['running', 'waiting'] as const)(
    'a claim of a notification that is %s takes it, and ends the wait for a worker',
    async (status) => {
      const stored = notificationOf({ status });
      const id = await db.put(stored);
      const { startPending: _start, backlogOf: _backlog, ...rest } = stored;
      const taken = { ...rest, status: 'running', inFlight: mine };

      expect(await claim(id)).toEqual({
        kind: 'claimed',
        notification: taken,
        message: stored.messages[0],
      });
      expect(await db.read(id)).toEqual(taken);
    },
  );

  test.each(['completed', 'failed', 'stopped'] as const)(
    'a notification that is %s is closed',
    async (status) => {
      const stored = notificationOf({ status });
      await db.put(stored);
      expect(await claim(stored._id)).toEqual({ kind: 'closed', notification: stored });
      await expectUnchanged(stored._id, stored);
    },
  );

  test('a notification that was erased is gone', async () => {
    expect(await claim('nobody')).toEqual({ kind: 'gone' });
  });

  test('a step without a message is new, whatever other steps have', async () => {
    const stored = notificationOf({ messages: [messageOf({ step: 'other' })] });
    await db.put(stored);
    expect(await claim(stored._id)).toEqual({ kind: 'new', notification: stored });
    await expectUnchanged(stored._id, stored);
  });

  test('a message that failed before a fallback does not hide the queued one of the same step', async () => {
    const [failed, queued] = [messageOf({ status: 'failed' }), messageOf({ channel: 'sms' })];
    const other = messageOf({ step: 'other' });
    const id = await put({ messages: [other, failed, queued] });
    expect(await claim(id)).toMatchObject({ kind: 'claimed', message: { id: queued.id } });
  });

  test('a message of another step that is queued is not taken for a settled one', async () => {
    const sent = messageOf({ status: 'sent' });
    const id = await put({ messages: [sent, messageOf({ step: 'other' })] });
    expect(await claim(id)).toMatchObject({ kind: 'settled', message: { id: sent.id } });
    expect((await db.read(id)).inFlight).toBeNull();
  });

  test('what lets go between the miss and the look is claimed at the next try', async () => {
    const id = await put({ inFlight: inFlightOf({ runId: 'another' }) });
    meanwhile(db.notifications, ['before', 'findById'], () =>
      db.notifications.updateOne({ _id: id }, { $set: { inFlight: null } }),
    );
    expect(await claim(id)).toMatchObject({ kind: 'claimed', message: { attempts: [] } });
  });
});

describe('a message that has its outcome', () => {
  const settled = [messageOf({ status: 'sent' })];

  test('it is settled, also in a notification that is over', async () => {
    const stored = notificationOf({ status: 'completed', messages: settled });
    await db.put(stored);
    expect(await claim(stored._id)).toEqual({ kind: 'settled', notification: stored, message: settled[0] });
    await expectUnchanged(stored._id, stored);
  });

  test('the claim that our run left behind is let go', async () => {
    const stored = notificationOf({ messages: settled, inFlight: inFlightOf() });
    const id = await db.put(stored);
    expect(await claim(id)).toMatchObject({ kind: 'settled' });
    expect(await db.read(id)).toEqual({ ...stored, inFlight: null });
  });

  test('a cancel that waited for that claim gets its way', async () => {
    const stored = notificationOf({ messages: settled, inFlight: inFlightOf({ marked: true }) });
    const id = await db.put(stored);
    await claim(id, { at: noon(5) });
    expect(await db.read(id)).toEqual({ ...stored, inFlight: null, status: 'stopped', completedAt: noon(5) });
  });

  test('the claim of another run stays', async () => {
    const stored = notificationOf({ messages: settled, inFlight: inFlightOf({ runId: 'another' }) });
    await db.put(stored);
    expect(await claim(stored._id)).toMatchObject({ kind: 'settled' });
    await expectUnchanged(stored._id, stored);
  });

  const moves = [
    ['was replaced', { inFlight: inFlightOf({ token: 'newer' }) }],
    ['was marked', { 'inFlight.marked': true }],
    ['is in a notification that has ended', { status: 'failed' }],
  ] as const;
  test.each(moves)('a claim that %s since it was read is not let go', async (_, moved) => {
    const id = await put({ messages: settled, inFlight: inFlightOf() });
    meanwhile(db.notifications, ['after', 'findById'], () =>
      db.notifications.updateOne({ _id: id }, { $set: moved }),
    );
    expect(await claim(id)).toMatchObject({ kind: 'settled' });
    const { inFlight } = await db.read(id);
    expect(inFlight).not.toBeNull();
  });
});

describe('a send that is in flight', () => {
  test('of another run it is busy until its deadline, and is left alone', async () => {
    const stored = notificationOf({ inFlight: inFlightOf({ runId: 'another', at: noon(1) }) });
    await db.put(stored);
    const busy = { kind: 'busy', until: noon(1 + DEADLINE_MS) };
    expect(await claim(stored._id)).toEqual(busy);
    expect(await claim(stored._id, { at: noon(DEADLINE_MS) })).toEqual(busy);
    await expectUnchanged(stored._id, stored);
  });

  test('of another run it is taken over at its deadline', async () => {
    const left = inFlightOf({ runId: 'another' });
    const stored = notificationOf({ inFlight: left });
    const id = await db.put(stored);
    const over = { ...mine, at: noon(DEADLINE_MS) };
    const message = { ...stored.messages[0]!, attempts: [lostOf(left, DEADLINE_MS)] };
    const notification = { ...stored, inFlight: over, messages: [message] };
    expect(await claim(id, { at: noon(DEADLINE_MS) })).toEqual({ kind: 'claimed', notification, message });
    expect(await db.read(id)).toEqual(notification);
  });

  test('of our own run it is dead, and is taken over at once', async () => {
    const left = inFlightOf();
    const id = await put({ inFlight: left });
    expect(await claim(id)).toMatchObject({ kind: 'claimed', message: { attempts: [lostOf(left, 0)] } });
    expect((await db.read(id)).inFlight).toEqual(mine);
  });

  test('of our own run it may be alive where a message must never go twice', async () => {
    const id = await put({ delivery: 'at_most_once', inFlight: inFlightOf() });
    expect(await claim(id)).toEqual({ kind: 'busy', until: noon(DEADLINE_MS) });
    expect(await claim(id, { at: noon(DEADLINE_MS) })).toMatchObject({ kind: 'claimed' });
  });

  test('a takeover keeps the mark of a cancel', async () => {
    const id = await put({ inFlight: inFlightOf({ marked: true }) });
    await claim(id);
    expect((await db.read(id)).inFlight).toEqual({ ...mine, marked: true });
  });

  test('a mark that falls between the look and the takeover is kept', async () => {
    const id = await put({ inFlight: inFlightOf() });
    meanwhile(db.notifications, ['after', 'findById'], () => db.store.notifications.cancel(id, noon()));
    expect(await claim(id)).toMatchObject({ kind: 'claimed', notification: { inFlight: { marked: true } } });
    expect((await db.read(id)).inFlight).toEqual({ ...mine, marked: true });
  });

  test('an attempt that records its outcome before the takeover has settled the message', async () => {
    const left = inFlightOf();
    const id = await put({ inFlight: left });
    meanwhile(db.notifications, ['after', 'findById'], async () =>
      db.store.outcomes.record(...outcomeOf(await db.read(id), { token: left.token, after: 'running' })),
    );
    expect(await claim(id)).toMatchObject({ kind: 'settled', message: { status: 'sent' } });
  });

  test('a notification that ends before the takeover is closed', async () => {
    const id = await put({ inFlight: inFlightOf() });
    meanwhile(db.notifications, ['after', 'findById'], () =>
      db.notifications.updateOne({ _id: id }, { $set: { status: 'stopped' } }),
    );
    expect(await claim(id)).toMatchObject({ kind: 'closed' });
    expect((await db.read(id)).inFlight).toMatchObject({ marked: false });
  });

  test('a message that a receipt settles before the takeover is not sent again', async () => {
    const stored = notificationOf({ inFlight: inFlightOf() });
    const other = messageOf({ step: 'other' });
    const id = await db.put({ ...stored, messages: [...stored.messages, other] });
    meanwhile(db.notifications, ['after', 'findById'], () =>
      db.notifications.updateOne({ _id: id }, { $set: { 'messages.0.status': 'delivered' } }),
    );
    expect(await claim(id)).toMatchObject({
      kind: 'settled',
      message: { status: 'delivered', attempts: [] },
    });
  });

  test('of another step it is let go, and ours is claimed', async () => {
    const id = await put({ inFlight: inFlightOf({ step: 'other' }) });
    expect(await claim(id)).toMatchObject({ kind: 'claimed', message: { attempts: [] } });
    expect((await db.read(id)).inFlight).toEqual(mine);
  });

  test('of another step, marked by a cancel, it ends the notification', async () => {
    const id = await put({ inFlight: inFlightOf({ step: 'other', marked: true }) });
    expect(await claim(id, { at: noon(7) })).toMatchObject({
      kind: 'closed',
      notification: { status: 'stopped' },
    });
    expect(await db.read(id)).toMatchObject({ inFlight: null, completedAt: noon(7) });
  });

  test('of a step without a message it is let go, and the step is new', async () => {
    const id = await put({ inFlight: inFlightOf(), messages: [] });
    expect(await claim(id)).toMatchObject({ kind: 'new', notification: { inFlight: null } });
  });
});

describe('a claim that was written, and its answer was lost', () => {
  const claims = [
    ['at_least_once', false],
    ['at_most_once', false],
    ['at_most_once', true],
  ] as const;
  test.each(claims)(
    'is ours at the next try, where delivery is %s and a cancel has marked it: %s',
    async (delivery, marked) => {
      const stored = notificationOf({ delivery, inFlight: { ...mine, marked } });
      await db.put(stored);
      const [message] = stored.messages;
      expect(await claim(stored._id)).toEqual({ kind: 'claimed', notification: stored, message });
      await expectUnchanged(stored._id, stored);
    },
  );

  test('is ours at the next try, where it began the step', async () => {
    const id = await put({ messages: [] });
    const message = messageOf();
    const begin = () =>
      db.store.claims.begin({ notificationId: id, claim: mine, attemptDeadlineMs: DEADLINE_MS }, message);
    expect(await begin()).not.toBeNull();
    expect(await begin()).toBeNull();
    expect(await claim(id)).toMatchObject({ kind: 'claimed', message });
  });

  test('is ours at the next try, where it took over what may have been sent, and that is not forgotten', async () => {
    const left = inFlightOf();
    const id = await put({ inFlight: left });
    await claim(id);
    const before = await db.read(id);
    expect(await claim(id)).toMatchObject({ kind: 'claimed', message: { attempts: [lostOf(left, 0)] } });
    await expectUnchanged(id, before);
  });

  test('is a possible send for another attempt of the same run', async () => {
    const id = await put({ inFlight: mine });
    expect(await claim(id, { token: 'next' })).toMatchObject({
      kind: 'claimed',
      message: { attempts: [lostOf(mine, 0)] },
    });
  });
});

describe('a lease', () => {
  const inMs = (ms: number): Date => new Date(Date.now() + ms);
  const leaseOf = (until: Date, over: Partial<typeof mine> = {}) =>
    inFlightOf({ runId: '', at: inMs(-20_000), until, ...over });
  const claimNow = (id: string, watched?: Date) => claim(id, { at: new Date() }, watched);

  test('that lasts is busy until its end, and is looked at earlier', async () => {
    const until = inMs(60_000);
    const stored = notificationOf({ inFlight: leaseOf(until) });
    await db.put(stored);
    expect(await claimNow(stored._id)).toEqual({ kind: 'busy', until, leased: true });
    expect(await claimNow(stored._id, until)).toEqual({ kind: 'busy', until, leased: true });
    await expectUnchanged(stored._id, stored);
  });

  test('that has ended is busy at the first look, because its holder may live', async () => {
    const until = inMs(-5_000);
    const stored = notificationOf({ inFlight: leaseOf(until) });
    await db.put(stored);
    expect(await claimNow(stored._id)).toEqual({ kind: 'busy', until, leased: true, ended: true });
    await expectUnchanged(stored._id, stored);
  });

  test('that has ended and did not move is taken over', async () => {
    const left = leaseOf(inMs(-5_000));
    const id = await put({ inFlight: left });
    expect(await claimNow(id, left.until)).toMatchObject({
      kind: 'claimed',
      message: { attempts: [{ id: left.token, outcome: 'unknown' }] },
    });
    expect((await db.read(id)).inFlight).toMatchObject({ token: 'mine' });
  });

  test('that has moved since the first look is busy, also if it has ended again', async () => {
    const until = inMs(-5_000);
    const id = await put({ inFlight: leaseOf(until) });
    const ended = { kind: 'busy', until, leased: true, ended: true };
    expect(await claimNow(id, inMs(-9_000))).toEqual(ended);
  });

  test('that has ended is busy until the deadline where a message must never go twice', async () => {
    const left = leaseOf(inMs(-5_000));
    const id = await put({ delivery: 'at_most_once', inFlight: left });
    const until = new Date(left.at.getTime() + DEADLINE_MS);
    expect(await claimNow(id, left.until)).toEqual({ kind: 'busy', until, leased: true });
  });

  test('that is renewed between the last look and the takeover is busy', async () => {
    const left = leaseOf(inMs(-5_000));
    const id = await put({ inFlight: left });
    const until = inMs(60_000);
    meanwhile(db.notifications, ['after', 'findById'], () => db.store.claims.renew(id, left.token, until));
    expect(await claimNow(id, left.until)).toEqual({ kind: 'busy', until, leased: true });
  });

  test.each([
    ['lasts stays', 60_000, true],
    ['has ended is let go', -5_000, false],
  ])('of a message with its outcome that %s', async (_what, ms, stays) => {
    const messages = [messageOf({ status: 'sent' })];
    const id = await put({ messages, inFlight: leaseOf(inMs(ms)) });
    expect(await claimNow(id)).toMatchObject({ kind: 'settled' });
    expect((await db.read(id)).inFlight !== null).toBe(stays);
  });

  test('is renewed by its own attempt only', async () => {
    const stored = notificationOf({ inFlight: leaseOf(inMs(1000)) });
    const id = await db.put(stored);
    expect(await db.store.claims.renew(id, 'another', inMs(60_000))).toBe(false);
    await expectUnchanged(id, stored);
    const until = inMs(60_000);
    expect(await db.store.claims.renew(id, stored.inFlight!.token, until)).toBe(true);
    expect((await db.read(id)).inFlight).toEqual({ ...stored.inFlight, until });
  });

  test('a message is wanted until an attempt that was believed dead has recorded that it sent it', async () => {
    const left = leaseOf(inMs(-5_000));
    const stored = notificationOf({ inFlight: left });
    const id = await db.put(stored);
    const messageId = stored.messages[0]!.id;
    await claimNow(id, left.until);
    expect(await db.store.claims.isWanted(id, mine, messageId)).toBe(true);
    expect(await db.store.claims.isWanted(id, left, messageId)).toBe(false);
    const attempt = attemptOf({ id: left.token });
    await db.store.outcomes.record(...outcomeOf(stored, { token: left.token, attempt }));
    expect(await db.store.claims.isWanted(id, mine, messageId)).toBe(false);
    expect(await db.read(id)).toMatchObject({
      inFlight: { token: 'mine' },
      messages: [{ status: 'sent', attempts: [{ id: left.token, outcome: 'sent' }] }],
    });
  });
});
