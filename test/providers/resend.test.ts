import { resend } from '../../channels/email/resend';
import {
  emailMessage,
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
  UNSUBSCRIBE,
} from '../support/providers/email-provider';
import {
  API_KEY,
  resendError as error,
  type ResendMail,
  SENDING_KEY,
  startResend,
} from '../support/providers/resend-server';

const { open, send, close } = opener(resend, [API_KEY, SENDING_KEY]);
let server: Awaited<ReturnType<typeof startResend>>;
beforeEach(async () => {
  server = await startResend();
});
afterEach(() => server.close());
afterAll(close);

const provider = (settings: Record<string, unknown> = {}) =>
  open({ api_key: API_KEY, base_url: server.url, ...settings });

describe('an e-mail over Resend', () => {
  it('arrives with everything that an e-mail can have', async () => {
    expect(await send(provider(), fullMessage())).toEqual({
      outcome: 'sent',
      providerMessageId: 're-1',
      response: '200',
    });
    expect(server.requests[0]?.headers['idempotency-key']).toBe(MESSAGE);
    expect(JSON.parse(server.mails[0]?.body ?? '') as ResendMail).toEqual({
      from: 'Shop <shop@example.com>',
      to: ['"Ada, Countess" <ada@example.org>'],
      cc: ['c1@example.org', 'Copy <c2@example.org>', 'ada@example.org'],
      bcc: ['secret@example.org', 'c1@example.org'],
      reply_to: ['Help Desk <help@example.com>', 'more@example.com'],
      subject: 'Hej Ådä',
      html: '<p>Hello</p>',
      text: 'Hello',
      headers: { ...HEADERS, ...UNSUBSCRIBE },
      tags: [
        { name: 'notification_id', value: NOTIFICATION },
        { name: 'message_id', value: MESSAGE },
      ],
      attachments: [
        { filename: 'räkning.pdf', content: FILE.toString('base64'), content_type: 'application/pdf' },
      ],
    });
  });

  it('goes out once when an attempt whose answer was lost is repeated', async () => {
    const first = await send(provider());
    expect(await send(provider())).toEqual(first);
    expect(server.mails).toHaveLength(1);
  });

  it('goes out once, and counts as sent, when the repeat has another body', async () => {
    await send(provider());
    const changed = emailMessage({ content: { subject: 'Hi', text: 'changed' } });
    expect(await send(provider(), changed)).toMatchObject({
      ...sent(''),
      response: expect.stringContaining('accepted at an earlier attempt'),
    });
    expect(server.mails).toHaveLength(1);
  });

  it.each<Row>([
    [
      'a recipient at fault',
      error(422, 'validation_error', 'Invalid `to` field.'),
      permanent('INVALID_RECIPIENT'),
    ],
    [
      'another field at fault',
      error(422, 'validation_error', 'Invalid `from` field.'),
      permanent('REJECTED'),
    ],
    [
      'a missing field',
      error(422, 'missing_required_field', 'Missing `subject` field.'),
      permanent('REJECTED'),
    ],
    ['a bad request', error(400, 'validation_error', 'An error was found.'), permanent('REJECTED')],
    [
      'a bad attachment',
      error(422, 'invalid_attachment', 'Attachment must have content.'),
      permanent('REJECTED'),
    ],
    ['too large', { status: 413 }, permanent('REJECTED')],
    ['no key', error(401, 'missing_api_key', 'Missing API key.'), transient('UNAUTHORIZED')],
    [
      'a restricted key',
      error(403, 'restricted_api_key', 'API key is not active'),
      transient('UNAUTHORIZED'),
    ],
    [
      'a suspended key',
      error(403, 'suspended_api_key', 'This API key is suspended'),
      transient('UNAUTHORIZED'),
    ],
    [
      'a domain that is not verified',
      error(403, 'validation_error', 'The example.com domain is not verified.'),
      transient('UNAUTHORIZED'),
    ],
    ['another API', error(404, 'not_found', 'No such endpoint.'), transient('PROVIDER_ERROR')],
    ['another method', error(405, 'method_not_allowed', 'No.'), transient('PROVIDER_ERROR')],
    [
      'the same key at work',
      error(409, 'concurrent_idempotent_requests', 'In progress.'),
      transient('PROVIDER_ERROR'),
    ],
    ['a lock', error(409, 'resource_locked', 'Locked.'), transient('PROVIDER_ERROR')],
    ['too many requests', error(429, 'rate_limit_exceeded', 'Slow.', { 'retry-after': '2' }), limited(2000)],
    [
      'too many requests, draft header',
      error(429, 'rate_limit_exceeded', 'Slow.', { 'ratelimit-reset': '1' }),
      limited(1000),
    ],
    ['the daily quota', error(429, 'daily_quota_exceeded', 'Quota.'), limited()],
    ['the monthly quota', error(429, 'monthly_quota_exceeded', 'Quota.'), limited()],
    ['a redirect', { status: 307, headers: { location: '/x' } }, transient('PROVIDER_ERROR')],
    ['an internal error', error(500, 'application_error', 'Oops.'), transient('PROVIDER_ERROR')],
    ['an outage', error(503, 'service_unavailable', 'Down.'), transient('PROVIDER_ERROR')],
    ['success that cannot be read', { status: 200, body: '<html>' }, sent('')],
  ])('that is answered with %s has the outcome of the table', async (_what, reply, result) => {
    server.next.push(reply);
    const got = await send(provider());
    expect(got).toMatchObject(result);
    expect(got.response).toContain(String(reply.status));
  });

  // Never unknown: the key makes the repeat safe.
  const lost = { timedOut: transient('TIMEOUT'), broken: transient('PROVIDER_ERROR') };
  itKeepsTheCommonRules(() => ({ server, provider, send, lost }));
});

describe('the check of a Resend account', () => {
  const check = (settings = {}) => provider(settings).check?.(AbortSignal.timeout(2000));

  it('knows a key', async () => {
    expect(await check()).toEqual({ ok: true, detail: 'the API key is accepted' });
  });

  it('knows a key that may only send', async () => {
    expect(await check({ api_key: SENDING_KEY })).toMatchObject({
      ok: true,
      detail: expect.stringContaining('sending'),
    });
  });

  it('knows a wrong key', async () => {
    expect(await check({ api_key: 're_other' })).toMatchObject({
      ok: false,
      reason: expect.stringContaining('401'),
    });
  });
});
