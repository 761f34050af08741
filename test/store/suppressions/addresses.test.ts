import { randomBytes, randomUUID } from 'node:crypto';
import { openText, sealedFor } from '../../../core/shared/at-rest';
import { suppressionId } from '../../../core/receipts/suppression';
import { createVault } from '../../../core/shared/vault';
import type { Application } from '../../../store/accounts/applications';
import {
  type AddressOf,
  suppress,
  suppressedAmong,
  suppressionOf,
} from '../../../store/suppressions/suppress';
import { ownDatabase } from '../database';
import { noon } from '../documents';

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
const why = { reason: 'hard_bounce', detail: '550 no', notificationId: 'n-17', contactId: 'c' } as const;
const details = { detail: why.detail, notificationId: why.notificationId };

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
    const { reason, contactId } = why;
    const suppression = {
      _id: suppressionId(scope, suppressionKey, { channel: 'email', address }),
      ...{ applicationId: id, environment: 'production', channel, address, contactId },
      ...{ reason, ...details },
      reasons: { [reason]: { ...details, at: expect.any(Date), since: expect.any(Date) } },
      createdAt: expect.any(Date),
      at: expect.any(Date),
    };
    expect(made).toEqual({ isNew: true, id: suppression._id });
    const stored = await db.store.suppressions.get([suppression._id]);
    expect(stored).toEqual(suppression);
    expect(stored?.createdAt.getTime()).toBeGreaterThanOrEqual(started);
  });

  test('one that has the reason already stays as it is, and another reason is added', async () => {
    const id = await application();
    const at = new Date();
    const first = await suppress(deps(), addressOf(id), { ...why, at });
    const read = () => db.store.suppressions.get([first?.id ?? '']);
    const before = await read();
    const again = await suppress(deps(), addressOf(id), { ...why, detail: 'in other words', at });
    expect(again).toEqual({ isNew: false, id: first?.id });
    expect(await read()).toEqual(before);
    const other = await suppress(deps(), addressOf(id), { ...why, reason: 'complaint' });
    expect(other).toEqual({ isNew: true, id: first?.id });
    expect(await read()).toMatchObject({
      reason: 'hard_bounce',
      reasons: { hard_bounce: details, complaint: details },
    });
  });

  test('several reasons that are added at once are all kept', async () => {
    const id = await application();
    await suppress(deps(), addressOf(id), why);
    const reasons = ['complaint', 'opt_out', 'manual'] as const;
    await Promise.all(reasons.map((reason) => suppress(deps(), addressOf(id), { ...why, reason })));
    const found = await suppressionOf(deps(), await keyOf(id), addressOf(id));
    expect(Object.keys(found?.reasons ?? {}).sort()).toEqual([
      'complaint',
      'hard_bounce',
      'manual',
      'opt_out',
    ]);
  });

  test('ERASURE-8: an erasure keeps the reasons and their times, and nothing else', async () => {
    const id = await application();
    const made = await suppress(deps(), addressOf(id), why);
    await suppress(deps(), addressOf(id), { ...why, reason: 'manual' });
    await db.store.suppressions.forget({ contactId: 'c' });
    await suppress(deps(), addressOf(id), { ...why, reason: 'complaint' });
    const stored = await db.model('Suppression').findById(made?.id).lean();
    const texts = [why.detail, why.notificationId, why.contactId, 'ada@example.org'].map((one) => `"${one}"`);
    for (const text of texts) expect(JSON.stringify(stored)).not.toContain(text);
    const forgotten = { detail: null, notificationId: null };
    expect(await db.store.suppressions.get([made?.id ?? ''])).toMatchObject({
      address: null,
      reasons: { hard_bounce: forgotten, manual: forgotten, complaint: forgotten },
    });
  });

  test('a number is one number in each form, and what an older release stored under another form counts', async () => {
    const id = await application();
    const sms = { channel: 'sms' } as const;
    const [canonical, other] = [
      addressOf(id, { ...sms, address: '+525512345678' }),
      addressOf(id, { ...sms, address: '+5215512345678' }),
    ];
    await suppress(deps(), other, { ...why, reason: 'opt_out' });
    const key = await keyOf(id);
    expect(await suppressionOf(deps(), key, canonical)).toMatchObject({ reason: 'opt_out' });
    const isSuppressed = await suppressedAmong(deps(), key, [canonical, other]);
    expect([isSuppressed('sms', canonical.address), isSuppressed('sms', other.address)]).toEqual([
      true,
      true,
    ]);
    const { scope } = other;
    const old = suppressionId(
      scope,
      openText(vault, key.suppressionKey ?? '', sealedFor.suppressionKey(id)),
      {
        ...sms,
        address: other.address,
      },
    );
    await db.model('Suppression').collection.insertOne({
      ...{ _id: old, applicationId: id, environment: 'production', channel: 'sms', address: other.address },
      ...{ reason: 'manual', detail: null, notificationId: null, contactId: null, createdAt: noon() },
    } as never);
    expect(Object.keys((await suppressionOf(deps(), key, canonical))?.reasons ?? {}).sort()).toEqual([
      'manual',
      'opt_out',
    ]);
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
