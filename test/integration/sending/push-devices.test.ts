import { contactKey } from '../../../core/contacts/keys';
import { createVault } from '../../../core/shared/vault';
import { newId } from '../../../core/shared/ids';
import { connectStore } from '../../../store/connection';
import { eventually } from '../../support/eventually';
import { type ExpoServer, startExpoServer, ticketError } from '../../support/providers/expo-server';
import { fcmError, type FcmServer, startFcmServer } from '../../support/providers/fcm-server';
import { SETTINGS } from '../../support/settings';
import { type Stack, startStack } from '../../support/stack';

const EVENT = `
channels: [push]
retry_for: 1m
templates: { push: { en: { text: 'Hello {{name}}' } } }
`;
const ONCE = `${EVENT}delivery: at_most_once\n`;

let stack: Stack;
let fcm: FcmServer;
let expo: ExpoServer;
let count = 0;

beforeAll(async () => {
  [fcm, expo] = await Promise.all([startFcmServer(), startExpoServer()]);
  stack = await startStack({
    events: { 'hello.yaml': EVENT, 'once.yaml': ONCE },
  });
  const vault = createVault([Buffer.from(SETTINGS.ENCRYPTION_KEY, 'base64')]);
  await connect('fcm', { base_url: fcm.url }, { service_account: fcm.serviceAccount });
  await connect('expo', { base_url: expo.url }, {});

  async function connect(provider: string, settings: object, secrets: object): Promise<void> {
    const id = newId();
    const at = new Date();
    await stack.store.applications.addIntegration(stack.applicationId, {
      id,
      channel: 'push',
      provider,
      name: provider,
      priority: 0,
      settings: JSON.stringify(settings),
      sealed: vault.seal(JSON.stringify(secrets), id),
      createdAt: at,
      updatedAt: at,
    });
  }
});
afterAll(async () => {
  await Promise.all([stack?.stop(), fcm.close(), expo.close()]);
});
afterEach(() => {
  fcm.next.length = expo.next.length = 0;
  expect([...fcm.violations, ...expo.violations]).toEqual([]);
});

/** A recipient of its own with these devices; the tokens are made unique. */
const recipient = (...tokens: string[]) => {
  count += 1;
  return {
    external_id: `user-${count}`,
    push_tokens: tokens.map((token) => token.replace('N', String(count))),
  };
};

/** Sends and waits for the end and, as the outcome does not wait for the contact, until the contact has lost `gone`. */
async function sendTo(to: ReturnType<typeof recipient>, { event = 'hello', gone = [] as string[] } = {}) {
  const id = await stack.production.send(event, { to, payload: { name: 'Ada' } });
  const view = await eventually(`notification ${id} to end`, async () => {
    const found = await stack.production.notification(id);
    return found.completed_at !== null && found;
  });
  const notification = await stack.store.notifications.get(id);
  if (!notification) throw new Error('not found');
  const contact = await eventually(`the contact without ${gone.length} devices`, async () => {
    const found = await stack.store.contacts.get(notification.contactId ?? '');
    return !gone.some((token) => found?.pushTokens.includes(token)) && found;
  });
  return { view, message: notification.messages[0]!, contact };
}
const pushKeys = (identifiers: string[]) => identifiers.filter((key) => key.includes(':push:'));

test('of three devices one is gone: the message is sent, and the contact keeps the other two', async () => {
  const to = recipient('phone-N', 'ExponentPushToken[tablet-N]', 'old-phone-N');
  const [phone, tablet, old] = to.push_tokens as [string, string, string];
  fcm.next.push(({ body }) =>
    body.includes(old) ? fcmError(404, 'NOT_FOUND', 'UNREGISTERED') : { status: 200, body: { name: 'm' } },
  );
  fcm.next.push(fcm.next[0]!);
  const { view, message, contact } = await sendTo(to, { gone: [old] });
  expect(view).toMatchObject({
    status: 'completed',
    messages: [{ channel: 'push', status: 'sent', error: null }],
  });
  expect(message.attempts).toMatchObject([{ provider: 'fcm+expo', outcome: 'sent' }]);
  expect(message.attempts[0]?.response).toContain('2 of 3 devices: 404 UNREGISTERED');
  expect(contact.pushTokens).toEqual([phone, tablet]);
  expect(pushKeys(contact.identifiers)).toHaveLength(2);
  expect(pushKeys(contact.identifiers).some((key) => key.endsWith(old))).toBe(false);
  expect(expo.sent().at(-1)).toMatchObject({ to: tablet, body: 'Hello Ada' });

  // The next one is not sent there.
  const before = fcm.sent().length;
  await stack.production.send('hello', { to: { external_id: to.external_id }, payload: {} });
  await eventually('the next message', () => fcm.sent().length > before && expo.sent().length > 1);
  expect(fcm.sent().slice(before)).toMatchObject([{ message: { token: phone } }]);
});

test('DEVICE-7: a token that its app registers again while a push is under way is kept, though the push finds it gone', async () => {
  const to = recipient('phone-N', 'ExponentPushToken[tablet-N]');
  const [phone, tablet] = to.push_tokens as [string, string];
  fcm.next.push(async () => {
    const path = `/v1/contacts/${to.external_id}/push-tokens`;
    expect((await stack.production.post(path, { token: phone })).status).toBe(200);
    return fcmError(404, 'NOT_FOUND', 'UNREGISTERED');
  });
  expo.next.push(ticketError('DeviceNotRegistered'));
  const { view, contact } = await sendTo(to, { gone: [tablet] });
  expect(view).toMatchObject({ status: 'failed' });
  expect(contact.pushTokens).toEqual([phone]);
  expect(pushKeys(contact.identifiers)).toHaveLength(1);
});

