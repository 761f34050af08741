import type { Message, Notification } from '../../../store/notifications/model';
import { KEPT_ATTEMPTS } from '../../../store/notifications/outcome-change';
import { interruptedAttempt } from '../../../store/notifications/interrupted';
import { ownDatabase } from '../database';
import { attemptOf, inFlightOf, messageOf, noon, notificationOf, sendingOf } from '../documents';
import { meanwhile } from '../meanwhile';

const db = ownDatabase({ bystanders: { Notification: notificationOf() } });

const unknown = attemptOf({ id: 'lost', outcome: 'unknown', provider: 'ses', providerId: null });
const put = async (over: Partial<Notification>): Promise<Notification> => {
  const notification = notificationOf(over);
  await db.put(notification);
  return notification;
};
const close = (id: string, as: 'stopped' | 'failed' | 'ended', reason?: string) =>
  db.store.notifications.close(id, as, { at: noon(9), reason });

describe('a cancel', () => {
  test.each(['running', 'waiting'] as const)(
    'it stops what is %s and has nothing in flight',
    async (status) => {
      const { backlogOf: _backlog, ...before } = await put({ status });
      expect(await db.store.notifications.cancel(before._id, noon(9))).toBe('stopped');
      expect(await db.read(before._id)).toEqual({
        ...before,
        status: 'stopped',
        completedAt: noon(9),
        cancelPending: noon(9),
      });
      expect(await db.store.notifications.cancel(before._id, noon(10))).toBe('closed');
    },
  );

  test('it marks a send that is in flight; another one joins it', async () => {
    const inFlight = inFlightOf();
    const before = await put({ inFlight });
    expect(await db.store.notifications.cancel(before._id, noon(9))).toBe('marked');
    const marked = { ...before, inFlight: { ...inFlight, marked: true }, cancelPending: noon(9) };
    expect(await db.read(before._id)).toEqual(marked);
    expect(await db.store.notifications.cancel(before._id, noon(10))).toBe('joined');
    expect(await db.read(before._id)).toEqual(marked);
  });

  test.each(['completed', 'failed', 'stopped'] as const)('what is %s is closed for it', async (status) => {
    const before = await put({ status, inFlight: inFlightOf() });
    expect(await db.store.notifications.cancel(before._id, noon(9))).toBe('closed');
    expect(await db.read(before._id)).toEqual(before);
  });

  test('what was erased is closed for it', async () => {
    expect(await db.store.notifications.cancel('nobody', noon())).toBe('closed');
  });

  test('a send that lets go between its two tries is stopped at the next', async () => {
    const { _id } = await put({ inFlight: inFlightOf() });
    const release = () => db.notifications.updateOne({ _id }, { $set: { inFlight: null } });
    meanwhile(db.notifications, ['after', 'findOneAndUpdate'], release);
    expect(await db.store.notifications.cancel(_id, noon(9))).toBe('stopped');
  });

  test('a send that begins under a mark of its own is joined', async () => {
    const { _id } = await put({ inFlight: inFlightOf() });
    meanwhile(db.notifications, ['after', 'findOneAndUpdate'], () =>
      db.notifications.updateOne({ _id }, { $set: { 'inFlight.marked': true } }),
    );
    expect(await db.store.notifications.cancel(_id, noon(9))).toBe('joined');
    expect((await db.read(_id)).cancelPending).toBeUndefined();
  });
});

