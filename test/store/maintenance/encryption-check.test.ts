import pino from 'pino';
import { createVault } from '../../../core/shared/vault';
import { createEncryptionCheck } from '../../../process/encryption-check';
import { ownDatabase } from '../database';

const db = ownDatabase();
const KEYS = [1, 2, 3].map((byte) => Buffer.alloc(32, byte));
/** The check of a process with some of the keys. */
const checkWith = (...keys: number[]) =>
  createEncryptionCheck({
    ...{ store: db.store, log: pino({ enabled: false }) },
    vault: createVault(keys.map((key) => KEYS[key]!)),
  });
afterEach(async () => void (await db.model('EncryptionCheck').deleteMany({})));

describe('the check of ENCRYPTION_KEY', () => {
  test('is right for all processes that start at once, and then wrong for another key or none', async () => {
    const first = Array.from({ length: 8 }, () => checkWith(0));
    expect(first[0]?.state()).toBe('unchecked');
    await Promise.all(first.map((one) => one.begin(AbortSignal.timeout(60_000))));
    expect(first.map((one) => one.state())).toEqual(first.map(() => 'right'));
    expect(await checkWith(1).check()).toBe('changed');
    expect(await checkWith().check()).toBe('changed');
    expect(await checkWith(0).check()).toBe('right');
  });

  test('seals nothing with a wrong key, except to accept it', async () => {
    await checkWith(0).check();
    const wrong = checkWith(1);
    await wrong.check();
    expect(() => wrong.vault.seal('secret', 'of')).toThrow('ENCRYPTION_KEY is not the key');
    expect(wrong.health()).toEqual({ encryption_key: false });
    await wrong.accept();
    expect(wrong.health()).toEqual({});
    expect(wrong.vault.open(wrong.vault.seal('secret', 'of'), 'of')).toBe('secret');
  });

  test('of two keys at once, the key of the first process is right', async () => {
    const states = await Promise.all([checkWith(0), checkWith(1)].map((one) => one.check()));
    expect(states.sort()).toEqual(['changed', 'right']);
  });

  test('is right without a key, until a process has one', async () => {
    expect(await checkWith().check()).toBe('right');
    expect(await checkWith(2).check()).toBe('right');
    expect(await checkWith().check()).toBe('changed');
  });

  test('is right during a rotation, and after it without the old key', async () => {
    await checkWith(0).check();
    const rotating = checkWith(1, 0);
    expect(await rotating.check()).toBe('right');
    expect(await checkWith(0).check()).toBe('right');
    await rotating.accept();
    expect(
      await Promise.all([checkWith(1), checkWith(1, 0), checkWith(0)].map((one) => one.check())),
    ).toEqual([...['right', 'right', 'changed']]);
  });
});
