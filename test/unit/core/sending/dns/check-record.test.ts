import { checkRecord } from '../../../../../core/sending/dns/check-record';
import type { CheckedRecord, NeededRecord } from '../../../../../core/sending/dns/record';

const record = (purpose: NeededRecord['purpose'], more: Partial<NeededRecord> = {}): NeededRecord => ({
  ...{ purpose, type: 'TXT', name: 'example.com', value: null, note: 'A note.', neededBy: ['smtp'] },
  ...more,
});
/** A detail is prose: the test holds the advice in it. What is right has none. */
const verdict = (state: CheckedRecord['state'], advice: string) => ({
  state,
  detail: advice === '' ? '' : (expect.stringContaining(advice) as string),
});
const judged = (needed: NeededRecord, values: string[]) => {
  const { state, detail } = checkRecord(needed, { values });
  return { state, detail };
};

describe.each(['spf', 'bounce_spf'] as const)('%s', (purpose) => {
  const spf = record(purpose, { contains: 'include:amazonses.com' });
  test.each([
    ['ok', '', ['v=spf1 include:amazonses.com ~all', 'google-site-verification=x']],
    ['ok', '', ['V=SPF1 INCLUDE:amazonses.com -all']],
    ['ok', '', ['v=spf1  mx  include:amazonses.com  ~all ']],
    ['ok', '', ['v=spf1 +mx +include:amazonses.com ~all']],
    ['missing', 'Set it', []],
    ['missing', 'Set it', ['v=spf10 include:amazonses.com', 'old: v=spf1 include:amazonses.com']],
    ['wrong', 'There are 2 SPF records', ['v=spf1 include:amazonses.com ~all', 'v=spf1']],
    ['wrong', 'End it with ~all or -all', ['v=spf1 include:amazonses.com +all']],
    ['wrong', 'End it with ~all or -all', ['v=spf1 include:amazonses.com ALL']],
    ['unclear', 'does not name include:amazonses.com', ['v=spf1']],
    ['unclear', 'does not name include:amazonses.com', ['v=spf1 include:other.example ~all']],
    ['unclear', 'does not name include:amazonses.com', ['v=spf1 include:notamazonses.com ~all']],
    ['unclear', 'does not name include:amazonses.com', ['v=spf1 -include:amazonses.com ~all']],
  ] as const)('is %s (%s) with %j', (state, advice, values) =>
    expect(judged(spf, [...values])).toEqual(verdict(state, advice)),
  );

  test('has to name each server, and the advice names those that it lacks', () => {
    const both = record(purpose, { contains: 'a:mx.example.net ip4:192.0.2.7' });
    expect(judged(both, ['v=spf1 ip4:192.0.2.7 a:mx.example.net -all'])).toEqual(verdict('ok', ''));
    expect(judged(both, ['v=spf1 ip4:192.0.2.7 -all'])).toEqual(
      verdict('unclear', 'does not name a:mx.example.net.'),
    );
    expect(judged(both, ['v=spf1 -all'])).toEqual(
      verdict('unclear', 'does not name a:mx.example.net and ip4:192.0.2.7.'),
    );
  });

  test.each([{ contains: '' }, {}])('is unclear if the server is not known (%j)', (more) =>
    expect(judged(record(purpose, more), ['v=spf1 mx -all'])).toEqual(
      verdict('unclear', 'Check that it names the server'),
    ),
  );
});

