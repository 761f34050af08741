import { postmark } from '../../channels/email/postmark';
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
import { INACTIVE, type PostmarkMail, startPostmark, TOKEN } from '../support/providers/postmark-server';

const { open, send, close } = opener(postmark, [TOKEN]);
let server: ApiServer;
beforeEach(async () => {
  server = await startPostmark();
});
afterEach(() => server.close());
afterAll(close);

const provider = (settings: Record<string, unknown> = {}) =>
  open({ server_token: TOKEN, base_url: server.url, ...settings });
const lastMail = () => JSON.parse(server.requests.at(-1)?.body ?? '') as PostmarkMail;
const error = (ErrorCode: number, Message: string, status = 422) => ({
  status,
  body: { ErrorCode, Message },
});

describe('an e-mail over Postmark', () => {
  it('arrives with everything that an e-mail can have', async () => {
    expect(await send(provider(), fullMessage())).toEqual({
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
      HtmlBody: '<p>Hello</p>',
      TextBody: 'Hello',
      MessageStream: 'outbound',
      Headers: Object.entries({ ...HEADERS, ...UNSUBSCRIBE }).map(([Name, Value]) => ({ Name, Value })),
      Metadata: { notification_id: NOTIFICATION, message_id: MESSAGE },
      Attachments: [
        { Name: 'räkning.pdf', Content: FILE.toString('base64'), ContentType: 'application/pdf' },
      ],
    });
  });

  it('is refused without a call when it is larger than Postmark takes', async () => {
    const content = Buffer.alloc(8 * 1024 * 1024).toString('base64');
    const attachments = [{ filename: 'a.bin', contentType: 'application/octet-stream', content }];
    const result = await send(
      provider(),
      emailMessage({ content: { subject: 'Hi', text: 'Hi', attachments } }),
    );
    expect(result).toMatchObject({
      outcome: 'permanent',
      code: 'REJECTED',
      response: expect.stringContaining('10.0 MB'),
    });
    expect(server.requests).toEqual([]);
  });

  it('is not sent to a recipient that Postmark has marked as inactive', async () => {
    expect(await send(provider(), emailMessage({ to: INACTIVE }))).toMatchObject(permanent('SUPPRESSED'));
  });

  it('is not sent when it went to the copies only, since its recipient is inactive', async () => {
    const message = emailMessage({ to: INACTIVE.toUpperCase(), cc: ['c1@example.org'] });
    expect(await send(provider(), message)).toMatchObject(permanent('SUPPRESSED'));
  });

  it('is sent when only a copy is inactive, which the response tells', async () => {
    const result = await send(provider(), emailMessage({ cc: [INACTIVE] }));
    expect(result).toMatchObject({ ...sent('pm-1'), response: expect.stringContaining(INACTIVE) });
  });

  it('waits for an operator when its message stream does not exist', async () => {
    expect(await send(provider({ message_stream: 'other' }))).toMatchObject({
      ...transient('UNAUTHORIZED'),
      response: "422 1235: The stream provided: 'other' does not exist on this server.",
    });
  });

  it.each<Row>([
    ['a wrong token', error(10, 'Bad or missing API token', 401), transient('UNAUTHORIZED')],
    ['maintenance', error(100, 'Maintenance', 503), transient('PROVIDER_ERROR')],
    ['a recipient at fault', error(300, "Invalid 'To' address: 'test'."), permanent('INVALID_RECIPIENT')],
    ['a sender at fault', error(300, "Invalid 'From' address: 'test'."), permanent('REJECTED')],
    [
      'a sender that is not verified',
      error(300, "Invalid 'From' address: 'a@b.cc' is not a verified sender signature."),
      transient('UNAUTHORIZED'),
    ],
    ['no sender signature', error(400, 'Sender Signature not found'), transient('UNAUTHORIZED')],
    ['an unconfirmed signature', error(401, 'Sender signature not confirmed'), transient('UNAUTHORIZED')],
    ['JSON that it cannot read', error(402, 'Invalid JSON.'), permanent('REJECTED')],
    ['a field that it does not know', error(403, "Invalid request field(s): 'X'."), permanent('REJECTED')],
    ['no credits left', error(405, 'Not allowed to send'), limited()],
    ['an inactive recipient', error(406, 'Inactive recipient'), permanent('SUPPRESSED')],
    ['a forbidden file type', error(411, 'Attachment file type not allowed.'), permanent('REJECTED')],
    ['an account pending approval', error(412, 'While your account is pending'), transient('UNAUTHORIZED')],
    ['an account that may not send', error(413, 'This account is not approved'), transient('UNAUTHORIZED')],
    ['an invalid server', error(422, 'Invalid Server or Account.'), transient('UNAUTHORIZED')],
    ['a stream of another kind', error(1236, 'Sending is not supported'), transient('UNAUTHORIZED')],
    [
      'an address of ours that may not call',
      error(1480, 'You are not authorized'),
      transient('UNAUTHORIZED'),
    ],
    ['too large', { status: 413 }, permanent('REJECTED')],
    ['too many requests', { status: 429, headers: { 'retry-after': '3' } }, limited(3000)],
    ['too many requests in its code', error(429, 'Rate Limit Exceeded'), limited()],
    ['another API', { status: 404, body: '<html>' }, transient('PROVIDER_ERROR')],
    ['a redirect', { status: 301, headers: { location: '/x' } }, transient('PROVIDER_ERROR')],
    ['an internal error', { status: 500 }, transient('PROVIDER_ERROR')],
    [
      'a failure in an answer of success',
      error(300, "Invalid 'To' address", 200),
      permanent('INVALID_RECIPIENT'),
    ],
    ['success that cannot be read', { status: 200, body: 'OK' }, sent('')],
  ])('that is answered with %s has the outcome of the table', async (_what, reply, result) => {
    server.next.push(reply);
    const got = await send(provider());
    expect(got).toMatchObject(result);
    expect(got.response).toContain(String(reply.status));
  });

  itKeepsTheCommonRules(() => ({ server, provider, send, lost: { timedOut: UNKNOWN, broken: UNKNOWN } }));
});

describe('the check of a Postmark server', () => {
  const check = (settings = {}) => provider(settings).check?.(AbortSignal.timeout(2000));

  it('tries the token and the stream', async () => {
    expect(await check()).toEqual({
      ok: true,
      detail: 'the message stream outbound (Transactional) is there',
    });
  });

  it('knows a wrong token', async () => {
    expect(await check({ server_token: 'other' })).toMatchObject({
      ok: false,
      reason: expect.stringContaining('401'),
    });
  });

  it('knows a stream that does not exist', async () => {
    expect(await check({ message_stream: 'x' })).toMatchObject({
      ok: false,
      reason: expect.stringContaining('stream x'),
    });
  });

  it('knows a stream that is archived', async () => {
    server.next.push({
      status: 200,
      body: { ID: 'outbound', Name: 'T', ArchivedAt: '2026-01-01T00:00:00Z' },
    });
    expect(await check()).toMatchObject({ ok: false, reason: expect.stringContaining('archived') });
  });
});
