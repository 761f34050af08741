import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createResolver, type ResolveAll } from '../../../net/resolver/resolver';
import { lookupsOf } from '../../../net/resolver/owner';
import { createSystemFiles } from '../../../net/resolver/system-files';
import { type DnsServer, startDnsServer } from '../../support/dns-server';
import { eventually } from '../../support/eventually';

let dns: DnsServer;
let resolve: ResolveAll;
beforeEach(async () => {
  dns = await startDnsServer();
  resolve = createResolver({ servers: [dns.address], files: await filesOf('127.0.0.1 localhost\n', '') });
});
afterEach(() => dns.stop());

const folders: string[] = [];
afterAll(() => Promise.all(folders.map((folder) => rm(folder, { recursive: true }))));

async function filesOf(hosts: string, resolvConf: string) {
  const folder = await mkdtemp(path.join(tmpdir(), 'resolver-'));
  folders.push(folder);
  await writeFile(path.join(folder, 'hosts'), hosts);
  await writeFile(path.join(folder, 'resolv.conf'), resolvConf);
  return createSystemFiles(path.join(folder, 'hosts'), path.join(folder, 'resolv.conf'));
}

const withSystem = async (hosts: string, resolvConf: string): Promise<ResolveAll> =>
  createResolver({ servers: [dns.address], files: await filesOf(hosts, resolvConf) });
const addressesOf = async (name: string, by = resolve) => (await by(name)).map(({ address }) => address);
const questionsFor = (name: string) => dns.asked.filter((question) => question.endsWith(` ${name}`));
/** Runs into the time limit of its look-up. */
const hangs = (name: string, withinMs?: number) =>
  expect(resolve(name, withinMs)).rejects.toMatchObject({ code: 'EAI_AGAIN' });

describe('what DNS answers', () => {
  it('is the addresses of both families, IPv4 first', async () => {
    dns.zone = { 'AAAA two.example': ['2001:db8::1'], 'A two.example': ['192.0.2.1', '192.0.2.2'] };
    expect(await resolve('TWO.example')).toEqual([
      { address: '192.0.2.1', family: 4 },
      { address: '192.0.2.2', family: 4 },
      { address: '2001:db8::1', family: 6 },
    ]);
  });

  it('may come through a chain of CNAMEs', async () => {
    dns.zone = { 'A shop.example': ['cdn.example > edge.example > 192.0.2.7'] };
    expect(await addressesOf('shop.example')).toEqual(['192.0.2.7']);
  });

  it.each([
    ['a name that does not exist', {}, 'ENOTFOUND'],
    ['a name without an address', { 'TXT odd.example': ['hello'] }, 'ENOTFOUND'],
    ['a chain of CNAMEs without an address', { '* odd.example': ['cdn.example >'] }, 'ENOTFOUND'],
    ['SERVFAIL', { '* odd.example': 'fail' }, 'EAI_AGAIN'],
    [
      'SERVFAIL for one family and nothing for the other',
      { 'A odd.example': 'fail', 'AAAA odd.example': [] },
      'EAI_AGAIN',
    ],
    ['no answer', { '* odd.example': 'drop' }, 'EAI_AGAIN'],
  ] as const)('%s has a code of its own', async (_what, zone, code) => {
    dns.zone = { ...zone } as DnsServer['zone'];
    // Time for an answer, where there is one; else the time is part of the test.
    const withinMs = code === 'ENOTFOUND' ? 30_000 : 1_500;
    await expect(resolve('odd.example', withinMs)).rejects.toMatchObject({ code });
  });

  it.each(['A', 'AAAA'])('is used soon without the other family if %s is never answered', async (type) => {
    const [other, address] = type === 'A' ? ['AAAA', '2001:db8::1'] : ['A', '192.0.2.1'];
    dns.zone = { [`${type} half.example`]: 'drop', [`${other} half.example`]: [address] };
    await eventually('it soon, on a machine that is not busy', async () => {
      const begun = performance.now();
      expect(await addressesOf('half.example')).toEqual([address]);
      return performance.now() - begun < 3_500;
    });
  });

  it.each(['127.1', '0x7f000001', '2130706433', '1.2.3.4.5', ''])(
    'is not asked for %j, which some systems read as an address',
    async (name) => {
      dns.zone = { [`* ${name}`]: ['127.0.0.1'] };
      await expect(resolve(name)).rejects.toMatchObject({ code: 'ENOTFOUND' });
      expect(dns.asked).toEqual([]);
    },
  );
});

describe('the cache', () => {
  beforeEach(() => {
    dns.zone = { 'A kept.example': ['192.0.2.1'] };
  });

  it('keeps an answer as long as its TTL', async () => {
    dns.ttl = 5;
    await resolve('kept.example');
    dns.zone = { 'A kept.example': ['192.0.2.2'] };
    expect(await addressesOf('kept.example')).toEqual(['192.0.2.1']);
    await eventually('the new address', async () => (await addressesOf('kept.example'))[0] === '192.0.2.2');
  });

  it('keeps nothing with the TTL 0, and no failure', async () => {
    await resolve('kept.example');
    dns.zone = {};
    await expect(resolve('kept.example')).rejects.toMatchObject({ code: 'ENOTFOUND' });
    dns.zone = { 'A kept.example': ['192.0.2.3'] };
    expect(await addressesOf('kept.example')).toEqual(['192.0.2.3']);
  });
});