describe('the end of a run', () => {
  test.each([
    ['stopped', 'stopped'],
    ['failed', 'failed'],
    ['ended', 'completed'],
  ] as const)('as %s it leaves the notification %s', async (as, status) => {
    const { backlogOf: _backlog, ...before } = await put({ messages: [] });
    expect(await close(before._id, as)).toBe(status);
    expect(await db.read(before._id)).toEqual({ ...before, status, completedAt: noon(9) });
  });

  test.each([
    ['completed', [messageOf({ status: 'sent', sentAt: noon() }), messageOf({ status: 'failed' })]],
    ['failed', [messageOf({ status: 'failed' })]],
  ] as const)('its messages say that it is %s', async (status, messages) => {
    const { _id } = await put({ status: 'waiting', messages: [...messages] });
    expect(await close(_id, 'ended')).toBe(status);
  });

  test('its reason is kept', async () => {
    const { _id } = await put({});
    await close(_id, 'failed', 'the sequence has thrown');
    expect(await db.read(_id)).toMatchObject({ failure: 'the sequence has thrown' });
  });

  test('a mark that nobody answered stops it', async () => {
    const { _id } = await put({
      inFlight: inFlightOf({ marked: true }),
      messages: [messageOf({ status: 'sent', sentAt: noon() })],
    });
    expect(await close(_id, 'ended')).toBe('stopped');
    expect((await db.read(_id)).inFlight).toBeNull();
  });

  test.each(['completed', 'failed', 'stopped'] as const)(
    'it changes nothing of what is %s',
    async (status) => {
      const before = await put({ status });
      expect(await close(before._id, 'failed')).toBe(status);
      expect(await db.read(before._id)).toEqual(before);
    },
  );

  test('of what was erased there is nothing to end', async () => {
    expect(await close('nobody', 'failed')).toBeNull();
  });

  const meanings = [
    ['a claim', { inFlight: null }, { inFlight: inFlightOf({ token: 'newer' }) }],
    ['another claim', { inFlight: inFlightOf({ token: 'older' }) }, { 'inFlight.token': 'newer' }],
    ['the outcome of the claim', { inFlight: inFlightOf() }, { inFlight: null }],
  ] as const;
  test.each(meanings)('%s that comes meanwhile is looked at before it is ended', async (_, over, change) => {
    const { _id } = await put({ ...over });
    const answers: unknown[] = [];
    meanwhile(db.notifications, ['after', 'findById'], () =>
      db.notifications.updateOne({ _id }, { $set: change }),
    );
    answers.push(await close(_id, 'failed'));
    const { status, messages } = await db.read(_id);
    const left = 'inFlight' in change && change.inFlight === null ? [] : ['newer'];
    expect({ answers, status, left: messages[0]?.attempts.map(({ id }) => id) }).toEqual({
      answers: ['failed'],
      status: 'failed',
      left,
    });
  });

  test('a receipt that proves a send just before the write counts, and a message that comes then', async () => {
    const unsent = messageOf({ id: 'm', status: 'failed', sentAt: null });
    for (const messages of [[unsent], []]) {
      const { _id } = await put({ messages });
      const proved = { ...unsent, sentAt: messages.length > 0 ? noon(8) : null };
      meanwhile(db.notifications, ['before', 'updateOne'], () =>
        db
          .model('Notification')
          .collection.updateOne({ _id: _id as never }, { $set: { messages: [proved] } }),
      );
      expect(await close(_id, 'ended')).toBe(messages.length > 0 ? 'completed' : 'failed');
    }
  });

  test('an end that was faster stands', async () => {
    const { _id } = await put({});
    meanwhile(db.notifications, ['after', 'findById'], () => db.store.notifications.cancel(_id, noon(1)));
    expect(await close(_id, 'failed')).toBe('stopped');
    expect(await db.read(_id)).toMatchObject({ status: 'stopped', completedAt: noon(1) });
  });
});

