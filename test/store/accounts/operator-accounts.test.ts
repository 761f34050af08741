import { randomUUID } from 'node:crypto';
import type { OperatorAccount } from '../../../store/accounts/operator-accounts';
import type { Session } from '../../../store/accounts/sessions';
import { ownDatabase } from '../database';
import { noon } from '../documents';

const account = (over: Partial<OperatorAccount> = {}): OperatorAccount => ({
  _id: randomUUID(),
  email: `${randomUUID()}@example.org`,
  name: 'Ada',
  role: 'editor',
  passwordHash: null,
  linkHash: null,
  linkExpiresAt: null,
  oidcAccount: null,
  createdAt: noon(),
  lastUsedAt: null,
  ...over,
});
const session = (over: Partial<Session> = {}): Session => ({
  _id: randomUUID(),
  operatorId: 'ada',
  byLink: true,
  by: 'link',
  createdAt: noon(),
  expiresAt: noon(60_000),
  ...over,
});

const db = ownDatabase({
  bystanders: {
    OperatorAccount: account({ linkHash: 'of another', linkExpiresAt: noon(86_400_000) }),
    Session: session({ operatorId: 'another' }),
  },
  indexesOf: ['OperatorAccount'],
});
const accounts = () => db.store.operatorAccounts;
const sessions = () => db.store.sessions;
const put = async (over: Partial<OperatorAccount> = {}): Promise<OperatorAccount> => {
  const made = account(over);
  await accounts().insert(made);
  return made;
};
const begin = async (over: Partial<Session> = {}): Promise<Session> => {
  const made = session(over);
  await sessions().insert(made);
  return made;
};

describe('a link that signs in', () => {
  test('it works for one of two at once, and never again', async () => {
    const before = await put({ linkHash: randomUUID(), linkExpiresAt: noon(1) });
    const hash = before.linkHash!;
    const used = await Promise.all([accounts().useLink(hash, noon()), accounts().useLink(hash, noon())]);
    const without = { ...before, linkHash: null, linkExpiresAt: null };
    expect(used.filter((one) => one !== null)).toEqual([without]);
    expect(await accounts().useLink(hash, noon())).toBeNull();
    expect(await accounts().get(before._id)).toEqual(without);
  });

  test('it is over at its time', async () => {
    const before = await put({ linkHash: randomUUID(), linkExpiresAt: noon(1) });
    expect(await accounts().useLink(before.linkHash!, noon(1))).toBeNull();
    expect(await accounts().get(before._id)).toEqual(before);
  });

  test('a new one replaces it', async () => {
    const before = await put({ linkHash: randomUUID(), linkExpiresAt: noon(1) });
    const linkHash = randomUUID();
    const after = { ...before, linkHash, linkExpiresAt: noon(2) };
    expect(await accounts().setLink(before._id, linkHash, noon(2))).toEqual(after);
    expect(await accounts().useLink(before.linkHash!, noon())).toBeNull();
    expect(await accounts().get(before._id)).toEqual(after);
    expect(await accounts().setLink('nobody', linkHash, noon(2))).toBeNull();
  });
});

