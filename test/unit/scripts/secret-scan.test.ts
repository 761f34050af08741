import { createHash } from 'node:crypto';
import { entropyOf, findSecrets, PATTERNS } from '../../../tools/scripts/secret-scan/find';

/** Text that looks random, the same in each run, and is in no file. */
const random = (length: number, alphabet = 'base64url'): string => {
  const bytes = createHash('sha512').update(`${length} ${alphabet}`).digest();
  const text = Buffer.concat([bytes, bytes]).toString('base64url').replace(/[-_]/g, 'x');
  return (alphabet === 'upper' ? text.toUpperCase().replace(/[^A-Z2-7]/g, 'Q') : text).slice(0, length);
};

const KEYS: [name: string, text: string][] = [
  ['AWS access key id', `AKIA${random(16, 'upper')}`],
  ['AWS secret access key', `aws_secret_access_key = ${random(40)}`],
  ['Slack token', `xoxb-123456789012-${random(24)}`],
  ['Slack webhook', `https://hooks.slack.com/services/T${random(8)}/B${random(8)}/${random(24)}`],
  ['Stripe key', `sk_live_${random(24)}`],
  ['webhook signing secret', `whsec_${random(43)}=`],
  ['private key', `-----BEGIN EC PRIVATE KEY-----\n${random(64)}\n`],
  ['API key of Heliograph', `live_${random(43)}`],
  ['API key of Heliograph', `test_${random(43)}`],
  ['admin key of Heliograph', `admin_${random(43)}`],
  ['npm token', `npm_${random(36)}`],
  ['GitHub token', `ghp_${random(36)}`],
  ['GitHub token', `github_pat_${random(70)}`],
  ['SendGrid key', `SG.${random(22)}.${random(43)}`],
  ['Google API key', `AIza${random(35)}`],
  ['Telegram bot token', `1234567890:AA${random(33)}`],
];

describe('the scan for keys', () => {
  it.each(KEYS)('finds: %s', (name, text) => {
    const found = findSecrets('a.ts', `first line\nconst key = "${text}";`);
    expect(found.map((one) => [one.name, one.line])).toEqual([[name, 2]]);
  });

  it('has a row for each pattern', () => {
    expect(new Set(KEYS.map(([name]) => name))).toEqual(new Set(PATTERNS.map(({ name }) => name)));
  });

  it.each([
    ['an example without entropy', `live_${'x'.repeat(43)}`],
    ['a name', 'sk_live_' + 'abababababababababab'],
    ['a longer word', `alive_${random(43)}`],
    ['a key that is cut short', `test_${random(20)}`],
    ['a public key', `-----BEGIN PUBLIC KEY-----\n${random(64)}\n`],
    ['a variable', 'aws_secret_access_key = process.env.KEY'],
  ])('leaves out %s', (_what, text) => {
    expect(findSecrets('a.ts', text)).toEqual([]);
  });

  it('measures entropy in bits a character', () => {
    expect([entropyOf('aaaa'), entropyOf('abab'), entropyOf('abcd')]).toEqual(
      [0, 1, 2].map((bits) => bits + 0),
    );
  });
});
