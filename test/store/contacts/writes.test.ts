import { randomUUID } from 'node:crypto';
import { listKey } from '../../../core/contacts/search';
import { EMPTY_FIELDS, MAX_PUSH_TOKENS } from '../../../core/contacts/fields';
import type { Contact } from '../../../store/contacts/model';
import { ownDatabase } from '../database';
import { noon, SCOPE } from '../documents';
import { meanwhile } from '../meanwhile';

const contactOf = (over: Partial<Contact> = {}): Contact => {
  const _id = randomUUID();
  return {
    ...{ ...EMPTY_FIELDS, _id, ...SCOPE, identifiers: [`uuid:${_id}`], listKeys: [] },
    ...{ name: 'Ada', meta: '{}', revision: 3 },
    ...{ createdAt: noon(), updatedAt: noon() },
    ...over,
  };
};
const db = ownDatabase({ bystanders: { Contact: contactOf() }, indexesOf: ['Contact'] });
const put = async (over: Partial<Contact> = {}): Promise<Contact> => {
  const contact = contactOf(over);
  expect(await db.store.contacts.insert(contact)).toBe(true);
  return contact;
};
const stored = (id: string) => db.store.contacts.get(id);
const tokenOf = (token: string) => ({ token, key: `push:${token}` });
const erased = () => put({ erasingSince: noon() });

test('a contact of an earlier release, which stored fewer fields, has all of them', async () => {
  const contact = await put();
  await db
    .model('Contact')
    .collection.updateOne({ _id: contact._id as never }, { $unset: { username: 1, phones: 1 } });
  expect(await stored(contact._id)).toEqual({ ...contact, username: null, phones: [] });
});

describe('reserved metadata that an earlier release stored', () => {
  const NONE = { language: null, timezone: null, telegram: null, discord: null };
  const BESIDE = { ...NONE, timezone: 'UTC', telegram: '1' };

  test.each([
    ['beside `meta`', BESIDE, '{"a":1}', BESIDE, '{"a":1,"timezone":"UTC","telegram":"1"}'],
    ['in `meta`', NONE, '{"telegram":4711}', { ...NONE, telegram: '4711' }, '{"telegram":4711}'],
    [
      'in both',
      BESIDE,
      '{"timezone":"Asia/Tokyo"}',
      { ...BESIDE, timezone: 'Asia/Tokyo' },
      '{"timezone":"Asia/Tokyo","telegram":"1"}',
    ],
    ['in `meta` and not valid', NONE, '{"timezone":"CEST?"}', NONE, '{"timezone":"CEST?"}'],
    [
      'in both, in `meta` not valid',
      { ...NONE, timezone: 'UTC' },
      '{"timezone":5}',
      { ...NONE, timezone: 'UTC' },
      '{"timezone":5}',
    ],
    ['nowhere', NONE, '{"a":"timezone"}', NONE, '{"a":"timezone"}'],
  ])('is read from one place: %s', async (_where, beside, meta, read, shown) => {
    const token = randomUUID();
    const contact = await put({ ...beside, meta, pushTokens: [token] });
    const expected = { ...contact, ...read, meta: shown };
    expect(await stored(contact._id)).toEqual(expected);
    expect(await db.store.contacts.findByKeys(contact.identifiers)).toEqual([expected]);
    const removed = await db.store.contacts.removePushToken(contact._id, tokenOf(token));
    expect(removed).toMatchObject({ ...read, meta: shown });
  });
});

