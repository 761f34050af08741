import { hashPassword, passwordMatches } from '../../../../api/http/access/password-hash';

/** RFC 7914, section 12: the third test vector. */
const OF_RFC = `scrypt:16384:8:1:${Buffer.from('SodiumChloride').toString('base64url')}:${Buffer.from(
  '7023bdcb3afd7348461c06cd81fd38ebfda8fbba904f8e3ea9b543f6545da1f2d5432955613f0fcf62d49705242a9af9e61e85dc0d651e40dfcf017b45575887',
  'hex',
).toString('base64url')}`;

test('a hash has its parameters and a salt of its own', async () => {
  const [one, other] = await Promise.all([hashPassword('ﬁne'), hashPassword('ﬁne')]);
  expect(one).toMatch(/^scrypt:32768:8:3:[\w-]{22}:[\w-]{43}$/);
  expect(other).not.toBe(one);
  expect(await passwordMatches('ﬁne', one)).toBe(true);
  // NFKC: another keyboard may write the same password in other characters.
  expect(await passwordMatches('fine', one)).toBe(true);
  expect(await passwordMatches('Fine', one)).toBe(false);
});

test('a hash with other parameters is checked with them', async () => {
  expect(await passwordMatches('pleaseletmein', OF_RFC)).toBe(true);
  expect(await passwordMatches('pleaseletmeout', OF_RFC)).toBe(false);
});

test('nobody has a password, and finding that out takes as long', async () => {
  const stored = await hashPassword('secret');
  const processorTime = async (hash: string | null): Promise<number> => {
    const before = process.cpuUsage();
    expect(await passwordMatches('other', hash)).toBe(false);
    const { user, system } = process.cpuUsage(before);
    return user + system;
  };
  const [ofNobody, ofSomebody] = [await processorTime(null), await processorTime(stored)];
  expect(ofNobody / ofSomebody).toBeGreaterThan(1 / 3);
  expect(ofNobody / ofSomebody).toBeLessThan(3);
});