describe('a claim that the run leaves behind', () => {
  const inFlight = inFlightOf({ token: 'cut', at: noon(2) });
  const lost = {
    id: 'cut',
    at: noon(2),
    provider: 'smtp',
    durationMs: 7,
    outcome: 'unknown',
    code: 'OUTCOME_UNKNOWN',
    response: 'The worker stopped before it could record what the provider answered.',
  };
  const left = async (messages: Message[], as: 'stopped' | 'failed', over: Partial<Notification> = {}) => {
    const before = { ...sendingOf({ inFlight, messages, ...over }) };
    await db.put(before);
    await close(before._id, as);
    return { before, now: await db.read(before._id) };
  };

  test('it becomes an attempt of unknown outcome of the queued message of its step', async () => {
    const messages = [
      messageOf({ step: 'other' }),
      messageOf({ status: 'failed' }),
      messageOf({ provider: 'smtp' }),
      messageOf({ step: 'later' }),
    ];
    const { before, now } = await left(messages, 'failed');
    expect(now).toEqual({
      ...before,
      ...{ status: 'failed', completedAt: noon(9), inFlight: null },
      failures: ['OUTCOME_UNKNOWN@', '@smtp', 'OUTCOME_UNKNOWN@smtp'],
      messages: [messages[0], messages[1], { ...messages[2], attempts: [lost] }, messages[3]],
    });
  });

  test('in a notification that was stopped it is found by nothing', async () => {
    const { now } = await left([messageOf({ provider: 'smtp' })], 'stopped');
    expect(now.messages[0]?.attempts).toEqual([lost]);
    expect(now.failures).toBeUndefined();
  });

  test('a claim whose message has its outcome leaves nothing', async () => {
    const { before, now } = await left([messageOf({ status: 'sent', sentAt: noon() })], 'failed');
    expect(now).toEqual({ ...before, status: 'failed', completedAt: noon(9), inFlight: null });
  });

  test('a receipt that settles the message meanwhile leaves it as it is', async () => {
    const before = sendingOf({ inFlight, messages: [messageOf({ step: 'other' }), messageOf()] });
    await db.put(before);
    meanwhile(db.notifications, ['after', 'findById'], () =>
      db.notifications.updateOne({ _id: before._id }, { $set: { 'messages.1.status': 'delivered' } }),
    );
    expect(await close(before._id, 'stopped')).toBe('stopped');
    expect((await db.read(before._id)).messages.map(({ attempts }) => attempts)).toEqual([[], []]);
  });

  test(`it pushes out the oldest of ${KEPT_ATTEMPTS} attempts`, async () => {
    const attempts = Array.from({ length: KEPT_ATTEMPTS }, (_, at) => attemptOf({ id: `a${at}` }));
    const { now } = await left([messageOf({ attempts })], 'stopped');
    const ids = now.messages[0]?.attempts.map(({ id }) => id) ?? [];
    expect([ids.length, ids[0], ids.at(-1)]).toEqual([KEPT_ATTEMPTS, 'a1', 'cut']);
  });

  test('a failed notification is found by every message that may have gone out', async () => {
    const messages = [
      messageOf({ step: 'a', attempts: [attemptOf({ outcome: 'transient' }), unknown] }),
      messageOf({ step: 'b', attempts: [attemptOf({ outcome: 'transient', provider: 'never' })] }),
      messageOf({ step: 'c', status: 'failed', attempts: [unknown] }),
      messageOf({
        step: 'd',
        attempts: [
          attemptOf({ outcome: 'transient', mayHaveSent: true, provider: 'resend', providerId: null }),
        ],
      }),
      messageOf({ provider: 'smtp' }),
    ];
    const { now } = await left(messages, 'failed');
    expect(now.failures).toEqual([
      'OUTCOME_UNKNOWN@',
      ...['@ses', 'OUTCOME_UNKNOWN@ses', '@resend', 'OUTCOME_UNKNOWN@resend'],
      ...['@smtp', 'OUTCOME_UNKNOWN@smtp'],
    ]);
  });

  test('without one, a failed notification is found by what may have gone out before', async () => {
    const { now } = await left([messageOf({ attempts: [unknown] })], 'failed', { inFlight: null });
    expect(now.failures).toEqual(['OUTCOME_UNKNOWN@', '@ses', 'OUTCOME_UNKNOWN@ses']);
    expect(now.messages[0]?.attempts).toEqual([unknown]);
  });

  test('its attempt lasted until it was found', () => {
    expect(interruptedAttempt(messageOf({ provider: 'smtp' }), inFlight, noon(9))).toEqual(lost);
  });
});
