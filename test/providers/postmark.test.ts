import { postmark } from '../../channels/email/postmark/provider';
import {
  emailMessage,
  FILE,
  fullMessage,
  HEADERS,
  IMPOSSIBLE_EMAILS,
  UNSUBSCRIBE,
} from '../support/providers/emails';
import { MESSAGE_ID, NOTIFICATION_ID } from '../support/providers/messages';
import {
  DOWN,
  INVALID,
  limited,
  LIMITED,
  permanent,
  REJECTED,
  sent,
  UNAUTHORIZED,
  UNKNOWN,
} from '../support/providers/outcomes';
import { testProvider } from '../support/providers/provider-kit';
import { INACTIVE, type PostmarkMail, startPostmark, TOKEN } from '../support/providers/postmark-server';

const SUPPRESSED = permanent('SUPPRESSED');
const error = (ErrorCode: number, Message: string, status = 422) => ({
  status,
  body: { ErrorCode, Message },
});
const LARGE = {
  filename: 'a.bin',
  contentType: 'application/octet-stream',
  content: Buffer.alloc(8 * 1024 * 1024).toString('base64'),
};

const account = testProvider(postmark, {
  start: () => startPostmark(),
  settings: ({ url }) => ({ server_token: TOKEN, base_url: url }),
  message: () => emailMessage(),
  says: (words) => error(402, words),
  accepted: {
    reply: {
      status: 200,
      body: {
        To: 'ada@example.org',
        SubmittedAt: '2026-11-21T12:00:00Z',
        ErrorCode: 0,
        Message: 'OK',
        MessageID: 'pm-9',
      },
    },
    id: 'pm-9',
    nameless: {
      status: 200,
      body: { To: 'ada@example.org', SubmittedAt: '2026-11-21T12:00:00Z', ErrorCode: 0, Message: 'OK' },
    },
  },
  impossible: [
    ...IMPOSSIBLE_EMAILS,
    [
      'larger than Postmark takes',
      emailMessage({ content: { subject: 'Hi', text: 'Hi', attachments: [LARGE] } }),
      permanent('REJECTED', '10.0 MB'),
    ],
  ],
  answers: [
    ['a wrong token', error(10, 'Bad or missing API token', 401), UNAUTHORIZED],
    ['maintenance', error(100, 'Maintenance', 503), DOWN],
    ['a recipient at fault', error(300, "Invalid 'To' address: 'test'."), INVALID],
    ['a sender at fault', error(300, "Invalid 'From' address: 'test'."), REJECTED],
    [
      'a sender that is not verified',
      error(300, "Invalid 'From' address: 'a@b.cc' is not a verified sender signature."),
      UNAUTHORIZED,
    ],
    ['no sender signature', error(400, 'Sender Signature not found'), UNAUTHORIZED],
    ['an unconfirmed signature', error(401, 'Sender signature not confirmed'), UNAUTHORIZED],
    ['JSON that it cannot read', error(402, 'Invalid JSON.'), REJECTED],
    ['a field that it does not know', error(403, "Invalid request field(s): 'X'."), REJECTED],
    ['no credits left', error(405, 'Not allowed to send'), LIMITED],
    ['an inactive recipient', error(406, 'Inactive recipient'), SUPPRESSED],
    ['a forbidden file type', error(411, 'Attachment file type not allowed.'), REJECTED],
    ['an account pending approval', error(412, 'While your account is pending'), UNAUTHORIZED],
    ['an account that may not send', error(413, 'This account is not approved'), UNAUTHORIZED],
    ['an invalid server', error(422, 'Invalid Server or Account.'), UNAUTHORIZED],
    ['a stream of another kind', error(1236, 'Sending is not supported'), UNAUTHORIZED],
    ['an address of ours that may not call', error(1480, 'You are not authorized'), UNAUTHORIZED],
    ['too many requests', { status: 429, headers: { 'retry-after': '3' } }, limited(3000)],
    ['too many requests in its code', error(429, 'Rate Limit Exceeded'), LIMITED],
    ['an internal error', { status: 500 }, UNKNOWN],
    ['an internal error with a code', error(1, 'Internal error', 500), UNKNOWN],
    ['an outage with a code', error(1, 'Unavailable', 503), DOWN],
    ['a failure in an answer of success', error(300, "Invalid 'To' address", 200), INVALID],
  ],
  checks: [
    ['its token and stream', {}, { ok: true, detail: 'the message stream outbound (Transactional) exists' }],
    [
      'a wrong token',
      { settings: { server_token: 'other' } },
      { ok: false, reason: expect.stringContaining('401') },
    ],
    [
      'a stream that does not exist',
      { settings: { message_stream: 'x' } },
      { ok: false, reason: expect.stringContaining('stream x') },
    ],
    [
      'a stream that is archived',
      { reply: { status: 200, body: { ID: 'outbound', Name: 'T', ArchivedAt: '2026-01-01T00:00:00Z' } } },
      { ok: false, reason: expect.stringContaining('archived') },
    ],
  ],
  wrongSettings: [[{ server_token: undefined }, 'server_token']],
  batch: {
    path: '/email/batch',
    most: 500,
    message: (at) => emailMessage({ id: `message-${at}`, to: `p${at}@example.org` }),
    answers: [
      [
        'an answer to each',
        {
          status: 200,
          body: [
            { ErrorCode: 0, Message: 'OK', MessageID: 'pm-a', To: 'p0@example.org' },
            { ErrorCode: 406, Message: 'Inactive recipient' },
            { ErrorCode: 300, Message: "Invalid 'To' address: 'p2'." },
          ],
        },
        [sent('pm-a'), SUPPRESSED, INVALID],
      ],
      [
        'one without an id, one of the account',
        {
          status: 200,
          body: [
            { ErrorCode: 0, Message: 'OK', MessageID: 'pm-a' },
            { ErrorCode: 0, Message: 'OK' },
            { ErrorCode: 405, Message: 'Not allowed to send' },
          ],
        },
        [sent('pm-a'), UNKNOWN, LIMITED],
      ],
      [
        'a success, a refusal for now, an answer that nobody can read',
        {
          status: 200,
          body: [
            { ErrorCode: 0, Message: 'OK', MessageID: 'pm-a' },
            { ErrorCode: 100, Message: 'Maintenance' },
            null,
          ],
        },
        [sent('pm-a'), DOWN, UNKNOWN],
      ],
      [
        'more answers than messages',
        {
          status: 200,
          body: ['a', 'b', 'c', 'd'].map((one) => ({ ErrorCode: 0, Message: 'OK', MessageID: one })),
        },
        UNKNOWN,
      ],
      ['fewer answers than messages', { status: 200, body: [{ ErrorCode: 406, Message: 'x' }] }, UNKNOWN],
      ['an answer to one', { status: 200, body: { ErrorCode: 0, Message: 'OK', MessageID: 'a' } }, UNKNOWN],
      ['a wrong token', error(10, 'Bad or missing API token', 401), UNAUTHORIZED],
      ['too many requests', { status: 429, headers: { 'retry-after': '3' } }, limited(3000)],
      ['an internal error', error(1, 'Internal error', 500), UNKNOWN],
      ['maintenance', error(100, 'Maintenance', 503), DOWN],
    ],
    refused: error(402, 'Invalid JSON.'),
  },
});
const lastMail = () => account.server.requests.at(-1)?.json as PostmarkMail;

