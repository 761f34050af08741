import type { Notification } from '../../../store/notifications/model';
import type { NotificationQuery } from '../../../store/notifications/list';
import type { RecipientQuery, Reopening } from '../../../store/notifications/operators';
import { ownDatabase } from '../database';
import { attemptOf, inFlightOf, messageOf, noon, notificationOf, SCOPE } from '../documents';

const db = ownDatabase({ bystanders: { Notification: notificationOf() } });
const put = async (over: Partial<Notification> = {}): Promise<Notification> => {
  const notification = notificationOf({ status: 'failed', completedAt: noon(5), ...over });
  await db.put(notification);
  return notification;
};

describe('making a failed notification again', () => {
  const mark = (id: string, before: string | undefined, as: string) =>
    db.store.operators.markRetried(id, before, as);

  test('it says as what, once for each time', async () => {
    const [failed, other] = [await put(), await put()];
    expect(await mark(failed._id, undefined, 'first')).toBe(true);
    expect(await mark(failed._id, undefined, 'late')).toBe(false);
    expect(await mark(failed._id, 'first', 'second')).toBe(true);
    expect(await db.read(failed._id)).toEqual({ ...failed, retriedAs: 'second' });
    expect(await db.read(other._id)).toEqual(other);
  });

  test.each<[string, Partial<Notification>]>([
    ['is completed', { status: 'completed' }],
    ['runs', { status: 'running' }],
    ['has no content any more', { contentRemoved: true }],
  ])('one that %s is not made again', async (_, over) => {
    const before = await put(over);
    expect(await mark(before._id, undefined, 'again')).toBe(false);
    expect(await db.read(before._id)).toEqual(before);
  });
});

describe('opening a notification again', () => {
  const error = { code: 'PROVIDER_ERROR', message: 'No.' } as const;
  const failedMessage = messageOf({
    status: 'failed',
    error,
    attempts: [attemptOf(), attemptOf(), attemptOf({ id: 'last' })],
  });
  const reopen = (from: Notification, over: Partial<Reopening> = {}) =>
    db.store.operators.reopen({ from, status: 'running', message: null, failures: [], at: noon(9), ...over });
  const without = ({ backlogOf: _b, failure: _f, failures: _s, ...rest }: Notification) => rest;

  test('it goes on where it was', async () => {
    const before = await put({ failure: 'ended', failures: ['PROVIDER_ERROR@'] });
    const other = await put();
    const opened = {
      ...without(before),
      ...{ status: 'waiting', completedAt: null, reopenedAt: noon(9), startPending: noon(9) },
    };
    expect(await reopen(before, { status: 'waiting' })).toEqual(opened);
    expect(await db.read(before._id)).toEqual(opened);
    expect(await db.read(other._id)).toEqual(other);
  });

  test('its failed message is queued once more, as a repeat of its last attempt', async () => {
    const others = [messageOf({ status: 'failed', error }), messageOf({ status: 'sent' })] as const;
    const before = await put({ messages: [others[0], failedMessage, others[1]], failures: ['A@', 'B@'] });
    const opened = await reopen(before, { message: failedMessage, failures: ['A@'] });
    expect(opened?.messages).toEqual([
      others[0],
      { ...failedMessage, status: 'queued', error: null, repeatOf: 'last', errorBefore: error },
      others[1],
    ]);
    expect(opened?.failures).toEqual(['A@']);
  });

  test('a message that was never attempted repeats nothing', async () => {
    const message = messageOf({ status: 'failed', error });
    const opened = await reopen(await put({ messages: [message] }), { message });
    expect(opened?.messages).toEqual([
      { ...message, status: 'queued', error: null, repeatOf: null, errorBefore: message.error },
    ]);
  });

  test.each<[string, Partial<Notification>]>([
    ['has a send in flight', { inFlight: inFlightOf() }],
    ['has no content any more', { contentRemoved: true }],
    ['was made again', { retriedAs: 'again' }],
    ['has a cancel that Temporal has not heard of', { cancelPending: noon() }],
  ])('one that %s stays closed', async (_, over) => {
    const before = await put(over);
    expect(await reopen(before)).toBeNull();
    expect(await db.read(before._id)).toEqual(before);
  });

  test('one that moved since it was read stays as it is', async () => {
    const before = await put();
    expect(await reopen({ ...before, status: 'stopped' })).toBeNull();
    expect(await reopen({ ...before, completedAt: noon(4) })).toBeNull();
    expect(await db.read(before._id)).toEqual(before);
  });
});

