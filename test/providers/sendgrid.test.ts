import { sendgrid } from '../../channels/email/sendgrid';
import type { ApiServer } from '../support/providers/api-server';
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
  UNKNOWN,
  UNSUBSCRIBE,
} from '../support/providers/email-provider';
import { API_KEY, type SendgridMail, startSendgrid } from '../support/providers/sendgrid-server';

const { open, send, close } = opener(sendgrid, [API_KEY]);
let server: ApiServer;
beforeEach(async () => {
  server = await startSendgrid();
});
afterEach(() => server.close());
afterAll(close);

const provider = (settings: Record<string, unknown> = {}) =>
  open({ api_key: API_KEY, base_url: server.url, ...settings });
const lastMail = () => JSON.parse(server.requests.at(-1)?.body ?? '') as SendgridMail;
const error = (status: number, message: string, field: string | null = null) => ({
  status,
  body: { errors: [{ message, field }] },
});

describe('an e-mail over SendGrid', () => {
  it('arrives with everything that an e-mail can have', async () => {
    expect(await send(provider(), fullMessage())).toEqual({
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
        { type: 'text/html', value: '<p>Hello</p>' },
      ],
      headers: { ...HEADERS, ...UNSUBSCRIBE },
      custom_args: { notification_id: NOTIFICATION, message_id: MESSAGE },
      attachments: [
        {
          content: FILE.toString('base64'),
          filename: 'räkning.pdf',
          type: 'application/pdf',
          disposition: 'attachment',
        },
      ],
    });
  });

  it('arrives with nothing but a text', async () => {
    const message = emailMessage({ content: { subject: 'Hi', text: 'Hello' } });
    expect(await send(provider(), message)).toMatchObject({ outcome: 'sent' });
    expect(lastMail()).toMatchObject({ content: [{ type: 'text/plain', value: 'Hello' }], headers: HEADERS });
  });

  it.each<Row>([
    [
      'a recipient at fault',
      error(400, 'Does not contain a valid address.', 'personalizations.0.to.0.email'),
      permanent('INVALID_RECIPIENT'),
    ],
    [
      'a copy at fault',
      error(400, 'Does not contain a valid address.', 'personalizations.0.cc.0.email'),
      permanent('REJECTED'),
    ],
    [
      'other content at fault',
      error(400, 'The content value must be a string', 'content.0.value'),
      permanent('REJECTED'),
    ],
    ['too large', error(413, 'content too large'), permanent('REJECTED')],
    ['a wrong key', error(401, 'authorization required'), transient('UNAUTHORIZED')],
    ['no credits left', error(401, 'Maximum credits exceeded'), limited()],
    [
      'a sender that is not verified',
      error(403, 'The from address does not match a verified Sender Identity.'),
      transient('UNAUTHORIZED'),
    ],
    ['another API', error(404, 'not found'), transient('PROVIDER_ERROR')],
    ['another method', error(405, 'method not allowed'), transient('PROVIDER_ERROR')],
    ['too many requests', { status: 429, headers: { 'retry-after': '7' } }, limited(7000)],
    ['too many requests, no time', { status: 429 }, limited()],
    [
      'a redirect',
      { status: 302, headers: { location: 'https://example.com/' } },
      transient('PROVIDER_ERROR'),
    ],
    ['an internal error', error(500, 'internal server error'), transient('PROVIDER_ERROR')],
    ['a gateway that has no backend', { status: 503, body: '<html>' }, transient('PROVIDER_ERROR')],
    ['success without an id', { status: 202 }, sent('')],
  ])('that is answered with %s has the outcome of the table', async (_what, reply, result) => {
    server.next.push(reply);
    const got = await send(provider());
    expect(got).toMatchObject(result);
    expect(got.response).toContain(String(reply.status));
  });

  it('waits as long as X-RateLimit-Reset says', async () => {
    const reset = Math.ceil(Date.now() / 1000) + 20;
    server.next.push({ status: 429, headers: { 'x-ratelimit-reset': String(reset) } });
    const result = await send(provider());
    const wait = result.outcome === 'rate_limited' ? (result.retryAfterMs ?? 0) : 0;
    expect(wait).toBeGreaterThan(15_000);
    expect(wait).toBeLessThanOrEqual(21_000);
  });

  it('keeps a key that the answer repeats out of the result', async () => {
    server.next.push(error(401, `the key ${API_KEY} is revoked`));
    expect(await send(provider())).toMatchObject({ response: '401: the key [secret] is revoked' });
  });

  itKeepsTheCommonRules(() => ({ server, provider, send, lost: { timedOut: UNKNOWN, broken: UNKNOWN } }));
});

describe('the check of a SendGrid account', () => {
  const check = (settings = {}) => provider(settings).check?.(AbortSignal.timeout(2000));

  it('knows a key that may send', async () => {
    expect(await check()).toEqual({ ok: true, detail: 'the API key may send mail' });
  });

  it('knows a key that may not', async () => {
    server.next.push({ status: 200, body: { scopes: ['alerts.read'] } });
    expect(await check()).toMatchObject({ ok: false, reason: expect.stringContaining('mail.send') });
  });

  it('knows a key that is wrong', async () => {
    expect(await check({ api_key: 'SG.other' })).toMatchObject({
      ok: false,
      reason: expect.stringContaining('401'),
    });
  });
});

describe('the settings of SendGrid', () => {
  it.each([
    ['no key', {}],
    ['a key with a line break', { api_key: 'SG.a\nb' }],
    ['an http base_url elsewhere', { api_key: 'k', base_url: 'http://example.com' }],
    ['a base_url with credentials', { api_key: 'k', base_url: 'https://a:b@example.com' }],
    ['an unknown field', { api_key: 'k', sandbox: true }],
  ])('refuse %s', (_what, settings) => {
    expect(sendgrid.settings.safeParse(settings).success).toBe(false);
  });
});
