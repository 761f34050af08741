import { simpleParser } from 'mailparser';
import { ses } from '../../channels/email/ses';
import type { ApiServer } from '../support/providers/api-server';
import {
  FILE,
  fullMessage,
  HEADERS,
  itKeepsTheCommonRules,
  limited,
  MESSAGE,
  NOTIFICATION,
  opener,
  permanent,
  type Row,
  sent,
  transient,
  UNKNOWN,
  UNSUBSCRIBE,
} from '../support/providers/email-provider';
import {
  KEY_ID,
  SECRET,
  sesError as error,
  type SesMail,
  SESSION,
  startSes,
} from '../support/providers/ses-server';

const { open, send, close } = opener(ses, [KEY_ID, SECRET, SESSION]);
let server: ApiServer;
beforeEach(async () => {
  server = await startSes();
});
afterEach(() => server.close());
afterAll(close);

const provider = (settings: Record<string, unknown> = {}) =>
  open({
    region: 'eu-west-1',
    access_key_id: KEY_ID,
    secret_access_key: SECRET,
    base_url: server.url,
    ...settings,
  });
const lastMail = () => JSON.parse(server.requests.at(-1)?.body ?? '') as SesMail;

describe('an e-mail over Amazon SES', () => {
  it('arrives, signed, with everything that an e-mail can have', async () => {
    expect(await send(provider({ configuration_set: 'events' }), fullMessage())).toEqual({
      outcome: 'sent',
      providerMessageId: 'ses-1',
      response: '200',
    });
    const { Content, ...rest } = lastMail();
    expect(rest).toEqual({
      FromEmailAddress: 'shop@example.com',
      Destination: {
        ToAddresses: ['ada@example.org'],
        CcAddresses: ['c1@example.org', 'c2@example.org', 'ada@example.org'],
        BccAddresses: ['secret@example.org', 'c1@example.org'],
      },
      EmailTags: [
        { Name: 'notification_id', Value: NOTIFICATION },
        { Name: 'message_id', Value: MESSAGE },
      ],
      ConfigurationSetName: 'events',
    });
    const raw = Buffer.from(Content.Raw.Data, 'base64');
    const mail = await simpleParser(raw);
    expect(mail).toMatchObject({
      subject: 'Hej Ådä',
      from: { value: [{ name: 'Shop', address: 'shop@example.com' }] },
      to: { value: [{ name: 'Ada, Countess', address: 'ada@example.org' }] },
      replyTo: { value: [{ name: 'Help Desk' }, { address: 'more@example.com' }] },
      html: expect.stringContaining('<p>Hello</p>'),
      text: expect.stringContaining('Hello'),
      attachments: [{ filename: 'räkning.pdf', contentType: 'application/pdf', content: FILE }],
    });
    const lines = `\r\n${raw.toString('latin1')}`;
    for (const [name, value] of Object.entries({ ...HEADERS, ...UNSUBSCRIBE })) {
      expect(lines).toContain(`\r\n${name}: ${value}\r\n`);
    }
    expect(lines).not.toContain('secret@example.org');
    expect(lines.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/);
    expect(Math.max(...lines.split('\r\n').map(({ length }) => length))).toBeLessThanOrEqual(998);
  });

  it('is signed with temporary credentials too', async () => {
    expect(await send(provider({ session_token: SESSION }))).toMatchObject(sent('ses-1'));
    expect(await send(provider({ session_token: 'other' }))).toMatchObject(transient('UNAUTHORIZED'));
  });

  it('waits for an operator when the secret is wrong, and repeats nothing of what was signed', async () => {
    const result = await send(provider({ secret_access_key: 'wrong', session_token: SESSION }));
    expect(result).toEqual({
      ...transient('UNAUTHORIZED'),
      response: '403 SignatureDoesNotMatch: The request signature we calculated does not match.',
    });
  });

  it('waits for an operator when the region or the configuration set is wrong', async () => {
    expect(await send(provider({ region: 'us-east-1' }))).toMatchObject(transient('UNAUTHORIZED'));
    expect(await send(provider({ configuration_set: 'missing' }))).toMatchObject(transient('UNAUTHORIZED'));
  });

  it.each<Row>([
    ['bad content', error(400, 'MessageRejected', 'Email contains a virus'), permanent('REJECTED')],
    [
      'an identity that is not verified',
      error(
        400,
        'MessageRejected',
        'Email address is not verified. The following identities failed the check',
      ),
      transient('UNAUTHORIZED'),
    ],
    ['a suspended account', error(400, 'AccountSuspendedException', 'suspended'), transient('UNAUTHORIZED')],
    ['paused sending', error(400, 'SendingPausedException', 'paused'), transient('UNAUTHORIZED')],
    [
      'an unverified MAIL FROM',
      error(400, 'MailFromDomainNotVerifiedException', 'x'),
      transient('UNAUTHORIZED'),
    ],
    ['a bad request', error(400, 'BadRequestException', 'Missing final @domain'), permanent('REJECTED')],
    ['too many requests', error(429, 'TooManyRequestsException', 'Too many requests'), limited()],
    [
      'a rate that is too high',
      error(400, 'ThrottlingException', 'Maximum sending rate exceeded.'),
      limited(),
    ],
    ['the daily quota', error(400, 'ThrottlingException', 'Daily message quota exceeded.'), limited(600_000)],
    ['a limit', error(400, 'LimitExceededException', 'x'), limited()],
    [
      'access denied',
      error(403, 'AccessDeniedException', 'User is not authorized'),
      transient('UNAUTHORIZED'),
    ],
    ['an unknown key', error(403, 'UnrecognizedClientException', 'invalid token'), transient('UNAUTHORIZED')],
    ['an expired request', error(400, 'RequestExpired', 'x'), transient('UNAUTHORIZED')],
    [
      'an error named in the body',
      { status: 400, body: { __type: 'com.amazonaws.ses#SendingPausedException', Message: 'x' } },
      transient('UNAUTHORIZED'),
    ],
    ['too large', error(413, 'RequestEntityTooLarge', 'x'), permanent('REJECTED')],
    ['another API', { status: 404, body: '<html>' }, transient('PROVIDER_ERROR')],
    ['a redirect', { status: 302, headers: { location: '/x' } }, transient('PROVIDER_ERROR')],
    ['an internal failure', error(500, 'InternalFailure', 'x'), transient('PROVIDER_ERROR')],
    ['an outage', error(503, 'ServiceUnavailable', 'x'), transient('PROVIDER_ERROR')],
    ['success that cannot be read', { status: 200, body: '' }, sent('')],
  ])('that is answered with %s has the outcome of the table', async (_what, reply, result) => {
    server.next.push(reply);
    const got = await send(provider());
    expect(got).toMatchObject(result);
    expect(got.response).toContain(String(reply.status));
  });

  itKeepsTheCommonRules(() => ({ server, provider, send, lost: { timedOut: UNKNOWN, broken: UNKNOWN } }));
});

