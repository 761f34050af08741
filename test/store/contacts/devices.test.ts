import { randomUUID } from 'node:crypto';
import { addressNow, forgetDevices } from '../../../activities/deliver/devices';
import type { ActivityDeps } from '../../../activities/deps';
import type { Sending } from '../../../activities/deliver/sending';
import { EMPTY_FIELDS } from '../../../core/contacts/fields';
import { contactKey } from '../../../core/contacts/keys';
import type { Contact } from '../../../store/contacts/model';
import type { Message, Notification } from '../../../store/notifications/model';
import { ownDatabase } from '../database';
import { SCOPE, attemptOf, messageOf, noon, notificationOf } from '../documents';

const db = ownDatabase();
const contactOf = (...pushTokens: string[]): Contact => {
  const _id = randomUUID();
  const identifiers = pushTokens.map((value) => contactKey(SCOPE, { kind: 'push', value }));
  return {
    ...{ ...EMPTY_FIELDS, _id, ...SCOPE, identifiers, listKeys: [], pushTokens },
    ...{ name: 'Ada', meta: '{}', revision: 3 },
    ...{ createdAt: noon(), updatedAt: noon() },
  };
};
const push = (over: Partial<Message> = {}) => messageOf({ channel: 'push', address: 'a\nb', ...over });
const retried = { attempts: [attemptOf({ outcome: 'rate_limited' })] };

test.each([
  ['a first attempt leaves out what the contact has lost while it waited', push(), ['b', 'c'], 'b'],
  ['a repeat leaves out what the contact has lost', push(retried), ['b', 'c'], 'b'],
  ['what nobody has any more has no address', push(), ['c'], null],
  ['what the contact still has goes where it was accepted for', push(), ['a', 'b'], 'a\nb'],
  ['another channel keeps its address', messageOf({ channel: 'sms', address: 'a\nb' }), [], 'a\nb'],
  ['what could not be routed has none', push({ address: null }), ['a'], null],
])('DEVICE-6: %s', async (_name, message, tokens, expected) => {
  const notification = notificationOf({ messages: [message] });
  const of = { deps: { store: db.store } as ActivityDeps, notification, message };
  expect(await addressNow(of, contactOf(...tokens))).toBe(expected);
});

test('a token that another contact has now is kept only if the send named it', async () => {
  const other = `other-${randomUUID()}`;
  expect(await db.store.contacts.insert(contactOf(other))).toBe(true);
  const message = push({ address: `a\n${other}` });
  const addressIn = (to: Notification['to']) => {
    const notification = notificationOf({ messages: [message], to });
    return addressNow({ deps: { store: db.store } as ActivityDeps, notification, message }, contactOf());
  };
  expect(await addressIn({ push: `a\n${other}` })).toBe(other);
  expect(await addressIn({})).toBeNull();
});

test.each([
  ['before the provider found it gone', new Date(1000), new Date(1000), true],
  ['after that', new Date(1001), new Date(1000), false],
  ['at some time, and the provider names none', new Date(1001), undefined, true],
  ['by an earlier release, which kept no time', undefined, new Date(1000), true],
])('DEVICE-7: a token that was registered %s is removed or kept', async (_name, at, since, isRemoved) => {
  const token = randomUUID();
  const contact = { ...contactOf(token), ...(at && { pushTokenTimes: [{ token, at }] }) };
  expect(await db.store.contacts.insert(contact)).toBe(true);
  const message = push();
  const sending = {
    deps: { store: db.store },
    notification: notificationOf({ messages: [message] }),
    message,
  };
  await forgetDevices(sending as Sending, contact, [{ token, ...(since && { since }) }]);
  expect((await db.store.contacts.get(contact._id))?.pushTokens).toEqual(isRemoved ? [] : [token]);
});
