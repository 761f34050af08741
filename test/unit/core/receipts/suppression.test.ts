import { isSuppressible, suppressionId, suppressionMessage } from '../../../../core/receipts/suppression';
import { CHANNELS } from '../../../../core/shared/channels';
import {
  addSuppressionBody,
  liftSuppressionBody,
  suppressionQuery,
} from '../../../../core/schemas/suppression';

const scope = { applicationId: 'app', environment: 'production' } as const;
const key = Buffer.alloc(32, 1).toString('base64');
const ada = { channel: 'email', address: 'ada@example.org' } as const;

test('addresses of e-mail, SMS and WhatsApp can be suppressed', () => {
  expect(CHANNELS.filter(isSuppressible)).toEqual(['email', 'sms', 'whatsapp']);
});

describe('the id of a suppression', () => {
  test('it is a hash under the key of the application', () => {
    expect(suppressionId(scope, key, ada)).toBe(
      'app:production:email:mR2vnnbURiwk5h288QfISz4Wstb0fy0y-KMo9t3vNjA',
    );
  });

  test('CONTACT-2: it is the same in any case', () => {
    const other = { ...ada, address: 'Ada@example.org' };
    expect(suppressionId(scope, key, other)).toBe(suppressionId(scope, key, ada));
  });

  test('it is another for another key, scope, channel and address', () => {
    const ids = [
      suppressionId(scope, key, ada),
      suppressionId(scope, Buffer.alloc(32, 2).toString('base64'), ada),
      suppressionId({ ...scope, environment: 'sandbox' }, key, ada),
      suppressionId(scope, key, { ...ada, channel: 'sms' }),
      suppressionId(scope, key, { ...ada, address: 'grace@example.org' }),
    ];
    expect(new Set(ids).size).toBe(ids.length);
  });
});

test.each([
  [
    'hard_bounce',
    'Nothing is sent to this address, because a message to it bounced permanently on 2026-03-01.',
  ],
  [
    'complaint',
    'Nothing is sent to this address, because the recipient reported a message as spam on 2026-03-01.',
  ],
  ['opt_out', 'Nothing is sent to this address, because the recipient opted out on 2026-03-01.'],
  ['manual', 'Nothing is sent to this address, because an operator suppressed it on 2026-03-01.'],
] as const)('the words of %s say why and since when', (reason, words) => {
  expect(suppressionMessage(reason, new Date('2026-03-01T23:59:59Z'))).toBe(words);
});

describe.each([
  ['suppressing an address', addSuppressionBody],
  ['taking a suppression back', liftSuppressionBody],
] as const)('the body of %s', (_, body) => {
  const parse = (channel: string, address: string) =>
    body.safeParse({ environment: 'sandbox', channel, address });

  test.each([
    ['email', 'Ada@Example.ORG', 'ada@example.org'],
    ['sms', '+1 (500) 555-0009', '+15005550009'],
    ['whatsapp', '+1 500 555 0009', '+15005550009'],
  ])('it has the %s address in the form that messages carry', (channel, given, address) => {
    expect(parse(channel, given)).toEqual({
      success: true,
      data: { environment: 'sandbox', channel, address },
    });
  });

  test.each([
    ['email', 'must be an e-mail address'],
    ['sms', 'must be a phone number in E.164 form, + then country code then number'],
    ['whatsapp', 'must be a phone number in E.164 form, + then country code then number'],
  ])('it refuses what is no %s address', (channel, message) => {
    const issues = parse(channel, 'nobody').error?.issues;
    expect(issues).toMatchObject([{ path: ['address'], message }]);
  });
});

describe('the query of the list of suppressions', () => {
  const parse = (query: object) => suppressionQuery.safeParse({ environment: 'production', ...query });

  test('without anything it is the first page', () => {
    expect(parse({}).data).toEqual({ environment: 'production', limit: 50, offset: 0, of: null });
    expect(parse({ limit: '7', offset: '3' }).data).toMatchObject({ limit: 7, offset: 3 });
  });

  test('channel and address look one up, in the form that messages carry', () => {
    expect(parse({ channel: 'sms', address: '+1 500 555 0009' }).data?.of).toEqual({
      channel: 'sms',
      address: '+15005550009',
    });
    expect(parse({ channel: 'email', address: 'nobody' }).error?.issues).toMatchObject([
      { path: ['address'] },
    ]);
  });

  test.each([
    [{ channel: 'sms' }, 'address'],
    [{ address: 'ada@example.org' }, 'channel'],
  ])('%p alone lacks %s', (query, missing) => {
    expect(parse(query).error?.issues).toMatchObject([
      { path: [missing], message: 'is required, because channel and address must be sent together' },
    ]);
  });
});
