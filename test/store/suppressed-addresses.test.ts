import { randomBytes, randomUUID } from 'node:crypto';
import { openText, sealedFor } from '../../core/shared/at-rest';
import { suppressionId } from '../../core/receipts/suppression';
import { createVault } from '../../core/shared/vault';
import type { Application } from '../../store/accounts/applications';
import { type AddressOf, suppress, suppressedAmong, suppressionOf } from '../../store/suppressions/suppress';
import { ownDatabase } from './database';
import { noon } from './documents';

const db = ownDatabase({ bystanders: { Application: { name: 'bystander' } } });
const application = async (): Promise<string> => {
  const _id = randomUUID();
  const fresh = {
    subscription: 'active',
    monthlyQuota: 1,
    dailyQuota: null,
    otpDomain: null,
    ownerEmail: null,
  } as const;
  await db.store.applications.insert({
    ...{ _id, name: _id, ...fresh, from: null, brand: {}, senders: [], createdAt: noon() },
  } satisfies Application);
  return _id;
};
const vault = createVault([randomBytes(32)]);
const deps = () => ({ store: db.store, vault });
const keyOf = async (id: string) => ({
  suppressionKey: (await db.store.applications.get(id))?.suppressionKey,
});
const addressOf = (applicationId: string, over: Partial<AddressOf> = {}): AddressOf => ({
  scope: { applicationId, environment: 'production' },
  channel: 'email',
  address: 'ada@example.org',
  ...over,
});
const why = { reason: 'hard_bounce', detail: '550', notificationId: 'n', contactId: 'c' } as const;

describe('suppressing an address', () => {
  test('the first one gives the application a key of 32 bytes, by which the address is known', async () => {
    const id = await application();
    const started = Date.now();
    const made = await suppress(deps(), addressOf(id), why);
    const atRest = (await keyOf(id)).suppressionKey;
    expect(atRest).toEqual({ sealed: expect.stringMatching(/^v1\./) });
    const suppressionKey = openText(vault, atRest ?? '', sealedFor.suppressionKey(id));
    expect(Buffer.from(suppressionKey, 'base64')).toHaveLength(32);
    const { scope, channel, address } = addressOf(id);
    const suppression = {
      _id: suppressionId(scope, suppressionKey, { channel: 'email', address }),
      ...{ applicationId: id, environment: 'production', channel, address, ...why },
      createdAt: expect.any(Date),
      at: expect.any(Date),
    };
    expect(made).toEqual({ isNew: true, suppression });
    expect(made?.suppression.createdAt.getTime()).toBeGreaterThanOrEqual(started);
    expect(await db.store.suppressions.get(suppression._id)).toEqual(made?.suppression);
  });

  test('one that is suppressed already stays as it is', async () => {
    const id = await application();
    const first = await suppress(deps(), addressOf(id), why);
    const again = await suppress(deps(), addressOf(id), { ...why, reason: 'complaint' });
    expect(again).toMatchObject({ isNew: false, suppression: { _id: first?.suppression._id } });
    expect(await db.store.suppressions.get(first?.suppression._id ?? '')).toEqual(first?.suppression);
  });

  test('an application that is gone suppresses nothing', async () => {
    expect(await suppress(deps(), addressOf('nobody'), why)).toBeNull();
  });
});

describe('looking addresses up', () => {
  const setUp = async () => {
    const id = await application();
    await suppress(deps(), addressOf(id), why);
    await suppress(deps(), addressOf(id, { channel: 'sms', address: '+15005550009' }), why);
    return id;
  };

  test('several at once: those that are suppressed, on their channel', async () => {
    const id = await setUp();
    const asked = [
      addressOf(id),
      addressOf(id),
      addressOf(id, { address: 'grace@example.org' }),
      addressOf(id, { channel: 'sms', address: '+15005550009' }),
      addressOf(id, { channel: 'whatsapp', address: '+15005550009' }),
    ];
    const isSuppressed = await suppressedAmong(deps(), await keyOf(id), asked);
    expect(isSuppressed('email', 'ada@example.org')).toBe(true);
    expect(isSuppressed('sms', '+15005550009')).toBe(true);
    expect(isSuppressed('email', 'grace@example.org')).toBe(false);
    expect(isSuppressed('whatsapp', '+15005550009')).toBe(false);
  });

  test('an application that never suppressed one, and nothing to look up, cost no query', async () => {
    const id = await setUp();
    const among = jest.spyOn(db.store.suppressions, 'among');
    const get = jest.spyOn(db.store.suppressions, 'get');
    expect((await suppressedAmong(deps(), {}, [addressOf(id)]))('email', 'ada@example.org')).toBe(false);
    expect((await suppressedAmong(deps(), await keyOf(id), []))('email', 'ada@example.org')).toBe(false);
    expect(await suppressionOf(deps(), { suppressionKey: null }, addressOf(id))).toBeNull();
    expect(among).not.toHaveBeenCalled();
    expect(get).not.toHaveBeenCalled();
    jest.restoreAllMocks();
  });

  test('one: its suppression, or null', async () => {
    const id = await setUp();
    const key = await keyOf(id);
    expect(await suppressionOf(deps(), key, addressOf(id))).toMatchObject({
      address: 'ada@example.org',
      ...why,
    });
    expect(await suppressionOf(deps(), key, addressOf(id, { address: 'grace@example.org' }))).toBeNull();
    const other = { suppressionKey: randomBytes(32).toString('base64') };
    expect(await suppressionOf(deps(), other, addressOf(id))).toBeNull();
  });
});