describe('an operator', () => {
  test('two cannot have one address, or one account at the OpenID provider', async () => {
    const { email, oidcAccount } = await put({ oidcAccount: randomUUID() });
    await expect(put({ email })).rejects.toMatchObject({ code: 11_000 });
    await expect(put({ oidcAccount })).rejects.toMatchObject({ code: 11_000 });
  });

  test('it is found by its address and by its account, and a change keeps the rest', async () => {
    const before = await put({ oidcAccount: randomUUID() });
    const after: OperatorAccount = { ...before, name: 'Countess', role: 'owner' };
    expect(await accounts().update(before._id, { name: 'Countess', role: 'owner' })).toEqual(after);
    expect(await accounts().ofEmail(before.email)).toEqual(after);
    expect(await accounts().ofOidcAccount(before.oidcAccount!)).toEqual(after);
    expect(await accounts().update('nobody', { name: 'Countess' })).toBeNull();
  });

  test('all of its access ends in one write, with what changes, and not if it was ended since it was read', async () => {
    const before = await put({ linkHash: randomUUID(), linkExpiresAt: noon(1), oidcAccount: randomUUID() });
    const { linkHash, oidcAccount } = before;
    const ended = await accounts().endAccess(before._id, {
      ...{ change: { passwordHash: 'hash', oidcAccount: null }, unlinked: oidcAccount, kept: 's' },
      known: before,
    });
    expect(ended).toEqual({
      ...before,
      ...{ passwordHash: 'hash', oidcAccount: null, linkHash: null, linkExpiresAt: null },
      ...{ accessEnds: 1, keptSession: 's', unlinkedAccounts: [oidcAccount] },
    });
    expect(await accounts().useLink(linkHash!, noon())).toBeNull();
    expect(await accounts().endAccess(before._id, { known: before })).toBeNull();
    expect(await accounts().get(before._id)).toEqual(ended);
    const again = await accounts().endAccess(before._id, { known: ended! });
    expect(again).toEqual({ ...ended, accessEnds: 2, keptSession: null });
    expect(await accounts().endAccess('nobody')).toBeNull();
  });

  test('one account is linked to it, unless its access was ended since it was read', async () => {
    const before = await put();
    const change = { role: 'owner' as const, oidcAccount: randomUUID() };
    const linked = { ...before, ...change };
    expect(await accounts().linkOidc(before, change)).toEqual(linked);
    expect(await accounts().linkOidc(before, change)).toEqual(linked);
    expect(await accounts().linkOidc(before, { ...change, oidcAccount: randomUUID() })).toBeNull();
    const ended = await accounts().endAccess(before._id, { change: { oidcAccount: null } });
    expect(await accounts().linkOidc(before, change)).toBeNull();
    expect(await accounts().get(before._id)).toEqual(ended);
    expect(await accounts().linkOidc(ended!, change)).toEqual({ ...ended, ...change });
  });

  test('its last use is noted, and it is removed once', async () => {
    const before = await put();
    await accounts().noteUse(before._id, noon(5));
    const used = { ...before, lastUsedAt: noon(5) };
    expect(await accounts().get(before._id)).toEqual(used);
    expect(await accounts().remove(before._id)).toEqual(used);
    expect(await accounts().remove(before._id)).toBeNull();
  });

  test('the list begins with the oldest', async () => {
    const [second, first] = [await put({ createdAt: noon(-1) }), await put({ createdAt: noon(-2) })];
    const [one, other] = await accounts().list();
    expect([one?._id, other?._id]).toEqual([first._id, second._id]);
  });
});

describe('a session', () => {
  test('its end is postponed', async () => {
    const before = await begin();
    await sessions().postpone(before._id, noon(90_000));
    expect(await sessions().get(before._id)).toEqual({ ...before, expiresAt: noon(90_000) });
  });

  test('one that was removed meanwhile stays removed', async () => {
    const { _id } = await begin();
    await sessions().remove(_id);
    await sessions().postpone(_id, noon(90_000));
    await sessions().useUpLink(_id);
    expect(await sessions().get(_id)).toBeNull();
  });

  test('it forgets that a link began it', async () => {
    const before = await begin();
    await sessions().useUpLink(before._id);
    expect(await sessions().get(before._id)).toEqual({ ...before, byLink: false });
  });

  test('all of one operator end, except the one that asked for it', async () => {
    const operatorId = randomUUID();
    const [one, other, third] = [
      await begin({ operatorId }),
      await begin({ operatorId }),
      await begin({ operatorId }),
    ];
    await sessions().removeOf(operatorId, other._id);
    expect(await Promise.all([one, other, third].map(({ _id }) => sessions().get(_id)))).toEqual([
      null,
      other,
      null,
    ]);
    await sessions().removeOf(operatorId, null);
    expect(await sessions().get(other._id)).toBeNull();
  });
});
