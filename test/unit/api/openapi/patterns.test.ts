import fc from 'fast-check';
import type { z } from 'zod';
import { email, language, phone, timezone } from '../../../../core/shared/schemas/fields';
import * as patterns from '../../../../core/shared/schemas/patterns';
import { sendBody } from '../../../../core/schemas/send';
import { redeliverBody } from '../../../../core/schemas/webhook-events';
import { checkUrlShape } from '../../../../net/url-safety';

const accepts =
  (schema: z.ZodType) =>
  (value: string): boolean =>
    schema.safeParse(value).success;

interface Said {
  pattern: string;
  maxLength: number;
  accepted: (value: string) => boolean;
}

const SAID: Record<string, Said> = {
  'an e-mail address': { pattern: patterns.EMAIL, maxLength: 254, accepted: accepts(email) },
  'a phone number': { pattern: patterns.PHONE, maxLength: 32, accepted: accepts(phone) },
  'a language': { pattern: patterns.LANGUAGE, maxLength: 64, accepted: accepts(language) },
  'a time zone': { pattern: patterns.TIME_ZONE, maxLength: 64, accepted: accepts(timezone) },
  'a time': {
    pattern: patterns.TIME,
    maxLength: 64,
    accepted: (since) => redeliverBody.safeParse({ since }).success,
  },
  'a sender': {
    pattern: patterns.MAILBOX,
    maxLength: 320,
    accepted: (from) => sendBody.safeParse({ to: 'x', from }).success,
  },
  'a webhook address': {
    pattern: patterns.PUBLIC_URL,
    maxLength: 2048,
    accepted: (url) => checkUrlShape(url, { development: false }).ok,
  },
};

/** What no pattern can say of a label: whether its Punycode (RFC 3492) can be decoded. */
const PUNYCODE = /[@./]xn--/i;

/** fast-check makes no text by a pattern that looks ahead: what was looked for is filtered out. */
const madeBy = ({ pattern, maxLength }: Said): fc.Arbitrary<string> =>
  fc
    .stringMatching(new RegExp(pattern.replaceAll(/\(\?!(?:[^()]|\([^()]*\))*\)/g, '')), { size: 'small' })
    .filter((text) => text.length <= maxLength && new RegExp(pattern).test(text) && !PUNYCODE.test(text));

describe.each(Object.entries(SAID))('the pattern of %s', (_, said) => {
  it('makes nothing that the service refuses', () => {
    fc.assert(
      fc.property(madeBy(said), (value) => {
        expect({ value, accepted: said.accepted(value) }).toEqual({ value, accepted: true });
      }),
      { numRuns: 30 },
    );
  });

  it('is one in every dialect: it compiles with the flag u, and has no \\d', () => {
    expect(() => new RegExp(said.pattern, 'u')).not.toThrow();
    expect(said.pattern).not.toContain('\\d');
  });
});

test.each([
  ['an e-mail address', 'ada@example.com', true],
  ['an e-mail address', "o'hara+tag@mail.example.co", true],
  ['an e-mail address', `${'x'.repeat(64)}@example.com`, true],
  ['an e-mail address', `${'x'.repeat(65)}@example.com`, false],
  ['an e-mail address', 'ada@xn--mller-kva.example.com', true],
  ['an e-mail address', 'ada@localhost', false],
  ['an e-mail address', 'ada@example.1a', false],
  ['an e-mail address', '"a,b"@example.com', false],
  ['an e-mail address', '.ada@example.com', false],
  ['an e-mail address', 'ada@-example.com', false],
  ['an e-mail address', 'ada@[127.0.0.1]', false],
  ['an e-mail address', 'ada@example.com\n', false],
  ['a phone number', '+12025550123', true],
  ['a phone number', '+1 (202) 555-0123', true],
  ['a phone number', '+46701740605', true],
  ['a phone number', '+80012345678', true],
  ['a phone number', '+1', false],
  ['a phone number', '+1202555012', true],
  ['a phone number', '+120255', false],
  ['a phone number', '+1202555012345678', false],
  ['a phone number', '+9991234567', false],
  ['a phone number', '+12025550123x', false],
  ['a phone number', '12025550123', false],
  ['a language', 'en', true],
  ['a language', 'PT_br', true],
  ['a language', 'es-419', true],
  ['a language', 'zh-Hant-TW', true],
  ['a language', 'fil', true],
  ['a language', 'english', false],
  ['a language', 'en-USA', false],
  ['a time zone', 'Europe/Stockholm', true],
  ['a time zone', 'Asia/Kolkata', true],
  ['a time zone', 'Etc/GMT+5', true],
  ['a time zone', 'UTC', true],
  ['a time zone', 'Mars/Olympus', false],
  ['a time', '2028-02-29T09:00:00.5+01:00', true],
  ['a time', '2027-02-29T09:00:00Z', false],
  ['a time', '2027-02-28T09:00:00', false],
  ['a sender', 'Shop <hello@example.com>', true],
  ['a sender', '"Shop, Ltd" <hello@example.com>', true],
  ['a sender', 'a@example.com, b@example.com', false],
  ['a webhook address', 'https://shop.example.com:8443/hooks?a=b', true],
  ['a webhook address', 'http://shop.example.com/', false],
  ['a webhook address', 'https://localhost/', false],
  ['a webhook address', 'https://db.internal/', false],
  ['a webhook address', 'https://user:secret@shop.example.com/', false],
])('the pattern of %s and the service agree on %j: %s', (name, value, expected) => {
  const { pattern, accepted } = SAID[name] as Said;
  expect({ pattern: new RegExp(pattern).test(value), service: accepted(value) }).toEqual({
    pattern: expected,
    service: expected,
  });
});
