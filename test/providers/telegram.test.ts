import type { RenderedContent } from '../../channels/provider';
import { countEntities } from '../../channels/telegram/telegram/entities';
import { telegram } from '../../channels/telegram/telegram/provider';
import type { ApiReply } from '../support/providers/api-server';
import { messageTo } from '../support/providers/messages';
import {
  ACCOUNT,
  DOWN,
  type Expected,
  INVALID,
  limited,
  permanent,
  REJECTED,
  sent,
  UNAUTHORIZED,
  UNKNOWN,
} from '../support/providers/outcomes';
import { testProvider } from '../support/providers/provider-kit';
import { startTelegramServer, TELEGRAM_TOKEN, type TelegramSend } from '../support/providers/telegram-server';

const says = (status: number, description: string, parameters?: object): ApiReply => ({
  status,
  body: { ok: false, error_code: status, description, ...(parameters && { parameters }) },
});
const hello = (content?: RenderedContent, to = '987654321') => messageTo(to, content);

const ERRORS: [Expected, string[]][] = [
  [
    INVALID,
    [
      '400 Bad Request: chat not found',
      '400 Bad Request: user not found',
      '400 Bad Request: chat_id is empty',
      '400 Bad Request: PEER_ID_INVALID',
      '400 Bad Request: group chat was deactivated',
      '400 Bad Request: not enough rights to send text messages to the chat',
      '400 Bad Request: need administrator rights in the channel chat',
      '400 Bad Request: CHAT_WRITE_FORBIDDEN',
      '403 Forbidden: bot was blocked by the user',
      '403 Forbidden: user is deactivated',
      '403 Forbidden: bot was kicked from the group chat',
      '403 Forbidden: bot is not a member of the channel chat',
      "403 Forbidden: bot can't initiate conversation with a user",
    ],
  ],
  [
    REJECTED,
    [
      "400 Bad Request: can't parse entities: Unsupported start tag",
      '400 Bad Request: message text is empty',
      '400 Bad Request: message is too long',
      '413 Request Entity Too Large',
    ],
  ],
  [
    UNAUTHORIZED,
    [
      '400 Logged out',
      '401 Unauthorized',
      '404 Not Found',
      '421 Misdirected Request: unallowed token specified',
    ],
  ],
  [UNKNOWN, ['500 Internal Server Error: restart', '502 Bad Gateway']],
  [DOWN, ['503 Service Unavailable']],
];
/** Answers that are not Telegram's own words. */
const STATUSES: [number, Expected][] = [
  [200, UNKNOWN],
  [302, ACCOUNT],
  [403, UNAUTHORIZED],
  [404, ACCOUNT],
  [502, UNKNOWN],
  [503, DOWN],
];
const MIGRATED = 'Bad Request: group chat was upgraded to a supergroup chat';
const echo = says(404, `Not Found: /bot${TELEGRAM_TOKEN}/sendMessage`);
const echoed: unknown = expect.stringContaining('/bot***/sendMessage');

