import { ownDatabase } from '../database';
import { inFlightOf, messageOf, notificationOf } from '../documents';

const db = ownDatabase({ bystanders: { Notification: notificationOf() } });
const mine = inFlightOf({ token: 'mine' });
const begin = (notificationId: string, message = messageOf()) =>
  db.store.claims.begin({ notificationId, claim: mine, attemptDeadlineMs: 0 }, message);

describe("the first attempt's message", () => {
  test.each(['running', 'waiting'] as const)(
    'it is added and claimed in one update of what is %s',
    async (status) => {
      const message = messageOf({ step: 'second' });
      const stored = notificationOf({ status });
      const id = await db.put(stored);
      const { startPending: _start, backlogOf: _backlog, ...rest } = stored;
      const begun = { ...rest, status: 'running', inFlight: mine, messages: [...stored.messages, message] };
      expect(await begin(id, message)).toEqual(begun);
      expect(await db.read(id)).toEqual(begun);
    },
  );

  test('it is added once', async () => {
    const stored = notificationOf();
    await db.put(stored);
    expect(await begin(stored._id, stored.messages[0])).toBeNull();
    expect(await db.read(stored._id)).toEqual(stored);
  });

  test.each([
    ['a send is in flight', { inFlight: inFlightOf() }],
    ['the notification is completed', { status: 'completed' as const }],
    ['the notification is stopped', { status: 'stopped' as const }],
    ['the notification is failed', { status: 'failed' as const }],
  ])('it is not added where %s', async (_, over) => {
    const stored = notificationOf(over);
    await db.put(stored);
    expect(await begin(stored._id)).toBeNull();
    expect(await db.read(stored._id)).toEqual(stored);
  });
});
