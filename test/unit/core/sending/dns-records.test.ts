import { checkRecord } from '../../../../core/sending/dns/check-record';
import { neededRecords } from '../../../../core/sending/dns/needed-records';
import type { NeededRecord } from '../../../../core/sending/dns/record';
import { spfMechanismOf } from '../../../../core/sending/dns/spf-mechanism';

const record = (purpose: NeededRecord['purpose'], more: Partial<NeededRecord> = {}): NeededRecord => ({
  ...{ purpose, type: 'TXT', name: 'example.com', value: null, note: '', neededBy: [] },
  ...more,
});
const stateOf = (needed: NeededRecord, ...values: string[]): string => checkRecord(needed, { values }).state;

describe('SPF', () => {
  const spf = record('spf', { contains: 'include:amazonses.com' });
  test.each([
    ['ok', ['v=spf1 include:amazonses.com ~all', 'google-site-verification=x']],
    ['ok', ['v=spf1 +mx +include:amazonses.com ~all']],
    ['ok', ['V=SPF1 INCLUDE:amazonses.com -all']],
    ['missing', ['google-site-verification=x', 'v=spf10 include:amazonses.com']],
    ['wrong', ['v=spf1 include:amazonses.com ~all', 'v=spf1 -all']],
    ['wrong', ['v=spf1 include:amazonses.com +all']],
    ['wrong', ['v=spf1 include:amazonses.com all']],
    ['unclear', ['v=spf1 include:other.example ~all']],
    ['unclear', ['v=spf1 include:notamazonses.com ~all']],
  ])('is %s with %j', (state, values) => expect(stateOf(spf, ...values)).toBe(state));

  test.each([
    ['email-smtp.eu-west-1.amazonaws.com', 'include:amazonses.com'],
    ['smtp-relay.gmail.com', 'include:_spf.google.com'],
    ['notgmail.com', 'a:notgmail.com'],
    ['mail.example.com', 'a:mail.example.com'],
    ['192.0.2.7', 'ip4:192.0.2.7'],
    ['10.0.0.7', null],
    ['100.64.0.7', null],
    ['100.128.0.7', 'ip4:100.128.0.7'],
    ['localhost', null],
    ['mail.internal', null],
    ['', null],
  ])('of the server %s names %s', (host, mechanism) => expect(spfMechanismOf(host)).toBe(mechanism));
});

test.each([
  ['ok', ['v=DMARC1; p=none; rua=mailto:a@example.com']],
  ['ok', ['v=DMARC1;p=reject']],
  ['missing', ['v=spf1 -all']],
  ['wrong', ['v=DMARC1; p=none', 'v=DMARC1; p=reject']],
  ['wrong', ['v=DMARC1; rua=mailto:a@example.com']],
  ['wrong', ['v=DMARC1; p=monitor']],
  ['wrong', ['v=DMARC1; sp=none']],
])('DMARC is %s with %j', (state, values) => expect(stateOf(record('dmarc'), ...values)).toBe(state));

test.each([
  ['ok', 'v=DKIM1; k=rsa; p=MIIBIjAN'],
  ['ok', 'p=MIIBIjAN'],
  ['wrong', 'v=DKIM1; p='],
  ['wrong', 'v=DKIM1; p=; k=rsa'],
  ['wrong', 'v=DKIM1'],
])('DKIM is %s with %s', (state, value) => expect(stateOf(record('dkim'), value)).toBe(state));

test('a name that leads to another provider is wrong, and a domain that takes no mail too', () => {
  const leads = record('return_path', { type: 'CNAME', contains: 'pm.mtasv.net' });
  expect(stateOf(leads, 'PM.mtasv.net.')).toBe('ok');
  expect(stateOf(leads, 'evilpm.mtasv.net')).toBe('wrong');
  expect(stateOf(record('bounce_mx', { type: 'MX' }), '.')).toBe('wrong');
});

test('what DNS did not answer, and what has no name yet, is no verdict', () => {
  expect(checkRecord(record('dmarc'), { problem: 'ETIMEOUT' })).toMatchObject({
    state: 'no_answer',
    found: [],
  });
  expect(checkRecord(record('dkim', { name: null }), null)).toMatchObject({ state: 'unclear' });
});

describe('a domain needs', () => {
  const needs = (providers: string[], more: object = {}) =>
    neededRecords({
      ...{ domain: 'example.com', bounceDomain: null, selectors: [] },
      routes: providers.map((provider) => ({
        provider,
        smtpHost: provider === 'smtp' ? 'mx.example.net' : null,
      })),
      ...more,
    }).map(({ purpose, type, name }) => [purpose, type, name].join(' '));

  test('what each provider documents, and DMARC', () => {
    expect(needs([])).toEqual(['dmarc TXT _dmarc.example.com']);
    expect(needs(['sendgrid'])).toEqual([
      'dkim CNAME s1._domainkey.example.com',
      'dkim CNAME s2._domainkey.example.com',
      'dmarc TXT _dmarc.example.com',
    ]);
    expect(needs(['resend', 'resend'])).toEqual([
      'dkim TXT resend._domainkey.example.com',
      'return_path MX send.example.com',
      'spf TXT send.example.com',
      'dmarc TXT _dmarc.example.com',
    ]);
  });

  test('SPF and a mail server at the domain of bounces if SMTP sends', () => {
    expect(needs(['smtp'])).toEqual([
      ...['dkim TXT ', 'spf TXT example.com', 'dmarc TXT _dmarc.example.com'],
    ]);
    expect(needs(['smtp'], { bounceDomain: 'b.example.com', selectors: ['s1'] })).toEqual([
      ...['dkim TXT s1._domainkey.example.com', 'bounce_spf TXT b.example.com', 'bounce_mx MX b.example.com'],
      'dmarc TXT _dmarc.example.com',
    ]);
  });
});
