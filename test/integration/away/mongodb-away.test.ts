import { makeToken } from '../../../core/preferences/token';
import { createVault } from '../../../core/shared/vault';
import { makeLinkKey } from '../../../store/preferences/link-key';
import { SETTINGS } from '../../support/settings';
import { eventually } from '../../support/eventually';
import { newAddress, untilEnded } from '../../support/journey';
import { type OwnMongo, startOwnMongo } from '../../support/own-mongo';
import { readinessOf } from '../../support/metrics-page';
import { type Stack, startStack } from '../../support/stack';

let stack: Stack;
let mongo: OwnMongo;
beforeAll(async () => {
  mongo = await startOwnMongo();
  stack = await startStack({ mongodbUri: mongo.uri });
});
afterAll(async () => {
  await stack.stop();
  await mongo.remove();
});

/** Asks for a change of preferences in each way: the API, a mail program, and a browser that shows the page. */
async function askForPreferences() {
  const { production, store, applicationId } = stack;
  const to = newAddress();
  const { body } = await production.post<{ contact: { uuid: string } }>('/v1/contacts', { email: to });
  const vault = createVault([Buffer.from(SETTINGS.ENCRYPTION_KEY, 'base64')]);
  const key = await makeLinkKey({ store, vault }, { _id: applicationId });
  const token = makeToken(key!, applicationId, {
    ...{ environment: 'production', contactId: body.contact.uuid, channel: 'email', category: null },
    notificationId: '00000000-0000-4000-8000-000000000000',
  });
  const path = `/v1/contacts/${to}/preferences`;
  const page = `${production.baseUrl}/preferences`;
  return {
    patch: () => production.request('PATCH', path, { channels: { sms: false } }),
    oneClick: () =>
      fetch(`${page}/unsubscribe/${token}`, {
        ...{ method: 'POST', body: new URLSearchParams({ 'List-Unsubscribe': 'One-Click' }) },
      }),
    view: () => fetch(`${page}/${token}`, { headers: { 'accept-language': 'de' } }),
    entries: async () =>
      (await production.get<{ preferences: { entries: object[] } }>(path)).body.preferences.entries,
  };
}

test('ERROR-4, OUTAGE-1, HEALTH-1: with MongoDB away requests are 503, an outcome already answered is not lost, and all goes on after', async () => {
  let release = (): void => undefined;
  const held = new Promise<void>((resolve) => (release = resolve));
  let begun = 0;
  stack.smtp.answer = async () => {
    begun += 1;
    await held;
    return null;
  };
  const addresses = Array.from({ length: 5 }, newAddress);
  const ids = await Promise.all(addresses.map((to) => stack.production.send('welcome', { to })));
  await eventually('the sends to be with the provider', () => begun === 5);

  const preferences = await askForPreferences();

  await mongo.stop();
  release(); // The provider accepts while nobody can write it down.
  const refused = await stack.production.post('/v1/send/welcome', { to: newAddress() });
  expect(refused).toMatchObject({ status: 503, body: { code: 'UNAVAILABLE', error: expect.any(String) } });
  expect(refused.headers.get('retry-after')).toMatch(/^\d+$/);
  // The provider calls again by itself.
  const callback = await fetch(`${stack.production.baseUrl}/receipts/postmark/x`, { method: 'POST' });
  expect(callback.status).toBe(503);
  expect(callback.headers.get('retry-after')).toMatch(/^\d+$/);
  // A mail program asks again by itself too, and a person reads that it does not work at the moment.
  for (const ask of [preferences.patch, preferences.oneClick, preferences.view]) {
    const { status, headers } = await ask();
    expect([status, headers.get('retry-after')]).toEqual([503, expect.stringMatching(/^\d+$/)]);
  }
  const words = /<html lang="de".*<h1>Das geht im Moment nicht/s;
  await expect((await preferences.view()).text()).resolves.toMatch(words);
  expect((await stack.production.get('/readyz')).status).toBe(503);
  await eventually('the worker to say so', async () => (await readinessOf(stack.worker)).status === 503);
  expect((await readinessOf(stack.worker)).roles.worker).toMatchObject({ mongodb: false, temporal: true });

  await mongo.startAgain();
  for (const id of ids) {
    expect(await untilEnded(stack.production, id)).toMatchObject({ status: 'completed' });
  }
  await eventually('the worker to be ready', async () => (await readinessOf(stack.worker)).status === 200);
  expect(await preferences.entries()).toEqual([]);
  expect([(await preferences.patch()).status, (await preferences.oneClick()).status]).toEqual([200, 200]);
  expect(await preferences.entries()).toMatchObject([{ by: 'api' }, { by: 'one_click' }]);
  for (const to of addresses) expect(stack.smtp.mailsTo(to)).toHaveLength(1);
  await eventually('sends to be accepted again', async () => {
    return (await stack.production.post('/v1/send/welcome', { to: newAddress() })).status === 200;
  });
});
