import { randomUUID } from 'node:crypto';
import { pino } from 'pino';
import { takePlaces } from '../../../activities/deliver/places';
import type { Ready } from '../../../activities/deliver/prepare';
import type { Sending } from '../../../activities/deliver/sending';
import type { Limit } from '../../../core/caps/limit';
import { type LimitOn, limitsOn } from '../../../core/caps/limits-on';
import { ownDatabase } from '../database';
import { messageOf, noon, notificationOf } from '../documents';

const HOUR = 3_600_000;
const db = ownDatabase();
const limit = (name: string): Limit => ({
  ...{ name, channel: 'email', most: 1, per: '24h', of: 'contact', timezone: 'UTC', over: 'digest' },
});
const limits: LimitOn[] = limitsOn({
  limits: [limit('first'), limit('second')],
  ...{ event: null, categories: [], channel: 'email' },
});

/** Attempts of messages of one contact, at times after noon. */
function attempts() {
  const contactId = randomUUID();
  const attempt = async (
    at: number,
    { id = randomUUID(), fold, on = limits }: { id?: string; fold?: string; on?: LimitOn[] } = {},
  ) => {
    const message = { ...messageOf({ id }), ...(fold !== undefined && { fold }) };
    const notification = { ...notificationOf({ _id: id, contactId }), digest: { of: id } };
    const store = { ...db.store, now: () => noon(at * HOUR) };
    const deps = { store, log: pino({ level: 'silent' }), fault: () => undefined };
    const sending = { deps, input: { step: 'send' }, notification, message };
    const ready = { limits: on, notification, address: 'ada@example.com', application: {} };
    return takePlaces(sending as unknown as Sending, ready as unknown as Ready);
  };
  return attempt;
}

test('CAP-10: a message that waits for a second limit takes no place from others in the limits that it leaves', async () => {
  const attempt = attempts();
  const [first, second] = limits as [LimitOn, LimitOn];
  const id = randomUUID();
  const folded = async (at: number, fold?: string): Promise<string> => {
    // Its digest is over: what was in it has joined the message.
    if (fold !== undefined) await db.store.folds.settle(fold, noon(at * HOUR));
    const result = await attempt(at, { id, ...(fold !== undefined && { fold }) });
    expect(result).toMatchObject({ kind: 'released' });
    return (result as { folded: { id: string } }).folded.id;
  };
  expect(await attempt(0, { on: [first] })).toMatchObject({ kind: 'taken' });
  expect(await attempt(12, { on: [second] })).toMatchObject({ kind: 'taken' });
  const one = await folded(13);
  // The first limit has its place for the message now, and the second one does not. So it waits for that.
  const other = await folded(24.5, one);
  expect(await attempt(25, { on: [first] })).toMatchObject({ kind: 'taken' });
  // Now the first one is full again, so that the place in the second one is free for others.
  await folded(36.5, other);
  expect(await attempt(37, { on: [second] })).toMatchObject({ kind: 'taken' });
});
