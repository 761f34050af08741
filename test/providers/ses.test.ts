import { simpleParser } from 'mailparser';
import { takes } from '../../channels/email/ses/bulk';
import { ses } from '../../channels/email/ses/provider';
import type { OutboundMessage } from '../../channels/provider';
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
  bulkContents,
  KEY_ID,
  SECRET,
  type SesBulk,
  sesError as error,
  type SesMail,
  SESSION,
  startSes,
} from '../support/providers/ses-server';

const BULK = '/v2/email/outbound-bulk-emails';
const taken = (id: string) => ({ Status: 'SUCCESS', MessageId: id });
const entries = (...results: unknown[]) => ({ status: 200, body: { BulkEmailEntryResults: results } });

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
  batch: {
    path: BULK,
    most: 50,
    message: (at) => emailMessage({ id: `message-${at}`, to: `p${at}@example.org` }),
    answers: [
      ['an id for each', entries(...['a', 'b', 'c'].map(taken)), [sent('a'), sent('b'), sent('c')]],
      [
        'refusals of messages and of senders',
        entries({ Status: 'MESSAGE_REJECTED', Error: 'virus' }, taken('b'), {
          Status: 'MAIL_FROM_DOMAIN_NOT_VERIFIED',
        }),
        [REJECTED, sent('b'), UNAUTHORIZED],
      ],
      [
        'limits of the account',
        entries(
          { Status: 'ACCOUNT_THROTTLED' },
          { Status: 'ACCOUNT_DAILY_QUOTA_EXCEEDED' },
          { Status: 'TRANSIENT_FAILURE' },
        ),
        [LIMITED, limited(600_000), DOWN],
      ],
      [
        'an account and a configuration set that may not send',
        entries(
          { Status: 'ACCOUNT_SUSPENDED' },
          { Status: 'ACCOUNT_SENDING_PAUSED' },
          { Status: 'CONFIGURATION_SET_SENDING_PAUSED' },
        ),
        UNAUTHORIZED,
      ],
      [
        'a configuration set that does not fit',
        entries(
          { Status: 'CONFIGURATION_SET_NOT_FOUND' },
          { Status: 'CONFIGURATION_SET_DOES_NOT_EXIST' },
          { Status: 'INVALID_SENDING_POOL_NAME' },
        ),
        UNAUTHORIZED,
      ],
      [
        'a success without an id, a new status, none',
        entries({ Status: 'SUCCESS' }, { Status: 'NEW_STATUS' }, {}),
        UNKNOWN,
      ],
      [
        'a success, a refusal for now, an answer that nobody can read',
        entries(taken('a'), { Status: 'TRANSIENT_FAILURE' }, null),
        [sent('a'), DOWN, UNKNOWN],
      ],
      ['more answers than messages', entries(...['a', 'b', 'c', 'd'].map(taken)), UNKNOWN],
      ['fewer answers than messages', entries(taken('a')), UNKNOWN],
      ['an answer to one', { status: 200, body: { MessageId: 'a' } }, UNKNOWN],
      ['too many requests', error(429, 'TooManyRequestsException', 'Too many requests'), LIMITED],
      ['an unknown key', error(403, 'UnrecognizedClientException', 'invalid token'), UNAUTHORIZED],
      ['an internal failure', error(500, 'InternalFailure', 'x'), UNKNOWN],
      ['an outage', error(503, 'ServiceUnavailable', 'x'), DOWN],
    ],
    refused: error(400, 'BadRequestException', 'Missing final @domain'),
  },
});