describe('a name whose DNS does not answer', () => {
  beforeEach(() => {
    dns.zone = { '* stuck.example': 'drop', 'A quick.example': ['192.0.2.1'] };
  });

  it('delays no other name, however many callers it has', async () => {
    // A machine that stands still lets all end at once.
    await eventually('an answer before the look-ups that hang', async () => {
      let left = 0;
      const stuck = Array.from({ length: 100 }, async (_none, index) => {
        left += 1;
        await hangs(`host${index}.stuck.example`, 4_000);
        left -= 1;
      });
      const quick = await lookupsOf('another application', () => addressesOf('quick.example'));
      expect(quick).toEqual(['192.0.2.1']);
      const all = left;
      await Promise.all(stuck);
      return all === 100;
    });
  });

  it('is asked for once for all callers', async () => {
    const callers = ['a', 'b', 'c'].flatMap((owner) =>
      Array.from({ length: 10 }, () => lookupsOf(owner, () => hangs('stuck.example', 900))),
    );
    await Promise.all(callers);
    // Two, or four if the machine is so slow that they were repeated.
    expect(questionsFor('stuck.example').length).toBeLessThanOrEqual(4);
  });

  it('is not asked for any more after the last caller left', async () => {
    await hangs('stuck.example', 200);
    const before = questionsFor('stuck.example').length;
    // A look-up that went on would repeat its question after a second.
    await hangs('later.stuck.example', 2_500);
    await eventually('its repeat', () => questionsFor('later.stuck.example').length > 2);
    expect(questionsFor('stuck.example')).toHaveLength(before);
  });

  it('takes at most the share of its application, and the rest of that wait in line', async () => {
    const names = Array.from({ length: 30 }, (_none, index) => `host${index}.stuck.example`);
    // On a machine that stands still the first ones end, and the next ones have their places.
    const asked = await eventually('questions while all of them hang', async () => {
      dns.asked = [];
      let left = names.length;
      const all = names.map((name) => lookupsOf('hostile', () => hangs(name, 3_000)).then(() => (left -= 1)));
      await lookupsOf('hostile', () => hangs('quick.example', 200));
      await lookupsOf('another', () => resolve('quick.example'));
      const questions = new Set(dns.asked.filter((question) => question.includes('stuck')));
      const isWhole = left === names.length;
      await Promise.all(all);
      return isWhole && questions;
    });
    expect(asked.size).toBe(16);
  });

  it('leaves its places to others when its time is over', async () => {
    const all = Array.from({ length: 8 }, (_none, index) =>
      lookupsOf('hostile', () => hangs(`host${index}.stuck.example`, 300)),
    );
    expect(await lookupsOf('hostile', () => addressesOf('quick.example'))).toEqual(['192.0.2.1']);
    await Promise.all(all);
  });
});

describe('the files of the system', () => {
  it('go before DNS, and have no port to be asked at', async () => {
    dns.zone = { 'A db.example': ['192.0.2.1'] };
    const by = await withSystem('10.0.0.5  DB.example db # ours\n::1 six.example\n', '');
    expect(await addressesOf('db.example', by)).toEqual(['10.0.0.5']);
    expect(await addressesOf('db', by)).toEqual(['10.0.0.5']);
    expect(await addressesOf('six.example', by)).toEqual(['::1']);
    expect(dns.asked).toEqual([]);
  });

  it('are not needed for localhost (RFC 6761)', async () => {
    const by = await withSystem('', '');
    expect(await addressesOf('localhost', by)).toEqual(['127.0.0.1', '::1']);
    expect(await addressesOf('api.localhost.', by)).toEqual(['127.0.0.1', '::1']);
    expect(dns.asked).toEqual([]);
  });

  it('complete a short name, as resolv.conf says', async () => {
    dns.zone = {
      'A relay.mail.cluster': ['10.0.0.1'],
      'A relay.mail': ['192.0.2.1'],
      'A relay.': ['192.0.2.9'],
    };
    const search = await withSystem('', 'search none.cluster cluster\noptions edns0 ndots:5\n');
    expect(await addressesOf('relay.mail', search)).toEqual(['10.0.0.1']);
    expect(questionsFor('relay.mail')).toEqual([]);
    expect(await addressesOf('relay.mail.', search)).toEqual(['192.0.2.1']);
    const dotted = await withSystem('', 'search cluster\n');
    expect(await addressesOf('relay.mail', dotted)).toEqual(['192.0.2.1']);
  });

  it('may name a search domain that fails', async () => {
    dns.zone = { '* broken': 'fail', 'A relay.cluster': ['10.0.0.1'] };
    const by = await withSystem('', 'search broken cluster\n');
    expect(await addressesOf('relay', by)).toEqual(['10.0.0.1']);
    await expect(resolve('relay.broken')).rejects.toMatchObject({ code: 'EAI_AGAIN' });
    await expect(by('other')).rejects.toMatchObject({ code: 'EAI_AGAIN' });
  });
});
