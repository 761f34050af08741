import { resend } from '../../channels/email/resend/provider';
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
  type Expected,
  INVALID,
  limited,
  LIMITED,
  REJECTED,
  sent,
  TIMED_OUT,
  UNAUTHORIZED,
  UNKNOWN,
} from '../support/providers/outcomes';
import { testProvider } from '../support/providers/provider-kit';
import {
  API_KEY,
  resendError as error,
  type ResendMail,
  SENDING_KEY,
  startResend,
} from '../support/providers/resend-server';

// Never unknown: the key makes the repeat safe.
const REPEATABLE: Expected = { ...DOWN, mayHaveSent: true };

const account = testProvider(resend, {
  start: () => startResend(),
  settings: ({ url }) => ({ api_key: API_KEY, base_url: url }),
  message: () => emailMessage(),
  secrets: () => [SENDING_KEY],
  says: (words) => error(400, 'validation_error', words),
  lost: { broken: REPEATABLE, unanswered: { ...TIMED_OUT, mayHaveSent: true } },
  accepted: {
    reply: { status: 200, body: { id: '49a3999c-0ce1-4ea6-ab68-afcd6dc2e794' } },
    id: '49a3999c-0ce1-4ea6-ab68-afcd6dc2e794',
    nameless: { status: 200, body: { object: 'email' } },
  },
  impossible: IMPOSSIBLE_EMAILS,
  answers: [
    ['a recipient at fault', error(422, 'validation_error', 'Invalid `to` field.'), INVALID],
    ['another field at fault', error(422, 'validation_error', 'Invalid `from` field.'), REJECTED],
    ['a missing field', error(422, 'missing_required_field', 'Missing `subject` field.'), REJECTED],
    ['a bad request', error(400, 'validation_error', 'An error was found.'), REJECTED],
    ['a bad attachment', error(422, 'invalid_attachment', 'Attachment must have content.'), REJECTED],
    ['no key', error(401, 'missing_api_key', 'Missing API key.'), UNAUTHORIZED],
    ['a restricted key', error(403, 'restricted_api_key', 'API key is not active'), UNAUTHORIZED],
    ['a suspended key', error(403, 'suspended_api_key', 'This API key is suspended'), UNAUTHORIZED],
    [
      'a domain that is not verified',
      error(403, 'validation_error', 'The example.com domain is not verified.'),
      UNAUTHORIZED,
    ],
    ['another API', error(404, 'not_found', 'No such endpoint.'), DOWN],
    ['another method', error(405, 'method_not_allowed', 'No.'), DOWN],
    ['the same key at work', error(409, 'concurrent_idempotent_requests', 'In progress.'), REPEATABLE],
    ['a lock', error(409, 'resource_locked', 'Locked.'), REPEATABLE],
    ['too many requests', error(429, 'rate_limit_exceeded', 'Slow.', { 'retry-after': '2' }), limited(2000)],
    [
      'too many requests, draft header',
      error(429, 'rate_limit_exceeded', 'Slow.', { 'ratelimit-reset': '1' }),
      limited(1000),
    ],
    ['the daily quota', error(429, 'daily_quota_exceeded', 'Quota.'), LIMITED],
    ['the monthly quota', error(429, 'monthly_quota_exceeded', 'Quota.'), LIMITED],
    ['an internal error', error(500, 'application_error', 'Oops.'), REPEATABLE],
    ['an outage', error(503, 'service_unavailable', 'Down.'), REPEATABLE],
    ['a gateway that lost its answer', { status: 502, body: '<html>' }, REPEATABLE],
  ],
  checks: [
    ['a key', {}, { ok: true, detail: 'the API key is accepted' }],
    [
      'a key that may only send',
      { settings: { api_key: SENDING_KEY } },
      { ok: true, detail: expect.stringContaining('sending') },
    ],
    [
      'a wrong key',
      { settings: { api_key: 're_other' } },
      { ok: false, reason: expect.stringContaining('401') },
    ],
  ],
  wrongSettings: [[{ api_key: undefined }, 'api_key']],
  batch: {
    path: '/emails/batch',
    most: 100,
    message: (at) => emailMessage({ id: `message-${at}`, to: `p${at}@example.org` }),
    answers: [
      [
        'ids, and the place of one that is not valid',
        {
          status: 200,
          body: {
            data: [{ id: 're-a' }, { id: 're-b' }],
            errors: [{ index: 1, message: 'The `to` field is invalid.' }],
          },
        },
        [sent('re-a'), INVALID, sent('re-b')],
      ],
      [
        'a success, a message that is not valid, an id that is missing',
        {
          status: 200,
          body: {
            data: [{ id: 're-a' }, {}],
            errors: [{ index: 1, message: 'The `from` field is invalid.' }],
          },
        },
        [sent('re-a'), REJECTED, UNKNOWN],
      ],
      [
        'more ids than messages',
        { status: 200, body: { data: ['a', 'b', 'c', 'd'].map((id) => ({ id })) } },
        UNKNOWN,
      ],
      ...[7, -1, '1', null].map(
        (index) =>
          [
            `an error at the place ${index}`,
            { status: 200, body: { data: [{ id: 'a' }, { id: 'b' }], errors: [{ index, message: 'x' }] } },
            UNKNOWN,
          ] as const,
      ),
      ['fewer ids than messages', { status: 200, body: { data: [{ id: 're-a' }] } }, UNKNOWN],
      ['an id for one', { status: 200, body: { id: 're-a' } }, UNKNOWN],
      ['a wrong key', error(401, 'validation_error', 'API key is invalid'), UNAUTHORIZED],
      [
        'too many requests',
        error(429, 'rate_limit_exceeded', 'Too many requests', { 'retry-after': '2' }),
        limited(2000),
      ],
      ['an internal error', error(500, 'internal_server_error', 'An error occurred'), UNKNOWN],
    ],
    refused: error(422, 'validation_error', 'Invalid `from` field.'),
    repeated: true,
  },
});