describe('e-mails that share a call of Amazon SES', () => {
  const paths = () => account.server.requests.map(({ path }) => path);

  it('have their own content, headers and tags', async () => {
    const [toName, html] = ['Ada, Gräfin', '<p>1 &lt; 2 & "{3}"</p>'];
    const { attachments: _, ...content } = { ...fullMessage().content, html };
    const messages = [
      emailMessage({ toName, content, replyTo: ['Help Desk <help@example.com>'], attemptId: MESSAGE_ID }),
      emailMessage({ content: { subject: 'B', text: 'b' } }),
      emailMessage({ to: 'c@example.org', content: { subject: 'C', text: 'c' } }),
    ];
    const opened = account.open({ configuration_set: 'events' });
    // Two share no sender or parts with the first, so they go in another call.
    expect(await opened.sendAll(messages)).toMatchObject([sent('ses-0'), sent('ses-0'), sent('ses-1')]);
    const [first, second] = account.server.requests
      .map(({ json }) => json as SesBulk)
      .sort((a, b) => a.BulkEmailEntries.length - b.BulkEmailEntries.length);
    expect(first).toMatchObject({
      FromEmailAddress: 'Shop <shop@example.com>',
      ReplyToAddresses: ['Help Desk <help@example.com>'],
      ConfigurationSetName: 'events',
      BulkEmailEntries: [
        {
          Destination: { ToAddresses: ['=?UTF-8?Q?Ada=2C_Gr=C3=A4fin?= <ada@example.org>'] },
          ReplacementTags: [
            { Name: 'notification_id', Value: NOTIFICATION_ID },
            { Name: 'message_id', Value: MESSAGE_ID },
            { Name: 'attempt_id', Value: MESSAGE_ID },
          ],
          ReplacementHeaders: Object.entries({ ...HEADERS, ...UNSUBSCRIBE }).map(([Name, Value]) => ({
            Name,
            Value,
          })),
        },
      ],
    });
    expect(bulkContents(first!)).toEqual([{ Subject: 'Hej Ådä', Html: html, Text: 'Hello' }]);
    expect(bulkContents(second!)).toEqual([
      { Subject: 'B', Text: 'b' },
      { Subject: 'C', Text: 'c' },
    ]);
  });

  it('are not those that the call cannot carry as they are', () => {
    const cases: [what: Partial<OutboundMessage>, isTaken: boolean][] = [
      [{}, true],
      [{ content: fullMessage().content }, false],
      [{ cc: ['c@example.org'] }, false],
      [{ content: { subject: '', text: 'no subject' } }, false],
      [{ content: { subject: 'no parts' } }, false],
      [{ content: { subject: 'Hi', text: 'a {{placeholder}}' } }, false],
      [{ content: { subject: 'Hi', text: 'x'.repeat(262_144) } }, false],
      [{ content: { subject: 'Hi', text: 'x'.repeat(262_000) } }, true],
      [{ content: { subject: 'Hi', text: 'x', unsubscribeUrl: `https://a.bc/${'u'.repeat(870)}` } }, false],
    ];
    for (const [what, isTaken] of cases) expect([what, takes(emailMessage(what))]).toEqual([what, isTaken]);
  });

  it('stay below a megabyte together', async () => {
    const text = '"'.repeat(100_000);
    const messages = [1, 2, 3].map((at) => emailMessage({ id: `m-${at}`, content: { subject: 'Hi', text } }));
    const results = await account.open().sendAll(messages);
    expect(results.map(({ outcome }) => outcome)).toEqual(['sent', 'sent', 'sent']);
    expect(paths()).toEqual([BULK, BULK]);
  });

  it('go alone if their parameters are the fault, or if the user may not make the call', async () => {
    const messages = ['a', 'b'].map((id) => emailMessage({ id }));
    account.server.next.push(entries(taken('first'), { Status: 'INVALID_PARAMETER' }));
    const opened = account.open();
    expect(await opened.sendAll(messages)).toMatchObject([sent('first'), sent('ses-1')]);
    account.server.next.push(error(403, 'AccessDeniedException', 'not authorized to perform'));
    expect(await opened.sendAll(messages)).toMatchObject([sent('ses-1'), sent('ses-1')]);
    expect(paths().filter((path) => path === BULK).length).toBe(2);
  });
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