test('when every device is gone the message has failed, and the contact has none left', async () => {
  fcm.next.push(fcmError(404, 'NOT_FOUND', 'UNREGISTERED'));
  expo.next.push(ticketError('DeviceNotRegistered'));
  const to = recipient('phone-N', 'ExponentPushToken[tablet-N]');
  const { view, contact } = await sendTo(to, { gone: to.push_tokens });
  expect(view).toMatchObject({ status: 'failed', messages: [{ status: 'failed' }] });
  expect(view.messages[0]?.error).toContain('INVALID_RECIPIENT');
  expect(contact.pushTokens).toEqual([]);
  expect(pushKeys(contact.identifiers)).toEqual([]);
  expect(contact.externalId).not.toBeNull();
});

test('a message that one device was too busy for is tried again, without the device that is gone', async () => {
  const before = fcm.sent().length;
  const expoBefore = expo.sent().length;
  fcm.next.push(fcmError(429, 'RESOURCE_EXHAUSTED', 'QUOTA_EXCEEDED', { headers: { 'retry-after': '1' } }));
  expo.next.push(ticketError('DeviceNotRegistered'));
  const to = recipient('phone-N', 'ExponentPushToken[tablet-N]');
  const { view, message, contact } = await sendTo(to, { gone: to.push_tokens.slice(1) });
  expect(view).toMatchObject({ status: 'completed', messages: [{ status: 'sent' }] });
  expect(message.attempts.map(({ outcome }) => outcome)).toEqual(['rate_limited', 'sent']);
  expect(contact.pushTokens).toEqual([to.push_tokens[0]]);
  expect(fcm.sent().length - before).toBe(2);
  expect(expo.sent().length - expoBefore).toBe(1);
});

test('a message that a device may have got is not repeated where the event says at most once', async () => {
  const before = fcm.sent().length;
  fcm.next.push('reset');
  expo.next.push({ status: 503 });
  const { view } = await sendTo(recipient('phone-N', 'ExponentPushToken[tablet-N]'), { event: 'once' });
  expect(view).toMatchObject({ status: 'failed' });
  expect(view.messages[0]?.error).toContain('OUTCOME_UNKNOWN');
  expect(fcm.sent().length - before).toBe(1);
});

test('an account that is refused is told to the operator, also when another device got the message', async () => {
  expo.next.push(ticketError('InvalidCredentials'));
  const { view } = await sendTo(recipient('phone-N', 'ExponentPushToken[tablet-N]'));
  expect(view).toMatchObject({ status: 'completed' });
  await eventually('the log', () =>
    stack.worker?.output().includes('the provider refuses the account of the integration'),
  );
});

test('where the contact cannot be written the outcome stands, and the log says so', async () => {
  const to = recipient('phone-N');
  const [token] = to.push_tokens as [string];
  const database = connectStore(stack.apiEnv.MONGODB_URI ?? '');
  await database.connected;
  fcm.next.push(async () => {
    // Tokens that are no list: the database refuses to take one from it.
    await database.mongoose
      .collection('contacts')
      .updateOne({ pushTokens: token }, { $set: { pushTokens: token } });
    return fcmError(404, 'NOT_FOUND', 'UNREGISTERED');
  });
  const { view, contact } = await sendTo(to);
  await database.close();
  expect(view).toMatchObject({ status: 'failed' });
  expect(view.messages[0]?.error).toContain('INVALID_RECIPIENT');
  expect(contact.pushTokens).toEqual(token);
  const output = await eventually('the log', () => {
    const text = stack.worker?.output() ?? '';
    return text.includes('could not be removed from their contact') && text;
  });
  expect(output).not.toContain(token);
});

test('tokens are taken from a contact that changes at the same time, and from no other', async () => {
  const to = recipient('a-N', 'b-N', 'c-N', 'shared-N');
  const [a, b, c, shared] = to.push_tokens as [string, string, string, string];
  const first = await sendTo(to);
  const other = await sendTo({ ...recipient(), push_tokens: [shared] });
  const { _id, applicationId, environment } = first.contact;
  const scope = { applicationId, environment };
  const remove = async (token: string) => {
    const key = contactKey(scope, { kind: 'push', value: token });
    return (await stack.store.contacts.removePushToken(_id, { token, key })) !== null;
  };
  const [one, two, three, patched] = await Promise.all([
    remove(a),
    remove(b),
    remove(shared),
    stack.production.request('PATCH', `/v1/contacts/${to.external_id}`, { name: 'Ada Lovelace' }),
  ]);
  expect([one, two, three, patched.status]).toEqual([true, true, true, 200]);
  expect(await remove(a)).toBe(false);
  const contact = await stack.store.contacts.get(_id);
  expect(contact).toMatchObject({ pushTokens: [c], name: 'Ada Lovelace' });
  expect(pushKeys(contact?.identifiers ?? [])).toHaveLength(1);
  expect((await stack.store.contacts.get(other.contact._id))?.pushTokens).toEqual([shared]);
});