describe('an e-mail over Resend', () => {
  it('arrives with everything that an e-mail can have', async () => {
    expect(await account.send(fullMessage())).toEqual({
      outcome: 'sent',
      providerMessageId: 're-1',
      response: '200',
    });
    expect(account.server.requests[0]?.headers['idempotency-key']).toBe(MESSAGE_ID);
    expect(JSON.parse(account.server.mails[0]?.body ?? '') as ResendMail).toEqual({
      from: 'Shop <shop@example.com>',
      to: ['"Ada, Countess" <ada@example.org>'],
      cc: ['c1@example.org', 'Copy <c2@example.org>', 'ada@example.org'],
      bcc: ['secret@example.org', 'c1@example.org'],
      reply_to: ['Help Desk <help@example.com>', 'more@example.com'],
      subject: 'Hej Ådä',
      html: '<p>Hello</p><img src="cid:logo">',
      text: 'Hello',
      headers: { ...HEADERS, ...UNSUBSCRIBE },
      tags: [
        { name: 'notification_id', value: NOTIFICATION_ID },
        { name: 'message_id', value: MESSAGE_ID },
      ],
      attachments: [
        { filename: 'räkning.pdf', content: FILE.toString('base64'), content_type: 'application/pdf' },
        {
          filename: 'logo.png',
          content: FILE.toString('base64'),
          content_type: 'image/png',
          content_id: 'logo',
        },
      ],
    });
  });

  it('goes out once when an attempt whose answer was lost is repeated', async () => {
    const first = await account.send();
    expect(await account.send()).toEqual(first);
    expect(account.server.mails).toHaveLength(1);
  });

  it('goes out once, and counts as sent, when the repeat has another body', async () => {
    await account.send();
    const changed = emailMessage({ content: { subject: 'Hi', text: 'changed' } });
    expect(await account.send(changed)).toMatchObject({
      ...sent(''),
      response: expect.stringContaining('accepted at an earlier attempt'),
    });
    expect(account.server.mails).toHaveLength(1);
  });

  it('goes out in a batch that is repeated once with its key if its answer is lost', async () => {
    const messages = ['a', 'b'].map((id) => emailMessage({ id, to: `${id}@example.org` }));
    account.server.next.push('reset');
    expect(await account.open().sendAll(messages)).toMatchObject([sent('re-1'), sent('re-2')]);
    const keys = account.server.requests.map(({ headers }) => headers['idempotency-key']);
    expect(keys.length).toBe(2);
    expect(new Set(keys).size).toBe(1);
  });
});