describe('replacing a contact', () => {
  test('it is replaced at the revision that was read, which counts up', async () => {
    const [contact, other] = [await put(), await put()];
    expect(await db.store.contacts.replace({ ...contact, name: 'Grace' })).toBe(true);
    expect(await stored(contact._id)).toEqual({ ...contact, name: 'Grace', revision: 4 });
    expect(await stored(other._id)).toEqual(other);
  });

  test('of two who have read the same one replaces it', async () => {
    const contact = await put();
    await db.store.contacts.replace({ ...contact, name: 'Grace' });
    expect(await db.store.contacts.replace({ ...contact, name: 'Late' })).toBe(false);
    expect(await stored(contact._id)).toMatchObject({ name: 'Grace', revision: 4 });
  });

  test("a key that is already someone's keeps both as they are", async () => {
    const [contact, other] = [await put(), await put()];
    expect(await db.store.contacts.replace({ ...contact, identifiers: other.identifiers })).toBe(false);
    expect(await db.store.contacts.insert(contactOf({ identifiers: other.identifiers }))).toBe(false);
    expect(await stored(contact._id)).toEqual(contact);
    expect(await stored(other._id)).toEqual(other);
  });

  test('an error that says nothing of a key is not swallowed', async () => {
    const contact = await put();
    const away = () => Promise.reject(new Error('away'));
    const model = db.model<Contact>('Contact');
    meanwhile(model, ['before', 'bulkWrite'], away);
    await expect(db.store.contacts.replace(contact)).rejects.toThrow('away');
    meanwhile(model, ['before', 'insertMany'], away);
    await expect(db.store.contacts.insert(contactOf())).rejects.toThrow('away');
  });

  test('of many at once all come back to be planned again if some had moved, and the others are replaced', async () => {
    const contacts = await Promise.all(Array.from({ length: 45 }, () => put()));
    const moved = contacts.filter((_, index) => index % 20 === 3);
    await Promise.all(moved.map((contact) => db.store.contacts.replace(contact)));
    const failed = await db.store.contacts.replaceAll(contacts.map((one) => ({ ...one, name: 'Grace' })));
    expect(failed).toEqual(contacts.map(({ _id }) => _id));
    for (const { _id } of moved) expect(await stored(_id)).toMatchObject({ name: 'Ada' });
    const [first, last] = [contacts[0], contacts.at(-1)];
    expect(await stored(first?._id ?? '')).toMatchObject({ name: 'Grace' });
    expect(await stored(last?._id ?? '')).toMatchObject({ name: 'Grace' });
  });

  test("of many inserted at once those that met someone's key come back", async () => {
    const [other, free] = [await put(), contactOf()];
    const taken = contactOf({ identifiers: other.identifiers });
    expect(await db.store.contacts.insertAll([taken, free])).toEqual([taken._id]);
    expect(await stored(free._id)).toEqual(free);
    expect(await db.store.contacts.insertAll([])).toEqual([]);
  });
});

describe('looking up by keys', () => {
  test('the contacts that own any of them are found', async () => {
    const contacts = [await put(), await put(), await put()];
    const keys = contacts.slice(0, 2).flatMap(({ identifiers }) => identifiers);
    const found = await db.store.contacts.findByKeys([...keys, 'uuid:nobody']);
    expect(found.map(({ _id }) => _id).sort()).toEqual(
      contacts
        .slice(0, 2)
        .map(({ _id }) => _id)
        .sort(),
    );
  });
});

describe('looking up by the beginning of an id, and page by page', () => {
  test('those whose id begins so are found, as many as are asked for', async () => {
    const start = randomUUID().slice(0, 8);
    const ids = ['0', '8', 'f'].map((digit) => `${start}-${digit}000-4000-8000-000000000000`);
    for (const _id of ids) await put({ _id });
    await put({ _id: randomUUID() });
    const found = async (limit: number) =>
      (await db.store.contacts.startingWith(start, limit)).map(({ _id }) => _id).sort();
    expect(await found(10)).toEqual(ids);
    expect(await found(2)).toHaveLength(2);
    expect(await db.store.contacts.startingWith(`${start}-8`, 10)).toEqual([await stored(ids[1]!)]);
  });

  test('a page has those of its scope that are not erased, and how many there are', async () => {
    const scope = { ...SCOPE, applicationId: 'listed' };
    const listed = { ...scope, listKeys: [listKey(scope)] };
    const [first, second] = [await put(listed), await put({ ...listed, createdAt: noon(1) })];
    await put({ ...scope, erasingSince: noon() });
    await put({
      ...scope,
      environment: 'sandbox',
      listKeys: [listKey({ ...scope, environment: 'sandbox' })],
    });
    const page = await db.store.contacts.list({ scope, search: '', limit: 1, offset: 0 });
    expect(page).toEqual({ contacts: [await stored(second._id)], total: 2 });
    const next = await db.store.contacts.list({ scope, search: '', limit: 1, offset: 1 });
    expect(next).toEqual({ contacts: [await stored(first._id)], total: 2 });
  });
});