describe('an e-mail over Postmark', () => {
  it('arrives with everything that an e-mail can have', async () => {
    expect(await account.send(fullMessage())).toEqual({
      outcome: 'sent',
      providerMessageId: 'pm-1',
      response: '200 0: OK',
    });
    expect(lastMail()).toEqual({
      From: 'Shop <shop@example.com>',
      To: '"Ada, Countess" <ada@example.org>',
      Cc: 'c1@example.org, Copy <c2@example.org>, ada@example.org',
      Bcc: 'secret@example.org, c1@example.org',
      ReplyTo: 'Help Desk <help@example.com>, more@example.com',
      Subject: 'Hej Ådä',
      HtmlBody: '<p>Hello</p><img src="cid:logo">',
      TextBody: 'Hello',
      MessageStream: 'outbound',
      Headers: Object.entries({ ...HEADERS, ...UNSUBSCRIBE }).map(([Name, Value]) => ({ Name, Value })),
      Metadata: { notification_id: NOTIFICATION_ID, message_id: MESSAGE_ID },
      Attachments: [
        { Name: 'räkning.pdf', Content: FILE.toString('base64'), ContentType: 'application/pdf' },
        {
          Name: 'logo.png',
          Content: FILE.toString('base64'),
          ContentType: 'image/png',
          ContentID: 'cid:logo',
        },
      ],
    });
  });

  it('is not sent to a recipient that Postmark has marked as inactive', async () => {
    expect(await account.send(emailMessage({ to: INACTIVE }))).toMatchObject(SUPPRESSED);
  });

  it('is not sent when it went to the copies only, since its recipient is inactive', async () => {
    const message = emailMessage({ to: INACTIVE.toUpperCase(), cc: ['c1@example.org'] });
    expect(await account.send(message)).toMatchObject(SUPPRESSED);
  });

  it('is sent when only a copy is inactive, which the response tells', async () => {
    const result = await account.send(emailMessage({ cc: [INACTIVE] }));
    expect(result).toMatchObject({ ...sent('pm-1'), response: expect.stringContaining(INACTIVE) });
  });

  it('waits for an operator when its message stream does not exist', async () => {
    expect(await account.open({ message_stream: 'other' }).send()).toEqual({
      ...UNAUTHORIZED,
      response: "422 1235: The stream provided: 'other' does not exist on this server.",
    });
  });
});