describe('DMARC', () => {
  test.each([
    ['ok', '', ['v=DMARC1; p=none; rua=mailto:a@example.com', 'v=spf1 -all']],
    ['ok', '', ['v=DMARC1;p=reject']],
    ['ok', '', ['v = DMARC1; p=none']],
    ['ok', '', ['v=DMARC1 ; sp=none; p = Quarantine']],
    ['missing', 'Set it', ['v=spf1 -all']],
    ['missing', 'Set it', ['v=DMARC10; p=none', 'v=dmarc1; p=none', 'old: v=DMARC1; p=none']],
    ['wrong', 'There are 2 DMARC records', ['v=DMARC1; p=none', 'v=DMARC1; p=reject']],
    ['wrong', 'It has no policy. Add p=none', ['v=DMARC1']],
    ['wrong', 'It has no policy. Add p=none', ['v=DMARC1; rua=mailto:a@example.com']],
    ['wrong', 'It has no policy. Add p=none', ['v=DMARC1; sp=none']],
    ['wrong', 'It has no policy. Add p=none', ['v=DMARC1; pct=50']],
    ['wrong', 'There is no policy "monitor"', ['v=DMARC1; p=monitor']],
    ['wrong', 'There is no policy ""', ['v=DMARC1; p=; rua=mailto:a@example.com']],
  ] as const)('is %s (%s) with %j', (state, advice, values) =>
    expect(judged(record('dmarc'), [...values])).toEqual(verdict(state, advice)),
  );
});

describe('DKIM', () => {
  test.each([
    ['ok', '', ['v=DKIM1; k=rsa; p=MIIBIjAN']],
    ['ok', '', ['p=MIIBIjAN']],
    ['ok', '', ['v=DKIM1;p = MIIBIjAN']],
    ['ok', '', ['v=DKIM1; p=', 'v=DKIM1; p=MIIBIjAN']],
    ['missing', 'Set it', []],
    ...[['p='], [' p=;'], ['v=DKIM1;p='], ['v=DKIM1; p = ; k=rsa'], ['v=DKIM1', 'v=DKIM1;  p=']].map(
      (values) => ['wrong', 'it was revoked', values] as const,
    ),
    ...[['v=DKIM1'], ['v=DKIM1; sp=MIIB'], ['v=DKIM1; px=MIIB'], ['v=DKIM1; sp=; p=-']].map(
      (values) => ['wrong', 'It has no key (p=)', values] as const,
    ),
  ] as const)('is %s (%s) with %j', (state, advice, values) =>
    expect(judged(record('dkim'), [...values])).toEqual(verdict(state, advice)),
  );
});

describe.each([
  ['dkim', 'CNAME'],
  ['return_path', 'CNAME'],
  ['return_path', 'MX'],
] as const)('%s as %s', (purpose, type) => {
  const leads = record(purpose, { type, contains: 'sendgrid.net' });
  test.each([
    ['ok', '', ['sendgrid.net']],
    ['ok', '', ['S1.domainkey.u1.wl.SendGrid.net.']],
    ['ok', '', ['mx.example.com', 'u1.sendgrid.net']],
    ['missing', 'Set it', []],
    ['wrong', 'It does not lead to sendgrid.net', ['evilsendgrid.net']],
    ['wrong', 'It does not lead to sendgrid.net', ['sendgrid.net.example.com']],
  ] as const)('is %s (%s) with %j', (state, advice, values) =>
    expect(judged(leads, [...values])).toEqual(verdict(state, advice)),
  );
});

test.each([
  ['ok', '', ['mx.example.com']],
  ['ok', '', ['.', 'mx.example.com']],
  ['missing', 'Set it', []],
  ['wrong', 'the domain takes no mail', ['.']],
  ['wrong', 'the domain takes no mail', ['']],
] as const)('the mail server for bounces is %s (%s) with %j', (state, advice, values) =>
  expect(judged(record('bounce_mx', { type: 'MX' }), [...values])).toEqual(verdict(state, advice)),
);

test('what is shown as found is of the purpose of the record', () => {
  const needed = record('dmarc');
  expect(checkRecord(needed, { values: ['v=spf1 -all', 'v=DMARC1; p=none'] })).toEqual({
    ...{ ...needed, found: ['v=DMARC1; p=none'] },
    ...{ state: 'ok', detail: '' },
  });
});

test('what DNS did not answer, and what has no name yet, is no verdict', () => {
  const needed = record('dkim', { name: null });
  expect(checkRecord(needed, { problem: 'ETIMEOUT' })).toEqual({
    ...{ ...needed, found: [] },
    ...verdict('no_answer', 'DNS did not answer (ETIMEOUT)'),
  });
  expect(checkRecord(needed, null)).toEqual({
    ...{ ...needed, found: [] },
    ...verdict('unclear', 'it was not checked'),
  });
});