describe('adding a push token', () => {
  const add = (id: string, token: string) =>
    db.store.contacts.addPushToken(id, { ...tokenOf(token), at: noon(2) });

  test('it is the last one, and identifies the contact', async () => {
    const contact = await put({ pushTokens: ['old'] });
    const started = Date.now();
    const added = await add(contact._id, 'new');
    expect(added).toEqual({
      ...contact,
      pushTokens: ['old', 'new'],
      pushTokenTimes: [{ token: 'new', at: noon(2) }],
      identifiers: [...contact.identifiers, 'push:new'],
      revision: 4,
      updatedAt: expect.any(Date),
    });
    expect(added?.updatedAt.getTime()).toBeGreaterThanOrEqual(started);
    expect(await stored(contact._id)).toEqual(added);
  });

  test('concurrent ones all land', async () => {
    const { _id } = await put();
    await Promise.all(['a1', 'a2', 'a3'].map((token) => add(_id, token)));
    expect((await stored(_id))?.pushTokens.sort()).toEqual(['a1', 'a2', 'a3']);
  });

  test('a token that identifies another contact goes on doing so', async () => {
    const [first, second] = [await put(), await put()];
    await add(first._id, 'shared');
    expect(await add(second._id, 'shared')).toMatchObject({
      pushTokens: ['shared'],
      identifiers: second.identifiers,
    });
  });

  test('one that the contact has is not added again', async () => {
    const contact = await put({ pushTokens: ['same'] });
    expect(await add(contact._id, 'same')).toBeNull();
    expect(await stored(contact._id)).toEqual(contact);
  });

  test(`a contact has ${MAX_PUSH_TOKENS} at most`, async () => {
    const pushTokens = Array.from({ length: MAX_PUSH_TOKENS - 1 }, (_, at) => `full-${at}`);
    const { _id } = await put({ pushTokens });
    expect((await add(_id, 'last'))?.pushTokens).toHaveLength(MAX_PUSH_TOKENS);
    expect(await add(_id, 'one more')).toBeNull();
  });

  test('a contact that is erased, or gone, gets none', async () => {
    const contact = await erased();
    expect(await add(contact._id, 'late')).toBeNull();
    expect(await stored(contact._id)).toEqual(contact);
    expect(await add('nobody', 'late')).toBeNull();
  });

  test('an error that says nothing of a key is not swallowed', async () => {
    const { _id } = await put();
    meanwhile(db.model<Contact>('Contact'), ['before', 'findOneAndUpdate'], () =>
      Promise.reject(new Error('away')),
    );
    await expect(add(_id, 'lost')).rejects.toThrow('away');
  });
});

describe('removing push tokens', () => {
  const remove = (id: string, token: string) => db.store.contacts.removePushToken(id, tokenOf(token));

  test('it goes with its key and time, whatever else is there stays', async () => {
    const contact = await put({
      pushTokens: ['r1', 'r2', 'r3'],
      identifiers: ['uuid:r', 'push:r1', 'push:r2', 'push:r3'],
      pushTokenTimes: ['r1', 'r3'].map((token) => ({ token, at: noon() })),
    });
    const other = await put({ pushTokens: ['r1'] });
    const started = Date.now();
    const removed = await remove(contact._id, 'r1');
    expect(removed).toEqual({
      ...contact,
      ...{ pushTokens: ['r2', 'r3'], identifiers: ['uuid:r', 'push:r2', 'push:r3'], revision: 4 },
      ...{ pushTokenTimes: [{ token: 'r3', at: noon() }], updatedAt: expect.any(Date) },
    });
    expect(removed?.updatedAt.getTime()).toBeGreaterThanOrEqual(started);
    expect(await stored(contact._id)).toEqual(removed);
    expect(await stored(other._id)).toEqual(other);
  });

  test('of a contact that does not have it nothing changes', async () => {
    const contact = await put({ pushTokens: ['kept'] });
    expect(await remove(contact._id, 'gone')).toBeNull();
    expect(await stored(contact._id)).toEqual(contact);
  });

  test('of a contact that is erased nothing changes', async () => {
    const contact = await put({ erasingSince: noon(), pushTokens: ['left'] });
    expect(await remove(contact._id, 'left')).toBeNull();
    expect(await stored(contact._id)).toEqual(contact);
  });
});

