import { sendgrid } from '../../channels/email/sendgrid/provider';
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
  REJECTED,
  UNAUTHORIZED,
  UNKNOWN,
} from '../support/providers/outcomes';
import { testProvider } from '../support/providers/provider-kit';
import { API_KEY, type SendgridMail, startSendgrid } from '../support/providers/sendgrid-server';

const error = (status: number, message: string, field: string | null = null) => ({
  status,
  body: { errors: [{ message, field }] },
});

const account = testProvider(sendgrid, {
  start: startSendgrid,
  settings: ({ url }) => ({ api_key: API_KEY, base_url: url }),
  message: () => emailMessage(),
  says: (words) => error(400, words),
  accepted: {
    reply: { status: 202, headers: { 'x-message-id': 'sg-9' } },
    id: 'sg-9',
    nameless: { status: 202 },
  },
  impossible: IMPOSSIBLE_EMAILS,
  answers: [
    [
      'a recipient at fault',
      error(400, 'Does not contain a valid address.', 'personalizations.0.to.0.email'),
      INVALID,
    ],
    [
      'a copy at fault',
      error(400, 'Does not contain a valid address.', 'personalizations.0.cc.0.email'),
      REJECTED,
    ],
    ['other content at fault', error(400, 'The content value must be a string', 'content.0.value'), REJECTED],
    ['too large', error(413, 'content too large'), REJECTED],
    ['a wrong key', error(401, 'authorization required'), UNAUTHORIZED],
    ['no credits left', error(401, 'Maximum credits exceeded'), LIMITED],
    [
      'a sender that is not verified',
      error(403, 'The from address does not match a verified Sender Identity.'),
      UNAUTHORIZED,
    ],
    ['another API', error(404, 'not found'), DOWN],
    ['another method', error(405, 'method not allowed'), DOWN],
    ['too many requests', { status: 429, headers: { 'retry-after': '7' } }, limited(7000)],
    ['too many requests, no time', { status: 429 }, LIMITED],
    ['an internal error', error(500, 'internal server error'), UNKNOWN],
    ['no service', error(503, 'service not available'), DOWN],
    ['a gateway that has no backend', { status: 503, body: '<html>' }, DOWN],
    ['200, by which nothing is sent', { status: 200, headers: { 'x-message-id': 'sg-9' } }, UNKNOWN],
    [
      'our key in its words',
      error(401, `the key ${API_KEY} is revoked`),
      { ...UNAUTHORIZED, response: '401: the key *** is revoked' },
    ],
  ],
  checks: [
    ['a key that may send', {}, { ok: true, detail: 'the API key may send mail' }],
    [
      'a key that may not',
      { reply: { status: 200, body: { scopes: ['alerts.read'] } } },
      { ok: false, reason: expect.stringContaining('mail.send') },
    ],
    [
      'a key that is wrong',
      { settings: { api_key: 'SG.other' } },
      { ok: false, reason: expect.stringContaining('401') },
    ],
  ],
  wrongSettings: [
    [{ api_key: undefined }, 'api_key'],
    [{ api_key: 'SG.a\nb' }, 'api_key'],
    [{ sandbox: true }, ''],
  ],
});
const lastMail = () => account.server.requests.at(-1)?.json as SendgridMail;

describe('an e-mail over SendGrid', () => {
  it('arrives with everything that an e-mail can have', async () => {
    expect(await account.send(fullMessage())).toEqual({
      outcome: 'sent',
      providerMessageId: 'sg-message-1',
      response: '202',
    });
    expect(lastMail()).toEqual({
      personalizations: [
        {
          to: [{ email: 'ada@example.org', name: 'Ada  Countess' }],
          // An address named twice is refused by SendGrid.
          cc: [{ email: 'c1@example.org' }, { email: 'c2@example.org', name: 'Copy' }],
          bcc: [{ email: 'secret@example.org' }],
        },
      ],
      from: { email: 'shop@example.com', name: 'Shop' },
      reply_to_list: [{ email: 'help@example.com', name: 'Help Desk' }, { email: 'more@example.com' }],
      subject: 'Hej Ådä',
      content: [
        { type: 'text/plain', value: 'Hello' },
        { type: 'text/html', value: '<p>Hello</p><img src="cid:logo">' },
      ],
      headers: { ...HEADERS, ...UNSUBSCRIBE },
      custom_args: { notification_id: NOTIFICATION_ID, message_id: MESSAGE_ID },
      attachments: [
        {
          content: FILE.toString('base64'),
          filename: 'räkning.pdf',
          type: 'application/pdf',
          disposition: 'attachment',
        },
        {
          content: FILE.toString('base64'),
          filename: 'logo.png',
          type: 'image/png',
          disposition: 'inline',
          content_id: 'logo',
        },
      ],
    });
  });

  it('arrives with nothing but a text', async () => {
    const message = emailMessage({ content: { subject: 'Hi', text: 'Hello' } });
    expect(await account.send(message)).toMatchObject({ outcome: 'sent' });
    expect(lastMail()).toMatchObject({ content: [{ type: 'text/plain', value: 'Hello' }], headers: HEADERS });
  });

  it('waits as long as X-RateLimit-Reset says', async () => {
    const reset = Math.ceil(Date.now() / 1000) + 20;
    account.server.next.push({ status: 429, headers: { 'x-ratelimit-reset': String(reset) } });
    const result = await account.send();
    const wait = result.outcome === 'rate_limited' ? (result.retryAfterMs ?? 0) : 0;
    expect(wait).toBeGreaterThan(15_000);
    expect(wait).toBeLessThanOrEqual(21_000);
  });
});
