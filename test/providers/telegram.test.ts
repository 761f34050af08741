import type { Provider, RenderedContent } from '../../channels/provider';
import { abortedOnArrival } from '../support/providers/aborted';
import {
  closeHttp,
  messageTo,
  NOWHERE,
  openProvider,
  takesSettings,
} from '../support/providers/open-provider';
import { startTelegramServer, TELEGRAM_TOKEN, type TelegramSend } from '../support/providers/telegram-server';
import type { VendorReply, VendorServer } from '../support/providers/vendor-server';

const never = new AbortController().signal;
let server: VendorServer;
let telegram: Provider;

beforeEach(async () => {
  server = await startTelegramServer();
  telegram = open();
});
afterEach(async () => {
  await server.close();
  expect(server.violations).toEqual([]);
});
afterAll(closeHttp);

const open = (settings: Record<string, unknown> = {}): Provider =>
  openProvider('telegram', { token: TELEGRAM_TOKEN, base_url: server.url, ...settings });
const hello = (content: RenderedContent = { text: 'Hello' }, to = '987654321') => messageTo(to, content);
const sent = (): TelegramSend => server.requests.at(-1)?.body as TelegramSend;
const says = (status: number, description: string, parameters?: Record<string, unknown>): VendorReply => ({
  status,
  body: { ok: false, error_code: status, description, ...(parameters && { parameters }) },
});

describe('a Telegram message', () => {
  it('is plain text, without a preview that would use up a link', async () => {
    expect(await telegram.send(hello({ text: 'Hello <b>& *you*' }), never)).toEqual({
      outcome: 'sent',
      providerMessageId: '4711',
      response: '200 ok',
    });
    expect(sent()).toEqual({
      chat_id: '987654321',
      text: 'Hello <b>& *you*',
      link_preview_options: { is_disabled: true },
    });
  });

  it.each(['HTML', 'MarkdownV2'] as const)(
    'is marked up in %s where its template says so',
    async (parseMode) => {
      await telegram.send(hello({ text: '<b>Hello</b>', parseMode }), never);
      expect(sent()).toMatchObject({ text: '<b>Hello</b>', parse_mode: parseMode });
    },
  );

  it.each(['-1001234567890', '@example_channel'])('goes to the chat %s as it was given', async (to) => {
    await telegram.send(hello({ text: 'Hello' }, to), never);
    expect(sent().chat_id).toBe(to);
  });

  it('is not sent where Telegram would not take it', async () => {
    const tooLong = await telegram.send(hello({ text: '😀'.repeat(4097) }), never);
    expect(tooLong).toMatchObject({
      outcome: 'permanent',
      code: 'REJECTED',
      response: expect.stringContaining('4096'),
    });
    expect(await telegram.send(hello({}), never)).toMatchObject({ outcome: 'permanent', code: 'REJECTED' });
    expect(server.requests).toEqual([]);
    expect(await telegram.send(hello({ text: '😀'.repeat(4096) }), never)).toMatchObject({ outcome: 'sent' });
  });

  it('may be longer than the limit while it is marked up, for markup does not count', async () => {
    const text = `<a href="https://example.com/${'x'.repeat(5000)}">Hello</a>`;
    expect(await telegram.send(hello({ text, parseMode: 'HTML' }), never)).toMatchObject({ outcome: 'sent' });
  });
});