describe('a push token that its provider reports as gone', () => {
  const forget = (id: string, registeredAt: Date | null) =>
    db.store.contacts.forgetPushToken(id, { ...tokenOf('t'), registeredAt });
  const owning = (at?: Date) =>
    put({
      pushTokens: ['t', 'u'],
      ...(at && { pushTokenTimes: ['u', 't'].map((token) => ({ token, at })) }),
    });

  test.each([[noon()], [undefined]])(
    'is removed if its registration (%p) is the one that was read',
    async (at) => {
      const { _id } = await owning(at);
      expect(await forget(_id, at ?? null)).toBe(true);
      expect(await stored(_id)).toMatchObject({ pushTokens: ['u'], revision: 4 });
    },
  );

  test.each([[noon()], [undefined]])(
    'is kept if it was registered again since it was read (%p)',
    async (at) => {
      const { _id } = await owning(at);
      expect(await db.store.contacts.renewPushToken(_id, 't', noon(1))).toBe(true);
      const renewed = await stored(_id);
      expect(renewed?.pushTokenTimes).toContainEqual({ token: 't', at: noon(1) });
      expect(renewed?.pushTokenTimes).toHaveLength(at ? 2 : 1);
      expect(renewed?.revision).toBe(4);
      expect(await forget(_id, at ?? null)).toBe(false);
      expect(await stored(_id)).toEqual(renewed);
    },
  );

  test('is kept if it was removed and added again', async () => {
    const { _id } = await owning(noon());
    await db.store.contacts.removePushToken(_id, tokenOf('t'));
    expect(await db.store.contacts.renewPushToken(_id, 't', noon(1))).toBe(false);
    await db.store.contacts.addPushToken(_id, { ...tokenOf('t'), at: noon(1) });
    expect(await forget(_id, noon())).toBe(false);
    expect((await stored(_id))?.pushTokens).toEqual(['u', 't']);
  });

  test('of a contact that is erased does not come back', async () => {
    const { _id } = await put({ erasingSince: noon(), pushTokens: ['t'] });
    expect(await db.store.contacts.renewPushToken(_id, 't', noon())).toBe(false);
    expect(await forget(_id, null)).toBe(false);
  });
});

describe('erasing a contact', () => {
  test('everything of the person goes and the keys are free, once', async () => {
    const contact = await put({
      ...{ emails: ['a@b.c'], phones: ['+1'], externalId: 'e', avatar: 'a', username: 'u', slack: 's' },
      ...{ telegram: 't', discord: 'd', pushTokens: ['p'], language: 'en', timezone: 'UTC', meta: '{"a":1}' },
      listKeys: ['key'],
      pushTokenTimes: [{ token: 'p', at: noon() }],
    });
    const other = await put();
    expect(await db.store.contacts.tombstone(contact._id, noon(9))).toBe(true);
    const tombstone = {
      ...EMPTY_FIELDS,
      ...{ _id: contact._id, ...SCOPE, identifiers: [`erased:${contact._id}`], erasingSince: noon(9) },
      ...{ emails: [], phones: [], name: null, externalId: null, avatar: null, username: null, slack: null },
      ...{ telegram: null, discord: null, pushTokens: [], language: null, timezone: null, meta: '{}' },
      ...{ listKeys: [], revision: 4, createdAt: noon(), updatedAt: noon() },
    };
    expect(await stored(contact._id)).toEqual(tombstone);
    expect(await db.store.contacts.tombstone(contact._id, noon(10))).toBe(false);
    expect(await stored(contact._id)).toEqual(tombstone);
    expect(await stored(other._id)).toEqual(other);
  });

  test('erasures that began before a time are found, and end with the document', async () => {
    const [early, late] = [await put({ erasingSince: noon(-9) }), await put({ erasingSince: noon(-5) })];
    const found = await db.store.contacts.erasing(noon(-5), 10);
    expect(found).toEqual([{ _id: early._id, erasingSince: early.erasingSince }]);
    expect(await db.store.contacts.erasing(noon(-4), 1)).toHaveLength(1);
    await db.store.contacts.postponeErasure({ _id: late._id, erasingSince: noon(-6) }, noon(9));
    expect(await stored(late._id)).toEqual(late);
    await db.store.contacts.postponeErasure({ _id: late._id, erasingSince: noon(-5) }, noon(9));
    expect(await stored(late._id)).toEqual({ ...late, erasingSince: noon(9) });
    await db.store.contacts.remove(early._id);
    expect(await stored(early._id)).toBeNull();
  });
});