const account = testProvider(telegram, {
  start: startTelegramServer,
  settings: ({ url }) => ({ token: TELEGRAM_TOKEN, base_url: url }),
  message: () => hello(),
  says: (words) => says(400, words),
  accepted: {
    reply: {
      status: 200,
      body: {
        ok: true,
        result: { message_id: 4712, date: 1_767_225_600, chat: { id: 1, type: 'private' }, text: 'Hello' },
      },
    },
    id: '4712',
    nameless: {
      status: 200,
      body: { ok: true, result: { date: 1_767_225_600, chat: { id: 1, type: 'private' }, text: 'Hello' } },
    },
  },
  impossible: [
    ['4,097 characters', hello({ text: '😀'.repeat(4097) }), permanent('REJECTED', '4096')],
    ['no text', hello({}), REJECTED],
    [
      '101 entities',
      hello({ text: '<b>a</b>'.repeat(101), parseMode: 'HTML' }),
      permanent('TEMPLATE_ERROR', '101'),
    ],
  ],
  answers: [
    ...ERRORS.flatMap(([result, answers]) =>
      answers.map((response): [string, ApiReply, Expected] => [
        response,
        says(Number(response.slice(0, 3)), response.slice(4)),
        { ...result, response },
      ]),
    ),
    ...STATUSES.map(([status, result]): [string, ApiReply, Expected] => [
      `${status} that is not its own words`,
      { status, body: `<html>no such page: /bot${TELEGRAM_TOKEN}/sendMessage</html>` },
      { ...result, response: expect.stringMatching(/: no such page: \/bot\*\*\*\/sendMessage$/) },
    ]),
    [
      'a pause in its parameters',
      says(429, 'Too Many Requests: retry after 35', { retry_after: 35 }),
      { ...limited(35_000), response: '429 Too Many Requests: retry after 35' },
    ],
    [
      'a pause in the header',
      { status: 429, headers: { 'retry-after': '7' }, body: 'slow down' },
      limited(7000),
    ],
    [
      'a message that it has scheduled',
      { status: 200, body: { ok: true, result: { message_id: 0, date: 1_767_225_600 } } },
      sent('0', '200'),
    ],
    ['our token in a path', echo, { ...UNAUTHORIZED, response: echoed }],
    ['our token', says(400, `Bad Request: ${TELEGRAM_TOKEN}`), REJECTED],
  ],
  checks: [
    ['which bot it is', {}, { ok: true, detail: 'bot @example_bot' }],
    [
      'that its token is refused',
      { settings: { token: '123456789:AAEhBOweik6ad9r_QXMENQjcrGbqCr4K-xyz' } },
      { ok: false, reason: '401 Unauthorized' },
    ],
    ['nothing of our token', { reply: echo }, { ok: false, reason: echoed }],
  ],
  wrongSettings: [
    [{ token: undefined }, 'token'],
    [{ token: 'secret' }, 'token'],
    [{ token: `${TELEGRAM_TOKEN}/../x` }, 'token'],
    [{ chat_id: '1' }, ''],
  ],
});
const posted = () => account.server.requests.at(-1)?.json as TelegramSend;

describe('a Telegram message', () => {
  it('is plain text, without a preview that would use up a link', async () => {
    expect(await account.send(hello({ text: 'Hello <b>& *you*' }))).toEqual({
      outcome: 'sent',
      providerMessageId: '4711',
      response: '200 ok',
    });
    expect(posted()).toEqual({
      chat_id: '987654321',
      text: 'Hello <b>& *you*',
      link_preview_options: { is_disabled: true },
    });
  });

  it.each(['HTML', 'MarkdownV2'] as const)(
    'is marked up in %s where its template says so',
    async (parseMode) => {
      await account.send(hello({ text: '<b>Hello</b>', parseMode }));
      expect(posted()).toMatchObject({ text: '<b>Hello</b>', parse_mode: parseMode });
    },
  );

  it.each(['-1001234567890', '@example_channel'])('goes to the chat %s as it was given', async (to) => {
    await account.send(hello({ text: 'Hello' }, to));
    expect(posted().chat_id).toBe(to);
  });

  it('goes to the new id of a group that became a supergroup, once', async () => {
    account.server.next.push(says(400, MIGRATED, { migrate_to_chat_id: -1001234567890 }));
    const before = account.server.requests.length;
    expect(await account.send(hello({ text: 'Hello' }, '-1234'))).toEqual({
      ...{ outcome: 'sent', providerMessageId: '4711', response: '200 ok', movedTo: '-1001234567890' },
    });
    const chats = account.server.requests.slice(before).map(({ json }) => (json as TelegramSend).chat_id);
    expect(chats).toEqual(['-1234', '-1001234567890']);
  });

  it.each([
    ['HTML', '<pre><code class="language-ts">let a</code></pre><a href="https://example.com">b</a>&lt;b', 2],
    ['HTML', '<b>bold <i>both</i></b> <tg-spoiler>x</tg-spoiler>', 3],
    ['MarkdownV2', '*a* _b_ __c__ ~d~ ||e|| `f*g*` [h](https://example.com/*_(\\)) \\*i\\*', 7],
    ['MarkdownV2', '```ts\nlet *a* = `b`\n``` *c _d_*', 3],
    ['MarkdownV2', '>one\n>quote\nand\n>another', 2],
  ] as const)('in %s, %j has %i entities', (mode, text, count) => {
    expect(countEntities(text, mode)).toBe(count);
  });

  it('may have 4,096 characters, however many bytes they are', async () => {
    expect(await account.send(hello({ text: '😀'.repeat(4096) }))).toMatchObject({ outcome: 'sent' });
  });

  it('may be longer than the limit while it is marked up, for markup does not count', async () => {
    const text = `<a href="https://example.com/${'x'.repeat(5000)}">Hello</a>`;
    expect(await account.send(hello({ text, parseMode: 'HTML' }))).toMatchObject({ outcome: 'sent' });
  });
});
