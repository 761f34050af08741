import fc from 'fast-check';
import { ConfigError, describeSettings, loadConfig } from '../../../process/config';
import { repeated, text } from '../grammar';
import { fuzzTarget, promise, unlessThrown } from '../target';

const NAMES = describeSettings().map(({ name }) => name);
const value = fc.oneof(
  fc.constantFrom(
    ...[
      '',
      '0',
      '1',
      '-1',
      '3000',
      '65536',
      '1e3',
      '0x10',
      'true',
      'TRUE',
      'yes',
      'production',
      'development',
      'api',
      'api,api',
    ],
    ...[
      'mongodb://localhost',
      'mongodb://a:b@[::1]/x?y=z',
      'https://example.com',
      'http://',
      'https://[',
      'localhost:7233',
      ':1',
      '[::1]:99999',
    ],
    ...[
      '10.0.0.0/8',
      '10.0.0.0/33',
      '::/0',
      '0.0.0.0/0',
      '::ffff:1.2.3.4/128',
      '1.1.1.1,[::1]:53',
      'a@b.co',
      'Shop <a@b.co>',
      'admin:x,owner:y',
    ],
    ...[
      'Zm9v',
      `${Buffer.alloc(32, 1).toString('base64')}`,
      `${Buffer.alloc(32, 200).toString('base64')},`,
      'k:v',
      '{}',
      '[',
      'P1D',
    ],
  ),
  text.filter((one) => !one.includes('\0')),
  fc
    .tuple(fc.double({ noNaN: false }), fc.constantFrom('', ' ', 's', 'kB'))
    .map(([number, unit]) => `${number}${unit}`),
  repeated(fc.constantFrom('1,', '10.0.0.0/8,', 'a', ' ', '1.', ':', 'a:b,'), 20_000),
);
const SECRET = /(?:_KEY|_KEYS|_SECRET|_PASSWORD|_TOKEN)$/;

/** Any environment is a configuration or a ConfigError that names each setting, and quotes no secret. */
export const settings = fuzzTarget<[name: string, value: string][]>({
  name: 'settings',
  arbitrary: fc.array(
    fc.tuple(
      fc.oneof(
        { weight: 8, arbitrary: fc.constantFrom(...NAMES) },
        fc.constantFrom(...NAMES).map((name) => `${name}_FILE`),
        fc.constantFrom('__proto__', 'constructor', 'PATH'),
      ),
      value,
    ),
    { maxLength: 8 },
  ),
  // It runs once, at the start of a process.
  msPer10kB: 250,
  check(made) {
    // A message may have an example in it, and a secret is not to be mistaken for that.
    const entries = made.map(([name, given]) => [name, SECRET.test(name) ? `k3y${given}` : given] as const);
    // A name of a file that no machine has.
    const env = Object.fromEntries(
      entries.map(([name, given]) => [
        name,
        name.endsWith('_FILE') && given ? '/nonexistent/setting' : given,
      ]),
    );
    let message = '';
    unlessThrown(() => {
      try {
        loadConfig(env);
      } catch (error) {
        message = String((error as Error).message);
        throw error;
      }
    }, ConfigError);
    promise(message.length < 100_000, () => `an error of ${message.length} characters`);
    const isElsewhere = (name: string, given: string): boolean =>
      entries.some(([other, value]) => other !== name && value.includes(given));
    for (const [name, given] of entries)
      if (SECRET.test(name) && given.length > 12 && !isElsewhere(name, given))
        promise(!message.includes(given), () => `the error quotes ${name}`);
  },
});