describe('the check of an SES account', () => {
  const check = (settings = {}) => provider(settings).check?.(AbortSignal.timeout(2000));

  it('knows an account that may send', async () => {
    expect(await check()).toEqual({ ok: true, detail: 'accepted; the account may send' });
  });

  it('tells that the account is in the sandbox of SES', async () => {
    server.next.push({ status: 200, body: { SendingEnabled: true, ProductionAccessEnabled: false } });
    expect(await check()).toMatchObject({ ok: true, detail: expect.stringContaining('sandbox') });
  });

  it('knows an account whose sending is paused', async () => {
    server.next.push({ status: 200, body: { SendingEnabled: false } });
    expect(await check()).toMatchObject({ ok: false, reason: expect.stringContaining('paused') });
  });

  it('accepts a user that may send but not ask', async () => {
    server.next.push(error(403, 'AccessDeniedException', 'not authorized to perform: ses:GetAccount'));
    expect(await check()).toMatchObject({ ok: true, detail: expect.stringContaining('not known') });
  });

  it('knows a wrong secret', async () => {
    const result = await check({ secret_access_key: 'wrong' });
    expect(result).toMatchObject({ ok: false, reason: expect.stringContaining('SignatureDoesNotMatch') });
  });
});

describe('the settings of SES', () => {
  it('make the address of the region', () => {
    const settings = { region: 'eu-west-1', access_key_id: 'a', secret_access_key: 'b' };
    expect(ses.settings.parse(settings)).toMatchObject({ base_url: 'https://email.{region}.amazonaws.com' });
    expect(ses.settings.safeParse({ ...settings, region: 'eu-west-1.evil.example/' }).success).toBe(false);
  });
});
