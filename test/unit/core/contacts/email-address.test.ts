import fc from 'fast-check';
import {
  emailKey,
  givenEmail,
  normalizeEmail,
  parseMailbox,
  parseSenderMailbox,
  wireEmail,
} from '../../../../core/contacts/email-address';
import { anyText } from '../../../support/any-text';

/** An address with a domain of so many characters. */
const long = (length: number): string =>
  `${'a'.repeat(64)}@${'b'.repeat(63)}.${'c'.repeat(63)}.${'d'.repeat(length - 132)}.org`;

describe('an e-mail address', () => {
  it('has 254 characters at most, as it is sent (RFC 5321 section 4.5.3.1.3)', () => {
    expect(long(189)).toHaveLength(254);
    expect(normalizeEmail(long(189))).toBe(long(189));
    expect(normalizeEmail(long(190))).toBeNull();
    const international = (length: number) => long(length).replace('.org', '.bücher.org');
    expect(normalizeEmail(international(175))).toHaveLength(254);
    expect(international(176)).toHaveLength(248);
    expect(normalizeEmail(international(176))).toBeNull();
  });

  it.each([
    ['ada@example.org', 'ada@example.org'],
    ['Ada.Lovelace+tag@Example.ORG', 'ada.lovelace+tag@example.org'],
    ["o'brien@example.co.uk", "o'brien@example.co.uk"],
    ['a@b.co', 'a@b.co'],
    ['x@bücher.example', 'x@xn--bcher-kva.example'],
    ['x@XN--BCHER-KVA.example', 'x@xn--bcher-kva.example'],
    ['x@почта.рф', 'x@xn--80a1acny.xn--p1ai'],
    ['x@1and1.com', 'x@1and1.com'],
    [`${'a'.repeat(64)}@example.org`, `${'a'.repeat(64)}@example.org`],
  ])('%s is compared as %s', (input, compared) => {
    expect(normalizeEmail(input)).toBe(compared);
  });

  it.each([
    ['Ada.Lovelace+Tag@Example.ORG', 'Ada.Lovelace+Tag@example.org', 'Ada.Lovelace+Tag@example.org'],
    ['x@BÜCHER.example', 'x@xn--bcher-kva.example', 'x@xn--bcher-kva.example'],
    ['a..b@docomo.example', 'a..b@docomo.example', '"a..b"@docomo.example'],
    ['Ab.@docomo.example', 'Ab.@docomo.example', '"Ab."@docomo.example'],
    ['"a..b"@docomo.example', 'a..b@docomo.example', '"a..b"@docomo.example'],
    ['"ada"@example.org', 'ada@example.org', 'ada@example.org'],
    ['"John Doe"@example.org', '"John Doe"@example.org', '"John Doe"@example.org'],
    ['".ada"@example.org', '".ada"@example.org', '".ada"@example.org'],
    ['用户@例子.广告', '用户@xn--fsqu00a.xn--4rr70v', '用户@xn--fsqu00a.xn--4rr70v'],
    ['Ådä@example.org', 'Ådä@example.org', 'Ådä@example.org'],
    ['u\u0308nal@example.org', '\u00fcnal@example.org', '\u00fcnal@example.org'],
    ['用..户@example.org', '用..户@example.org', '"用..户"@example.org'],
    ['"用 户"@example.org', '"用 户"@example.org', '"用 户"@example.org'],
  ])('CONTACT-2: %s is shown as %s and sent as %s', (input, shown, sent) => {
    expect(givenEmail(input)).toBe(shown);
    expect(wireEmail(shown)).toBe(sent);
    expect(givenEmail(sent)).toBe(shown);
    expect(emailKey(input)).toBe(shown.toLowerCase());
  });

  it.each([
    '',
    'ada',
    '@example.org',
    'ada@',
    'ada@example',
    'ada@localhost',
    'ada@@example.org',
    'a@b@example.org',
    '.ada@example.org',
    'ada@.org',
    'ada@example..org',
    'ada@example.org.',
    'ada@-example.org',
    'ada@example-.org',
    'ada@[127.0.0.1]',
    'ada@127.0.0.1',
    '"a b@example.org',
    '"a,b"@example.org',
    '"a@b"@example.org',
    '"a>b"@example.org',
    '"a\\"b"@example.org',
    '""@example.org',
    `"${'a '.repeat(32)}"@example.org`,
    `${'a.'.repeat(32)}@example.org`,
    'ada lovelace@example.org',
    ' ada@example.org',
    'ada@example.org\n',
    'ada@example.org\r\nBcc: v@example.net',
    'ada@exam\u00adple.org',
    'ada@example.org/x',
    'ada@ex%61mple.org',
    'ada@example.org,eve@example.org',
    'Ada <ada@example.org>',
    '用户＠例子.广告',
    'ada＠x@example.org',
    'a，b@example.org',
    'a\u200bda@example.org',
    '用\u3000户@example.org',
    '\ud83d@example.org',
    `${'用'.repeat(22)}@example.org`,
    `${'\u023a'.repeat(22)}@example.org`,
    `${'a'.repeat(65)}@example.org`,
    `a@${'b'.repeat(64)}.org`,
    `a@${'b'.repeat(60)}.${'c'.repeat(60)}.${'d'.repeat(60)}.${'e'.repeat(60)}.${'f'.repeat(20)}`,
  ])('%j is none', (input) => {
    expect(normalizeEmail(input)).toBeNull();
  });

  it('once stored stays the same', () => {
    fc.assert(
      fc.property(fc.emailAddress(), (input) => {
        const stored = normalizeEmail(input);
        if (stored !== null) expect(normalizeEmail(stored)).toBe(stored);
      }),
    );
  });

  it('never holds what could break a header, whatever was given', () => {
    fc.assert(
      fc.property(anyText(), anyText(), (local, domain) => {
        const stored = normalizeEmail(`${local}@${domain}.org`);
        if (stored !== null)
          expect(stored).toMatch(/^(?:[^\p{Cc}\p{Cf}\p{Cs}\p{Z}]+|"[^\p{Cc}\p{Cf}\p{Cs}"]+"@[\x21-\x7e]+)$/u);
      }),
    );
  });
});

describe('a mailbox of a sender', () => {
  it('has no letters beyond ASCII before the @', () => {
    expect(parseSenderMailbox('王 <wang@例子.广告>')).toEqual({
      name: '王',
      address: 'wang@xn--fsqu00a.xn--4rr70v',
    });
    expect(parseSenderMailbox('王 <王@example.org>')).toBeNull();
  });
});

describe('a mailbox', () => {
  it.each([
    ['ada@example.org', { address: 'ada@example.org' }],
    ['<ada@example.org>', { address: 'ada@example.org' }],
    ['Ada Lovelace <Ada@Example.org>', { name: 'Ada Lovelace', address: 'Ada@example.org' }],
    ['"john doe"@example.org', { address: '"john doe"@example.org' }],
    ['John <"john doe"@example.org>', { name: 'John', address: '"john doe"@example.org' }],
    ['Ken <a..b@docomo.example>', { name: 'Ken', address: 'a..b@docomo.example' }],
    ['"Lovelace, Ada" <ada@example.org>', { name: 'Lovelace, Ada', address: 'ada@example.org' }],
    ['王 <用户@例子.广告>', { name: '王', address: '用户@xn--fsqu00a.xn--4rr70v' }],
    ['Ådä <ada@example.org>', { name: 'Ådä', address: 'ada@example.org' }],
  ])('%s is read', (input, mailbox) => {
    expect(parseMailbox(input)).toEqual(mailbox);
  });

  it.each([
    '',
    'Ada',
    'Ada <ada>',
    'Ada <>',
    'ada@example.org, eve@example.org',
    'Team: ada@example.org, eve@example.org;',
    'Ada <ada@example.org>\r\nBcc: eve@example.org',
    'Ada\u0000 <ada@example.org>',
  ])('%j is none', (input) => {
    expect(parseMailbox(input)).toBeNull();
  });
});
