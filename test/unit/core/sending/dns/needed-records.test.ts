import { definitionOf } from '../../../../../channels/catalog';
import { neededRecords } from '../../../../../core/sending/dns/needed-records';
import type { NeededRecord, SenderDomain } from '../../../../../core/sending/dns/record';

type Route = [provider: string, accounts: Record<string, unknown>[]];
type Needs = Partial<SenderDomain> & { routes?: Route[] };

const smtp = (...hosts: string[]): Route[] => [['smtp', hosts.map((host) => ({ url: `smtp://${host}` }))]];
const via = (...providers: string[]): Route[] => providers.map((provider) => [provider, [{}]]);

function needed({ routes = [], ...more }: Needs): NeededRecord[] {
  const sender = { domain: 'example.com', bounceDomain: null, selectors: [], keys: [], ...more };
  const records = routes.map(
    ([name, accounts]) => [name, definitionOf(name)!.records!(sender, accounts)] as const,
  );
  return neededRecords(sender, new Map(records));
}
/** Without the record of DMARC, which is the last of all. */
const own = (more: Needs): NeededRecord[] => needed(more).slice(0, -1);
const namesOf = (records: NeededRecord[]) =>
  records.map(({ purpose, type, name }) => [purpose, type, name].join(' '));
/** A note is prose: the test holds the fact in it. */
const says = (fact: string) => expect.stringContaining(fact) as string;

test('every domain needs DMARC, which mailbox providers ask for', () => {
  expect(needed({})).toEqual([
    {
      purpose: 'dmarc',
      type: 'TXT',
      name: '_dmarc.example.com',
      value: 'v=DMARC1; p=none; rua=mailto:dmarc-reports@example.com',
      note: says('then set p=quarantine or p=reject'),
      neededBy: [],
    },
  ]);
  expect(namesOf(needed({ routes: [...via('resend'), ...smtp('mx.example.net')] })).at(-1)).toBe(
    'dmarc TXT _dmarc.example.com',
  );
});

describe('a provider needs what it documents:', () => {
  test('SendGrid two CNAMEs for DKIM', () => {
    const dkim = {
      ...{ purpose: 'dkim', type: 'CNAME', value: null, contains: 'sendgrid.net' },
      ...{ note: says('ends with sendgrid.net'), neededBy: ['sendgrid'] },
    };
    expect(own({ routes: via('sendgrid') })).toEqual([
      { ...dkim, name: 's1._domainkey.example.com' },
      { ...dkim, name: 's2._domainkey.example.com' },
    ]);
  });

  test('Postmark DKIM of a name that it shows, and a return path', () => {
    expect(own({ routes: via('postmark') })).toEqual([
      {
        ...{ purpose: 'dkim', type: 'TXT', name: null, value: null, neededBy: ['postmark'] },
        note: says('pm._domainkey.example.com'),
      },
      {
        ...{ purpose: 'return_path', type: 'CNAME', name: 'pm-bounces.example.com', value: 'pm.mtasv.net' },
        ...{ contains: 'pm.mtasv.net', note: says('DMARC'), neededBy: ['postmark'] },
      },
    ]);
  });

  test('Resend DKIM, and a return path with its own SPF', () => {
    const ofResend = { neededBy: ['resend'] };
    expect(own({ routes: via('resend') })).toEqual([
      {
        ...{ purpose: 'dkim', type: 'TXT', name: 'resend._domainkey.example.com', value: null },
        ...{ contains: 'p=', note: says('at the provider'), ...ofResend },
      },
      {
        ...{ purpose: 'return_path', type: 'MX', name: 'send.example.com', value: null },
        ...{ contains: 'amazonses.com', note: says('begins with feedback-smtp'), ...ofResend },
      },
      {
        ...{ purpose: 'spf', type: 'TXT', name: 'send.example.com' },
        value: 'v=spf1 include:amazonses.com ~all',
        ...{ contains: 'include:amazonses.com', note: says('return address'), ...ofResend },
      },
    ]);
  });

  test('SES three CNAMEs for DKIM, of names that it shows', () => {
    expect(own({ routes: via('ses') })).toEqual([
      {
        ...{ purpose: 'dkim', type: 'CNAME', name: null, value: null, neededBy: ['ses'] },
        note: says('<token>._domainkey.example.com, to <token>.dkim.amazonses.com'),
      },
    ]);
  });

  test('each once, in the order of the routes', () => {
    expect(namesOf(own({ routes: via('ses', 'sendgrid', 'ses') }))).toEqual([
      'dkim CNAME ',
      'dkim CNAME s1._domainkey.example.com',
      'dkim CNAME s2._domainkey.example.com',
    ]);
  });
});