describe('what Telegram answers', () => {
  it.each([
    [400, 'Bad Request: chat not found', 'permanent', 'INVALID_RECIPIENT'],
    [400, 'Bad Request: user not found', 'permanent', 'INVALID_RECIPIENT'],
    [400, 'Bad Request: chat_id is empty', 'permanent', 'INVALID_RECIPIENT'],
    [400, 'Bad Request: PEER_ID_INVALID', 'permanent', 'INVALID_RECIPIENT'],
    [400, 'Bad Request: group chat was deactivated', 'permanent', 'INVALID_RECIPIENT'],
    [
      400,
      'Bad Request: not enough rights to send text messages to the chat',
      'permanent',
      'INVALID_RECIPIENT',
    ],
    [400, 'Bad Request: need administrator rights in the channel chat', 'permanent', 'INVALID_RECIPIENT'],
    [400, 'Bad Request: CHAT_WRITE_FORBIDDEN', 'permanent', 'INVALID_RECIPIENT'],
    [400, "Bad Request: can't parse entities: Unsupported start tag", 'permanent', 'REJECTED'],
    [400, 'Bad Request: message text is empty', 'permanent', 'REJECTED'],
    [400, 'Bad Request: message is too long', 'permanent', 'REJECTED'],
    [400, 'Logged out', 'transient', 'UNAUTHORIZED'],
    [401, 'Unauthorized', 'transient', 'UNAUTHORIZED'],
    [403, 'Forbidden: bot was blocked by the user', 'permanent', 'INVALID_RECIPIENT'],
    [403, 'Forbidden: user is deactivated', 'permanent', 'INVALID_RECIPIENT'],
    [403, 'Forbidden: bot was kicked from the group chat', 'permanent', 'INVALID_RECIPIENT'],
    [403, 'Forbidden: bot is not a member of the channel chat', 'permanent', 'INVALID_RECIPIENT'],
    [403, "Forbidden: bot can't initiate conversation with a user", 'permanent', 'INVALID_RECIPIENT'],
    [404, 'Not Found', 'transient', 'UNAUTHORIZED'],
    [413, 'Request Entity Too Large', 'permanent', 'REJECTED'],
    [421, 'Misdirected Request: unallowed token specified', 'transient', 'UNAUTHORIZED'],
    [500, 'Internal Server Error: restart', 'unknown', 'OUTCOME_UNKNOWN'],
    [502, 'Bad Gateway', 'unknown', 'OUTCOME_UNKNOWN'],
    [503, 'Service Unavailable', 'transient', 'PROVIDER_ERROR'],
  ])('%i %s is %s %s', async (status, description, outcome, code) => {
    server.next(says(status, description));
    const response = `${status} ${description}`;
    expect(await telegram.send(hello(), never)).toEqual({ outcome, code, response });
  });

  it('asks for a pause in its parameters, or else in the header', async () => {
    server.next(says(429, 'Too Many Requests: retry after 35', { retry_after: 35 }));
    expect(await telegram.send(hello(), never)).toEqual({
      outcome: 'rate_limited',
      code: 'RATE_LIMITED',
      response: '429 Too Many Requests: retry after 35',
      retryAfterMs: 35_000,
    });
    server.next({ status: 429, headers: { 'retry-after': '7' }, body: 'slow down' });
    expect(await telegram.send(hello(), never)).toMatchObject({
      outcome: 'rate_limited',
      retryAfterMs: 7000,
    });
  });

  it('says where a group has moved to', async () => {
    const words = 'Bad Request: group chat was upgraded to a supergroup chat';
    server.next(says(400, words, { migrate_to_chat_id: -1001234567890 }));
    expect(await telegram.send(hello(), never)).toEqual({
      outcome: 'permanent',
      code: 'INVALID_RECIPIENT',
      response: `400 ${words}; the group became a supergroup, whose chat id is -1001234567890`,
    });
  });

  it.each<[number, string, string]>([
    [200, 'unknown', 'OUTCOME_UNKNOWN'],
    [302, 'transient', 'PROVIDER_ERROR'],
    [403, 'transient', 'PROVIDER_ERROR'],
    [404, 'transient', 'PROVIDER_ERROR'],
    [502, 'unknown', 'OUTCOME_UNKNOWN'],
    [503, 'transient', 'PROVIDER_ERROR'],
  ])('HTTP %i that is not its own words is %s %s', async (status, outcome, code) => {
    server.next({ status, body: `<html>no such page: /bot${TELEGRAM_TOKEN}/sendMessage</html>` });
    const result = await telegram.send(hello(), never);
    expect(result).toEqual({ outcome, code, response: `${status} no answer of Telegram’s` });
  });
});

describe('a connection to Telegram that fails', () => {
  it.each<VendorReply>(['hang', 'reset', 'half-close'])(
    'leaves it unknown whether a message was sent that was handed over: %s',
    async (reply) => {
      server.next(reply);
      expect(await telegram.send(hello(), never)).toMatchObject({
        outcome: 'unknown',
        code: 'OUTCOME_UNKNOWN',
      });
    },
  );

  it('is tried again where nothing was handed over', async () => {
    const result = await open({ base_url: NOWHERE }).send(hello(), never);
    expect(result).toMatchObject({ outcome: 'transient', code: 'PROVIDER_ERROR' });
    expect(JSON.stringify(result)).not.toContain(TELEGRAM_TOKEN);
  });

  it('ends with the attempt', async () => {
    const result = await abortedOnArrival(server.next, (signal) => telegram.send(hello(), signal));
    expect(result).toEqual({ outcome: 'unknown', code: 'OUTCOME_UNKNOWN', response: 'no answer in time' });
  });
});

describe('the Telegram integration', () => {
  it('says which bot it is, or why it cannot say', async () => {
    expect(await telegram.check?.(never)).toEqual({ ok: true, detail: 'bot @example_bot' });
    const wrong = open({ token: '123456789:AAEhBOweik6ad9r_QXMENQjcrGbqCr4K-xyz' });
    expect(await wrong.check?.(never)).toEqual({ ok: false, reason: '401 Unauthorized' });
    const away = await open({ base_url: NOWHERE }).check?.(never);
    expect(away).toMatchObject({ ok: false });
    expect(JSON.stringify(away)).not.toContain(TELEGRAM_TOKEN);
  });

  it('never shows its token, also where an answer repeats the path', async () => {
    const echo = says(404, `Not Found: /bot${TELEGRAM_TOKEN}/sendMessage`);
    server.next(echo, says(400, `Bad Request: ${TELEGRAM_TOKEN}`), echo);
    const results = [
      await telegram.send(hello(), never),
      await telegram.send(hello(), never),
      await telegram.check?.(never),
    ];
    expect(JSON.stringify(results)).toContain('/bot***/sendMessage');
    expect(JSON.stringify(results)).not.toContain(TELEGRAM_TOKEN);
  });

  it.each([
    {},
    { token: 'secret' },
    { token: `${TELEGRAM_TOKEN}/../x` },
    { token: TELEGRAM_TOKEN, base_url: 'http://telegram.example.com' },
    { token: TELEGRAM_TOKEN, chat_id: '1' },
  ])('refuses the settings %j', (settings) => {
    expect(takesSettings('telegram', settings)).toBe(false);
  });

  it('needs its token alone', () => {
    expect(takesSettings('telegram', { token: TELEGRAM_TOKEN })).toBe(true);
  });
});
