import fc from 'fast-check';
import { parseSubnets } from '../../../core/access/subnets';
import { isAllowedAddress } from '../../../net/address-policy';
import { LookupError } from '../../../net/resolver/lookup-error';
import { checkWebhookUrl } from '../../../net/url-safety';

const resolveTo =
  (...addresses: string[]) =>
  () =>
    Promise.resolve(addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })));
const failing = (code: 'ENOTFOUND' | 'EAI_AGAIN') => () =>
  Promise.reject(new LookupError(code, 'example.com'));
const unresolved = failing('ENOTFOUND');
const production = { development: false, resolve: resolveTo('93.184.215.14') };
const development = { development: true, resolve: resolveTo('93.184.215.14') };

describe('a webhook URL', () => {
  it.each([
    'https://example.com/hook',
    'https://example.com:8443/hook?a=b',
    'https://EXAMPLE.com./',
    'https://93.184.215.14/',
    'https://[2606:4700:4700::1111]/',
    'https://bücher.example/',
    'https://localhost.example.com/',
    'https://internal.example.com/',
  ])('is accepted: %s', async (url) => {
    expect(await checkWebhookUrl(url, production)).toMatchObject({ ok: true, url: new URL(url) });
  });

  it.each([
    ['', /absolute/],
    ['/hook', /absolute/],
    ['https://', /absolute/],
    ['https://1.2.3.4.5.6.7.8:99999/', /absolute/],
    [`https://example.com/${'x'.repeat(3_000)}`, /absolute/],
    ['http://example.com/', /https/],
    ['ftp://example.com/', /https/],
    ['javascript:alert(1)', /https/],
    ['file:///etc/passwd', /https/],
    ['https://user@example.com/', /credentials/],
    ['https://:secret@example.com/', /credentials/],
    ['https://user:pass@localhost/', /credentials/],
    ['http://user:pass@localhost/', /https/],
    ['https://localhost/', /reserved/],
    ['https://LOCALHOST./', /reserved/],
    ['https://api.localhost/', /reserved/],
    ['https://printer.local/', /reserved/],
    ['https://printer.local../', /reserved/],
    ['https://metadata.google.internal/', /reserved/],
    ['https://internal/', /reserved/],
    ['https://%6cocalhost/', /reserved/],
  ])('WEBHOOK-7: is refused: %s', async (url, reason) => {
    expect(await checkWebhookUrl(url, production)).toEqual({
      ok: false,
      reason: expect.stringMatching(reason),
    });
  });

  it.each([
    'https://127.0.0.1/',
    'https://127.1/',
    'https://2130706433/',
    'https://0x7f000001/',
    'https://0177.0.0.1/',
    'https://0x7f.0.0.0x1/',
    'https://127.0.0.1./',
    'https://１２７.０.０.１/',
    'https://0/',
    'https://10.1.2.3/',
    'https://172.31.255.255/',
    'https://192.168.0.1/',
    'https://169.254.169.254/latest/meta-data/',
    'https://168.63.129.16/',
    'https://100.100.100.200/',
    'https://192.0.0.192/',
    'https://198.18.0.1/',
    'https://224.0.0.1/',
    'https://255.255.255.255/',
    'https://[::]/',
    'https://[::1]/',
    'https://[::ffff:127.0.0.1]/',
    'https://[::ffff:a00:1]/',
    'https://[::127.0.0.1]/',
    'https://[64:ff9b::7f00:1]/',
    'https://[64:ff9b:1::a00:1]/',
    'https://[2002:7f00:1::]/',
    'https://[2001::1]/',
    'https://[2001:db8::1]/',
    'https://[fe80::1]/',
    'https://[fec0::1]/',
    'https://[fd00:ec2::254]/',
    'https://[ff02::1]/',
    'https://[100::1]/',
    'https://[5f00::1]/',
    'https://[4000::1]/',
  ])('WEBHOOK-7: is refused for its address: %s', async (url) => {
    expect(await checkWebhookUrl(url, production)).toEqual({
      ok: false,
      reason: expect.stringContaining('not public'),
    });
  });

  it('WEBHOOK-7: is refused when one of the addresses of its name is not public, without telling it', async () => {
    const check = await checkWebhookUrl('https://example.com/', {
      ...production,
      resolve: resolveTo('93.184.215.14', '10.9.8.7'),
    });
    expect(check).toEqual({ ok: false, reason: expect.stringContaining('not public') });
    expect(JSON.stringify(check)).not.toContain('10.9.8.7');
  });

  it('WEBHOOK-8: is accepted when its name has no address, and refused when DNS gives no answer', async () => {
    const check = (resolve: typeof unresolved) =>
      checkWebhookUrl('https://example.com/', { ...production, resolve });
    expect(await check(unresolved)).toMatchObject({ ok: true });
    expect(await check(failing('EAI_AGAIN'))).toEqual({
      ok: false,
      reason: expect.stringMatching(
        /^url cannot be checked: DNS gave no answer for example\.com\. .*try again/,
      ),
    });
  });

  it('has three seconds for its look-up', async () => {
    const given: (number | undefined)[] = [];
    const resolve = (_host: string, withinMs?: number) => {
      given.push(withinMs);
      return unresolved();
    };
    await checkWebhookUrl('https://example.com/', { ...production, resolve });
    expect(given).toEqual([3_000]);
  });
});