describe('SMTP needs', () => {
  const spf = {
    ...{ purpose: 'spf', type: 'TXT', name: 'example.com', value: 'v=spf1 a:mx.example.net ~all' },
    ...{ contains: 'a:mx.example.net', note: says('there may be one only'), neededBy: ['smtp'] },
  };

  test('DKIM of a name that nobody told, and SPF of the domain', () => {
    expect(own({ routes: smtp('mx.example.net') })).toEqual([
      {
        ...{ purpose: 'dkim', type: 'TXT', name: null, value: null, neededBy: ['smtp'] },
        note: says('<selector>._domainkey.example.com'),
      },
      spf,
    ]);
  });

  test('SPF and a mail server at the domain of bounces, if there is one', () => {
    expect(own({ routes: smtp('mx.example.net'), bounceDomain: 'b.example.com' }).slice(1)).toEqual([
      { ...spf, purpose: 'bounce_spf', name: 'b.example.com' },
      {
        ...{ purpose: 'bounce_mx', type: 'MX', name: 'b.example.com', value: null, neededBy: ['smtp'] },
        note: says('BOUNCE_PORT'),
      },
    ]);
  });

  test.each([
    [['mx.example.net', '192.0.2.7', 'mx.example.net'], 'a:mx.example.net ip4:192.0.2.7'],
    [['smtp.postmarkapp.com', 'smtp-broadcasts.postmarkapp.com'], 'include:spf.mtasv.net'],
    [['10.0.0.7', 'mx.example.net'], 'a:mx.example.net'],
  ])('one SPF record that names the servers %j', (hosts, contains) => {
    expect(own({ routes: smtp(...hosts) }).slice(1)).toEqual([
      { ...spf, value: `v=spf1 ${contains} ~all`, contains },
    ]);
  });

  test('no known value of SPF if the address of the server cannot be opened', () => {
    expect(own({ routes: [['smtp', [{}]]] }).slice(1)).toEqual([{ ...spf, value: null, contains: '' }]);
  });

  test('SPF of no known value if the name of the server says nothing', () => {
    expect(own({ routes: smtp('localhost') }).slice(1)).toEqual([{ ...spf, value: null, contains: '' }]);
  });
});

test('a selector that the operator names is a key of DKIM, in place of the unknown one', () => {
  const dkim = {
    ...{ purpose: 'dkim', type: 'TXT', value: null, contains: 'p=' },
    ...{ note: says('public key'), neededBy: ['smtp', 'ses'] },
  };
  const routes = [...smtp('mx.example.net'), ...via('ses')];
  expect(own({ routes, selectors: ['a', 'b'] }).filter(({ name }) => name?.includes('_domainkey'))).toEqual([
    { ...dkim, name: 'a._domainkey.example.com' },
    { ...dkim, name: 'b._domainkey.example.com' },
  ]);
  expect(namesOf(own({ routes, selectors: ['a'] }))).toEqual([
    ...['dkim TXT a._domainkey.example.com', 'spf TXT example.com', 'dkim CNAME '],
  ]);
  expect(namesOf(own({ routes }))).toEqual(['dkim TXT ', 'spf TXT example.com', 'dkim CNAME ']);
});