describe("operators' lists", () => {
  const scope = { applicationId: 'listed', environment: 'production' } as const;
  const listed = (_id: string, ms: number, over: Partial<Notification> = {}) =>
    put({ _id, ...scope, startedAt: noon(ms), ...over });
  const list = async (over: Partial<NotificationQuery> = {}) =>
    (await db.store.operators.list({ scope, limit: 10, ...over })).map(({ _id }) => _id);
  beforeAll(async () => {
    await listed('a', 1, { failures: ['HARD_BOUNCE@', '@smtp', 'HARD_BOUNCE@smtp'] });
    await listed('b', 2, { status: 'running', failures: ['HARD_BOUNCE@', '@ses', 'HARD_BOUNCE@ses'] });
    await listed('c', 2, { status: 'stopped', event: 'code' });
    await listed('d', 3, { status: 'completed' });
    await listed('e', 4, { status: 'waiting' });
    await put({ ...SCOPE });
    await put({ ...scope, environment: 'sandbox' });
  });

  test('they have the newest first, page by page', async () => {
    expect(await list()).toEqual(['e', 'd', 'c', 'b', 'a']);
    expect(await list({ limit: 2 })).toEqual(['e', 'd']);
    expect(await list({ after: { at: noon(3), id: 'd' } })).toEqual(['c', 'b', 'a']);
    expect(await list({ after: { at: noon(2), id: 'c' } })).toEqual(['b', 'a']);
  });

  test('they are of one event, one status or a time', async () => {
    expect(await list({ event: 'code' })).toEqual(['c']);
    expect(await list({ status: 'completed' })).toEqual(['d']);
    expect(await list({ from: noon(3) })).toEqual(['e', 'd']);
    expect(await list({ to: noon(2) })).toEqual(['a']);
    expect(await list({ from: noon(2), to: noon(4), after: { at: noon(3), id: 'd' } })).toEqual(['c', 'b']);
  });

  test('they are of one contact, with the other filters', async () => {
    const one = { recipient: 'one', applicationId: 'listed' };
    await put({ ...one, _id: 'older', startedAt: noon(1), failures: ['EXPIRED@'] });
    await put({ ...one, _id: 'newer', startedAt: noon(2), status: 'stopped', event: 'code' });
    expect(await list({ recipients: ['one'] })).toEqual(['newer', 'older']);
    expect(await list({ recipients: ['one'], after: { at: noon(2), id: 'newer' } })).toEqual(['older']);
    expect(await list({ recipients: ['one'], status: 'stopped' })).toEqual(['newer']);
    expect(await list({ recipients: ['one'], event: 'welcome' })).toEqual(['older']);
    expect(await list({ recipients: ['one'], errorCode: 'EXPIRED' })).toEqual(['older']);
    expect(await list({ recipients: ['one'], from: noon(2) })).toEqual(['newer']);
    expect(await list({ recipients: ['other'] })).toEqual([]);
  });

  test('they are of one channel, also with a failure', async () => {
    const of = { ...scope, applicationId: 'channels' };
    const messages = [messageOf({ channel: 'sms' })];
    await put({ ...of, _id: 'mail', failures: ['EXPIRED@'] });
    await put({ ...of, _id: 'text', failures: ['EXPIRED@'], messages });
    await put({ ...of, _id: 'sent', messages });
    expect(await list({ scope: of, channel: 'sms', errorCode: 'EXPIRED' })).toEqual(['text']);
    expect((await list({ scope: of, channel: 'sms' })).sort()).toEqual(['sent', 'text']);
    expect(await list({ scope: of, channel: 'push' })).toEqual([]);
  });

  test('they find what failed by provider, by code, and by both', async () => {
    expect(await list({ errorCode: 'HARD_BOUNCE' })).toEqual(['b', 'a']);
    expect(await list({ provider: 'ses' })).toEqual(['b']);
    expect(await list({ provider: 'smtp', errorCode: 'HARD_BOUNCE' })).toEqual(['a']);
  });

  test('a line has nothing of what a notification says', async () => {
    const message = messageOf({ provider: 'smtp', attempts: [attemptOf({ mayHaveSent: true })] });
    const { _id } = await put({ applicationId: 'line', retryOf: 'o', retriedAs: 'r', messages: [message] });
    const [line] = await db.store.operators.list({ scope: { ...scope, applicationId: 'line' }, limit: 1 });
    expect(line).toEqual({
      ...{ _id, event: 'welcome', status: 'failed', startedAt: noon(), completedAt: noon(5) },
      ...{ contactId: 'contact', retryOf: 'o', retriedAs: 'r' },
      contact: { email: 'ada@example.org', name: 'Ada' },
      messages: [
        {
          ...{
            channel: 'email',
            status: 'queued',
            address: 'ada@example.org',
            provider: 'smtp',
            error: null,
          },
          attempts: [
            {
              ...{ at: noon(), provider: 'smtp', providerId: 'account' },
              ...{ outcome: 'sent', code: null, mayHaveSent: true },
            },
          ],
        },
      ],
    });
  });
});

test('the notifications of some recipients are given newest first, of one event or of all, in a time', async () => {
  for (const [_id, recipient, ms, event] of [
    ['r1', 'ada', 1, 'code'],
    ['r2', 'eve', 2, 'welcome'],
    ['r3', 'ada', 3, 'welcome'],
    ['r4', 'bob', 3, 'welcome'],
    ['r5', 'eve', 4, 'welcome'],
  ] as const)
    await put({ _id, recipient, event, startedAt: noon(ms) });
  const of = async (over: Partial<RecipientQuery> = {}) => {
    const query = { recipients: ['ada', 'eve'], from: noon(), limit: 10, ...over };
    return (await db.store.operators.ofRecipients(query)).map(({ _id }) => _id);
  };
  expect(await of()).toEqual(['r5', 'r3', 'r2', 'r1']);
  expect(await of({ limit: 2 })).toEqual(['r5', 'r3']);
  expect(await of({ event: 'welcome' })).toEqual(['r5', 'r3', 'r2']);
  expect(await of({ from: noon(2), to: noon(4) })).toEqual(['r3', 'r2']);
  await put({ _id: 'r0', recipient: 'ada', event: 'code', startedAt: noon(1) });
  expect(await of({ recipients: ['ada'], event: 'code' })).toEqual(['r1', 'r0']);
});

test('the open notifications of an event are counted in their application and environment', async () => {
  const scope = { applicationId: 'counted', environment: 'production' } as const;
  for (const status of ['running', 'waiting', 'completed', 'failed', 'stopped'] as const)
    await put({ ...scope, status });
  await put({ ...scope, status: 'running', event: 'code' });
  await put({ ...scope, status: 'running', environment: 'sandbox' });
  expect(await db.store.operators.countOpen(scope, 'welcome')).toBe(2);
});
