import { simpleParser } from 'mailparser';
import { ses } from '../../channels/email/ses/provider';
import {
  emailMessage,
  FILE,
  fullMessage,
  HEADERS,
  IMPOSSIBLE_EMAILS,
  UNSUBSCRIBE,
} from '../support/providers/emails';
import { MESSAGE_ID, NOTIFICATION_ID } from '../support/providers/messages';
import { DOWN, limited, LIMITED, REJECTED, sent, UNAUTHORIZED, UNKNOWN } from '../support/providers/outcomes';
import { testProvider } from '../support/providers/provider-kit';
import {
  KEY_ID,
  SECRET,
  sesError as error,
  type SesMail,
  SESSION,
  startSes,
} from '../support/providers/ses-server';

const account = testProvider(ses, {
  start: startSes,
  settings: ({ url }) => ({
    region: 'eu-west-1',
    access_key_id: KEY_ID,
    secret_access_key: SECRET,
    base_url: url,
  }),
  message: () => emailMessage(),
  secrets: () => [SESSION],
  says: (words) => error(400, 'BadRequestException', words),
  accepted: {
    reply: { status: 200, body: { MessageId: 'ses-9' } },
    id: 'ses-9',
    nameless: { status: 200, body: {} },
  },
  impossible: IMPOSSIBLE_EMAILS,
  answers: [
    ['bad content', error(400, 'MessageRejected', 'Email contains a virus'), REJECTED],
    [
      'an identity that is not verified',
      error(
        400,
        'MessageRejected',
        'Email address is not verified. The following identities failed the check',
      ),
      UNAUTHORIZED,
    ],
    ['a suspended account', error(400, 'AccountSuspendedException', 'suspended'), UNAUTHORIZED],
    ['paused sending', error(400, 'SendingPausedException', 'paused'), UNAUTHORIZED],
    ['an unverified MAIL FROM', error(400, 'MailFromDomainNotVerifiedException', 'x'), UNAUTHORIZED],
    ['a bad request', error(400, 'BadRequestException', 'Missing final @domain'), REJECTED],
    ['too many requests', error(429, 'TooManyRequestsException', 'Too many requests'), LIMITED],
    ['a rate that is too high', error(400, 'ThrottlingException', 'Maximum sending rate exceeded.'), LIMITED],
    ['the daily quota', error(400, 'ThrottlingException', 'Daily message quota exceeded.'), limited(600_000)],
    ['a limit', error(400, 'LimitExceededException', 'x'), LIMITED],
    ['access denied', error(403, 'AccessDeniedException', 'User is not authorized'), UNAUTHORIZED],
    ['an unknown key', error(403, 'UnrecognizedClientException', 'invalid token'), UNAUTHORIZED],
    ['an expired request', error(400, 'RequestExpired', 'x'), UNAUTHORIZED],
    [
      'an error named in the body',
      { status: 400, body: { __type: 'com.amazonaws.ses#SendingPausedException', Message: 'x' } },
      UNAUTHORIZED,
    ],
    ['too large', error(413, 'RequestEntityTooLarge', 'x'), REJECTED],
    ['an internal failure', error(500, 'InternalFailure', 'x'), UNKNOWN],
    ['a gateway in time-out', error(504, 'InternalServiceErrorException', 'x'), UNKNOWN],
    ['an outage', error(503, 'ServiceUnavailable', 'x'), DOWN],
  ],
  checks: [
    ['an account that may send', {}, { ok: true, detail: 'accepted; the account may send' }],
    [
      'that the account is in the sandbox of SES',
      { reply: { status: 200, body: { SendingEnabled: true, ProductionAccessEnabled: false } } },
      { ok: true, detail: expect.stringContaining('sandbox') },
    ],
    [
      'an account whose sending is paused',
      { reply: { status: 200, body: { SendingEnabled: false } } },
      { ok: false, reason: expect.stringContaining('paused') },
    ],
    [
      'a user that may send but not ask',
      { reply: error(403, 'AccessDeniedException', 'not authorized to perform: ses:GetAccount') },
      { ok: true, detail: expect.stringContaining('not known') },
    ],
    [
      'a wrong secret',
      { settings: { secret_access_key: 'wrong' } },
      { ok: false, reason: expect.stringContaining('SignatureDoesNotMatch') },
    ],
  ],
  // The address of the region.
  defaults: { base_url: 'https://email.{region}.amazonaws.com' },
  wrongSettings: [[{ region: 'eu-west-1.evil.example/' }, 'region']],
});
const lastMail = () => account.server.requests.at(-1)?.json as SesMail;

describe('an e-mail over Amazon SES', () => {
  it('arrives, signed, with everything that an e-mail can have', async () => {
    expect(await account.open({ configuration_set: 'events' }).send(fullMessage())).toEqual({
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
        { Name: 'notification_id', Value: NOTIFICATION_ID },
        { Name: 'message_id', Value: MESSAGE_ID },
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
      attachments: expect.arrayContaining([
        expect.objectContaining({ filename: 'räkning.pdf', contentType: 'application/pdf', content: FILE }),
        expect.objectContaining({ cid: 'logo', contentDisposition: 'inline', related: true, content: FILE }),
      ]) as unknown,
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
    expect(await account.open({ session_token: SESSION }).send()).toMatchObject(sent('ses-1'));
    expect(await account.open({ session_token: 'other' }).send()).toMatchObject(UNAUTHORIZED);
  });

  it('waits for an operator when the secret is wrong, and repeats nothing of what was signed', async () => {
    const result = await account.open({ secret_access_key: 'wrong', session_token: SESSION }).send();
    expect(result).toEqual({
      ...UNAUTHORIZED,
      response: '403 SignatureDoesNotMatch: The request signature we calculated does not match.',
    });
  });

  it('waits for an operator when the region or the configuration set is wrong', async () => {
    expect(await account.open({ region: 'us-east-1' }).send()).toMatchObject(UNAUTHORIZED);
    expect(await account.open({ configuration_set: 'missing' }).send()).toMatchObject(UNAUTHORIZED);
  });
});
