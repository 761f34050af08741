import { BlockList, isIP } from 'node:net';
import fc from 'fast-check';
import { isAllowedAddress } from '../../../net/address-policy';
import { checkUrlShape } from '../../../net/url-safety';
import { clientOf, maskedAddress } from '../../../core/access/client-address';
import { parseSubnets } from '../../../core/access/subnets';
import { changedText, repeated, text } from '../grammar';
import { fuzzTarget, promise } from '../target';

/** Networks that nobody reaches from outside, as Node reads them. */
const PRIVATE = { ipv4: new BlockList(), ipv6: new BlockList() };
for (const [network, bits] of [
  ...([
    ['0.0.0.0', 8],
    ['10.0.0.0', 8],
    ['100.64.0.0', 10],
    ['127.0.0.0', 8],
    ['169.254.0.0', 16],
  ] as const),
  ...([
    ['172.16.0.0', 12],
    ['192.0.0.0', 24],
    ['192.168.0.0', 16],
    ['198.18.0.0', 15],
    ['224.0.0.0', 3],
  ] as const),
])
  PRIVATE.ipv4.addSubnet(network, bits, 'ipv4');
for (const [network, bits] of [
  ['::', 3],
  ['4000::', 2],
  ['8000::', 1],
  ['2002::', 16],
  ['2001::', 32],
  ['2001:db8::', 32],
] as const)
  PRIVATE.ipv6.addSubnet(network, bits, 'ipv6');

const MAPPED = /^::ffff:(?:(\d+\.\d+\.\d+\.\d+)|([\da-f]{1,4}):([\da-f]{1,4}))$/i;
/** Returns an address in the form of the WHATWG parser; null if it is none. */
function canonical(address: string): { address: string; family: 'ipv4' | 'ipv6' } | null {
  if (isIP(address) === 4) return { address, family: 'ipv4' };
  if (isIP(address) !== 6 || address.includes('%')) return null;
  const [, four, high, low] = MAPPED.exec(address) ?? [];
  const bytes = Buffer.from(`${high?.padStart(4, '0')}${low?.padStart(4, '0')}`, 'hex');
  const dotted = four ?? (high === undefined ? undefined : bytes.join('.'));
  return dotted === undefined ? { address, family: 'ipv6' } : { address: dotted, family: 'ipv4' };
}

const octet = fc.oneof(fc.constantFrom(0, 1, 10, 127, 169, 172, 192, 198, 224, 254, 255), fc.nat(255));
const number = fc
  .tuple(octet, fc.constantFrom(10, 8, 16))
  .map(([value, base]) => (base === 10 ? '' : base === 8 ? '0' : '0x') + value.toString(base));
const ipv4 = fc.oneof(
  fc.tuple(octet, octet, octet, octet).map((parts) => parts.join('.')),
  fc.array(number, { minLength: 1, maxLength: 5 }).map((parts) => parts.join('.')),
  fc.nat(0xffffffff).map(String),
);
const ipv6 = fc.oneof(
  fc.ipV6(),
  fc.ipV4().map((address) => `::ffff:${address}`),
  fc
    .tuple(
      fc.constantFrom('64:ff9b::', '2002:', '::', 'fe80::', 'fd00::', '2001:0:', 'ff02::'),
      fc.stringMatching(/^[0-9a-f]{1,4}$/),
    )
    .map((parts) => parts.join('')),
);
const host = fc.oneof(
  ipv4,
  ipv6.map((address) => `[${address}]`),
  fc.constantFrom(
    'localhost',
    'LOCALHOST.',
    'a.local',
    'b.internal.',
    'example.com',
    'ⓛocalhost',
    '127。0。0。1',
    '①②⑦.⓪.⓪.①',
    '%6c%6fcalhost',
    'xn--',
  ),
  text,
);
const SOURCES = [
  'https://example.com/hook',
  'https://user:pass@example.com:8443/a?b#c',
  'https://127.0.0.1/',
  'http://localhost/',
];
const pieces = fc.oneof(
  host,
  fc.constantFrom('@', ':', '/', '\\', '#', '?', '\t', '\n', '.', '%', 'https:', ':0', ':65536'),
);

const policy = { development: false };

/** A URL that is accepted leads to a public host over HTTPS, without a login; an address is judged as Node's BlockList does. */
export const webhookUrls = fuzzTarget<string>({
  name: 'webhook-urls',
  // Hosts of thousands of characters are normalized (UTS 46).
  msPer10kB: 200,
  arbitrary: fc.oneof(
    fc
      .tuple(
        fc.constantFrom('https://', 'https:', 'HTTPS:\\\\', 'http://', '//'),
        host,
        fc.constantFrom('', '/', '/x', ':8443/', '?'),
      )
      .map((parts) => parts.join('')),
    changedText(SOURCES, pieces),
    ipv4,
    ipv6,
    repeated(fc.oneof(pieces, text), 20_000),
  ),
  check(input) {
    maskedAddress(input);
    clientOf(input);
    parseSubnets(`${input}/8,${input}`);
    const read = canonical(input);
    if (read && isAllowedAddress(input, policy))
      promise(!PRIVATE[read.family].check(read.address, read.family), `${input} is allowed`);
    const shape = checkUrlShape(input, policy);
    if (!shape.ok) return promise(shape.reason.length < 3000, 'a reason without an end');
    const { url } = shape;
    promise(
      url.protocol === 'https:' && url.username === '' && url.password === '',
      () => `accepted ${url.href}`,
    );
    const bare = url.hostname.replace(/^\[|\]$/g, '').replace(/\.+$/, '');
    promise(!/(^|\.)(localhost|local|internal)$/.test(bare), () => `accepted ${bare}`);
    const address = canonical(bare);
    if (address)
      promise(!PRIVATE[address.family].check(address.address, address.family), () => `accepted ${bare}`);
  },
});