describe('development mode', () => {
  it.each([
    'http://example.com/',
    'http://127.0.0.1:9000/',
    'http://[::1]:9000/',
    'https://[::ffff:127.0.0.1]/',
  ])('WEBHOOK-9: allows %s', async (url) => {
    expect(await checkWebhookUrl(url, development)).toMatchObject({ ok: true });
  });

  it('allows localhost', async () => {
    const check = await checkWebhookUrl('http://localhost:9000/', {
      development: true,
      resolve: resolveTo('::1', '127.0.0.1'),
    });
    expect(check).toMatchObject({ ok: true });
  });

  it.each([
    'http://10.0.0.1/',
    'http://169.254.169.254/',
    'http://0.0.0.0/',
    'http://a.local/',
    'ftp://example.com/',
    'http://u:p@127.0.0.1/',
  ])('WEBHOOK-9: still refuses %s', async (url) => {
    expect(await checkWebhookUrl(url, development)).toMatchObject({ ok: false });
  });
});

describe('an address', () => {
  const octet = fc.integer({ min: 0, max: 255 });
  const privateAddress = fc.oneof(
    fc.tuple(fc.constant(10), octet, octet, octet),
    fc.tuple(fc.constant(127), octet, octet, octet),
    fc.tuple(fc.constant(192), fc.constant(168), octet, octet),
    fc.tuple(fc.constant(172), fc.integer({ min: 16, max: 31 }), octet, octet),
    fc.tuple(fc.constant(169), fc.constant(254), octet, octet),
  );

  it('that is not public is refused in every notation of it', async () => {
    await fc.assert(
      fc.asyncProperty(privateAddress, async ([a, b, c, d]) => {
        const number = ((a * 256 + b) * 256 + c) * 256 + d;
        const hex = number.toString(16).padStart(8, '0');
        const mapped = `${hex.slice(0, 4)}:${hex.slice(4)}`;
        const hosts = [
          `${a}.${b}.${c}.${d}`,
          `${number}`,
          `0x${hex}`,
          `0${number.toString(8)}`,
          `0${a.toString(8)}.${b}.${c * 256 + d}`,
          `${a}.0x${((b * 256 + c) * 256 + d).toString(16)}`,
          ...[`::ffff:${mapped}`, `::${mapped}`, `64:ff9b::${mapped}`, `2002:${mapped}::1`].map(
            (host) => `[${host}]`,
          ),
        ];
        for (const host of hosts) {
          expect([host, (await checkWebhookUrl(`https://${host}/`, production)).ok]).toEqual([host, false]);
        }
      }),
    );
  });

  it('in the deprecated form of IPv4 in IPv6 is refused', () => {
    expect(isAllowedAddress('::8.8.8.8', production)).toBe(false);
    expect(isAllowedAddress('::ffff:8.8.8.8', production)).toBe(true);
  });

  it('that is not one is refused', () => {
    expect(isAllowedAddress('example.com', { development: true })).toBe(false);
    expect(isAllowedAddress('', { development: true })).toBe(false);
  });
});

describe('networks that the operator allows', () => {
  const subnets = parseSubnets('10.20.0.0/16,fd00:1234::/32');
  const allowedSubnets = 'value' in subnets ? subnets.value : [];
  const check = (url: string, ...addresses: string[]) =>
    checkWebhookUrl(url, {
      development: false,
      allowedSubnets,
      resolve: addresses.length > 0 ? resolveTo(...addresses) : unresolved,
    });

  it.each([
    ['https://10.20.0.1/'],
    ['https://[fd00:1234::1]/'],
    ['https://[::ffff:10.20.0.1]/'],
    ['https://example.com/', '10.20.0.1'],
    ['https://hooks.internal/', '10.20.0.1', 'fd00:1234::7'],
    ['https://printer.local/', '10.20.255.255'],
    ['https://example.com/', '93.184.215.14'],
    ['https://hooks.internal/'],
  ])('allow %s where it leads to %s', async (url, ...addresses) => {
    expect(await check(url, ...addresses)).toMatchObject({ ok: true });
  });

  it.each([
    ['http://10.20.0.1/'],
    ['https://user@10.20.0.1/'],
    ['https://10.21.0.1/'],
    ['https://127.0.0.1/'],
    ['https://169.254.169.254/'],
    ['https://[64:ff9b::10.20.0.1]/'],
    ['https://[2002:0a14:0001::1]/'],
    ['https://[fd00:1235::1]/'],
    ['https://localhost/', '127.0.0.1'],
    ['https://metadata.google.internal/', '169.254.169.254'],
    ['https://hooks.internal/', '10.20.0.1', '10.21.0.1'],
  ])('do not allow %s where it leads to %s', async (url, ...addresses) => {
    expect(await check(url, ...addresses)).toMatchObject({ ok: false });
  });
});

describe('metadata services', () => {
  const subnets = parseSubnets(
    '169.254.0.0/16,168.63.0.0/16,100.64.0.0/10,192.0.0.0/24,fd00::/8,64:ff9b::/96',
  );
  const allowedSubnets = 'value' in subnets ? subnets.value : [];
  const isAllowed = (address: string) => isAllowedAddress(address, { development: true, allowedSubnets });

  it.each([
    '169.254.169.254',
    '::ffff:169.254.169.254',
    '64:ff9b::169.254.169.254',
    '169.254.170.2',
    '169.254.170.23',
    '168.63.129.16',
    '100.100.100.200',
    '192.0.0.192',
    'fd00:ec2::254',
    'FD00:0EC2:0:0:0:0:0:0254',
    'fd00:ec2::23',
    'fd20:ce::254',
  ])('are refused although their network is allowed: %s', (address) => {
    expect(isAllowed(address)).toBe(false);
  });

  it.each(['169.254.1.1', '100.64.0.1', 'fd00::1', '64:ff9b::10.0.0.1'])(
    'do not take the rest of their network with them: %s',
    (address) => {
      expect(isAllowed(address)).toBe(true);
    },
  );
});
