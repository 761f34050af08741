import { randomUUID } from 'node:crypto';
import { discord } from '../../channels/discord/discord/provider';
import { createDiscordLimits } from '../../channels/discord/discord/limits';
import { nonceOf } from '../../channels/discord/discord/request';
import type { RenderedContent } from '../../channels/provider';
import type { ApiFault, ApiReply } from '../support/providers/api-server';
import { DISCORD_TOKEN, startDiscordServer } from '../support/providers/discord-server';
import { messageTo } from '../support/providers/messages';
import {
  ACCOUNT,
  DOWN,
  type Expected,
  INVALID,
  limited,
  LIMITED,
  permanent,
  REJECTED,
  UNAUTHORIZED,
} from '../support/providers/outcomes';
import { testProvider } from '../support/providers/provider-kit';
import { NOWHERE } from '../support/providers/provider-rules';

const CHANNEL = 'channel:111222333444555666';
const USER = '987654321098765432';
const WRONG = DISCORD_TOKEN.replace('abc', 'xyz');
// The nonce makes a repeat harmless.
const REPEATABLE: Expected = { ...DOWN, mayHaveSent: true };
const hello = (to = CHANNEL, content?: RenderedContent) => messageTo(to, content);
const says = (status: number, code: number, message: string, more: object = {}): ApiReply => ({
  status,
  body: { code, message, ...more },
});
/** Discord's fault with a field. */
const atFault = (message: string) =>
  says(400, 50035, 'Invalid Form Body', {
    errors: { embeds: { 0: { title: { _errors: [{ code: 'X', message }] } } } },
  });
const pause = (global = false): ApiReply => ({
  status: 429,
  headers: {
    'retry-after': '65',
    'x-ratelimit-limit': '2',
    ...(global && { 'x-ratelimit-global': 'true' }),
  },
  body: { message: 'You are being rate limited.', retry_after: 64.57, global },
});

/** Status, code unless it is 0, and words. */
const ERRORS: [Expected, string[]][] = [
  [
    INVALID,
    [
      '404 10003 Unknown Channel',
      '404 10013 Unknown User',
      '403 50001 Missing Access',
      '403 50007 Cannot send messages to this user',
      '400 50033 Invalid Recipient(s)',
      '403 50278 Cannot send messages to this user due to having no mutual guilds',
      '400 50008 Cannot send messages in a non-text channel',
    ],
  ],
  [
    REJECTED,
    [
      '403 50013 Missing Permissions',
      '400 50006 Cannot send an empty message',
      '400 50035 Invalid Form Body',
      '413 40005 Request entity too large',
      '400 200000 Message was blocked by automatic moderation',
      '400 400: Bad Request',
      '403 20009 Explicit content cannot be sent',
    ],
  ],
  [
    UNAUTHORIZED,
    ['401 401: Unauthorized', '401 40001 Unauthorized', '403 40002 You need to verify your account'],
  ],
  [
    DOWN,
    [
      '403 40004 Send messages has been temporarily disabled',
      '403 40333 Cloudflare is blocking your request',
      '400 130000 API resource is currently overloaded',
      '502 502: Bad Gateway',
      '503 503: Service Unavailable',
    ],
  ],
  [LIMITED, ['400 20016 Slowmode', '400 40003 You are opening direct messages too fast']],
  [REPEATABLE, ['500 500: Internal Server Error']],
];
const errorOf = (words: string): ApiReply => {
  const [, status, code = 0, message = ''] = /^(\d+)(?: (\d+))? (.*)$/.exec(words) ?? [];
  return says(Number(status), Number(code), message);
};
/** Answers that are not Discord's own words. */
const STATUSES: [number, Expected][] = [
  [403, UNAUTHORIZED],
  [404, ACCOUNT],
  [413, ACCOUNT],
  // Behind a 504 somebody may still be at work.
  [504, REPEATABLE],
];

const account = testProvider(discord, {
  start: startDiscordServer,
  settings: ({ url }) => ({ token: DISCORD_TOKEN, base_url: `${url}/api/v10` }),
  message: () => hello(),
  says: atFault,
  lost: { broken: REPEATABLE, unanswered: REPEATABLE },
  accepted: {
    reply: { status: 200, body: { id: '1', channel_id: '2' } },
    id: '1',
    nameless: { status: 200, body: { channel_id: '2' } },
  },
  impossible: [
    ['neither text nor embeds', hello(USER, {}), permanent('REJECTED', 'neither text nor embeds')],
    [
      '2,001 characters',
      hello(USER, { text: '😀'.repeat(2001) }),
      permanent('REJECTED', 'The limit is 2000'),
    ],
    [
      '11 embeds',
      hello(USER, { embeds: Array.from({ length: 11 }, () => ({ title: 'x' })) }),
      permanent('REJECTED', '10 embeds'),
    ],
    ...['ada', 'channel:ops', '12345', '../../users/1', 'channel:111222333444555666/messages'].map(
      (to) => [`to ${to}`, hello(to), INVALID] as const,
    ),
  ],
  answers: [
    ...ERRORS.flatMap(([result, answers]) =>
      answers.map((words): [string, ApiReply, Expected] => [
        words,
        errorOf(words),
        { ...result, response: expect.stringContaining(words) },
      ]),
    ),
    ...STATUSES.map(([status, result]): [string, ApiReply, Expected] => [
      `${status} that is not its own words`,
      { status, body: '<html>Hello, gateway</html>' },
      { ...result, response: expect.stringMatching(/: Hello, gateway$/) },
    ]),
    [
      'the field that is wrong',
      atFault('Must be 256 or fewer in length.'),
      {
        ...REJECTED,
        response: '400 50035 Invalid Form Body; embeds.0.title: Must be 256 or fewer in length.',
      },
    ],
    ['our token as its words', says(400, 50035, DISCORD_TOKEN), permanent('REJECTED', '***')],
    [
      'a pause, to the millisecond',
      pause(),
      { ...limited(64_570), response: '429 You are being rate limited.' },
    ],
  ],
  checks: [
    ['which bot it is', {}, { ok: true, detail: 'bot example' }],
    [
      'that its token is refused',
      { settings: { token: WRONG } },
      { ok: false, reason: '401 401: Unauthorized' },
    ],
  ],
  wrongSettings: [
    [{ token: undefined }, 'token'],
    [{ token: `Bot ${DISCORD_TOKEN}` }, 'token'],
    [{ channel: '1' }, ''],
  ],
});
const paths = (): string[] => account.server.requests.map(({ path }) => path);

describe('a Discord message', () => {
  it('goes to a channel and notifies nobody whom it mentions', async () => {
    const message = hello(CHANNEL, { text: 'Hello @everyone <@987654321098765432>' });
    const result = await account.send(message);
    expect(result).toEqual({
      outcome: 'sent',
      providerMessageId: account.server.messages[0]?.id,
      response: '200 ok',
    });
    expect(paths()).toEqual(['/api/v10/channels/111222333444555666/messages']);
    expect(account.server.requests[0]?.json).toEqual({
      content: 'Hello @everyone <@987654321098765432>',
      allowed_mentions: { parse: [] },
      nonce: nonceOf(message.id),
      enforce_nonce: true,
    });
  });

  it('goes to a user over a direct channel, which is opened once', async () => {
    expect(await account.send(hello(USER))).toMatchObject({ outcome: 'sent' });
    expect(await account.send(hello(USER))).toMatchObject({ outcome: 'sent' });
    const posts = '/api/v10/channels/777654321098765432/messages';
    expect(paths()).toEqual(['/api/v10/users/@me/channels', posts, posts]);
  });

  it('has embeds, with or without text', async () => {
    const embeds = [{ title: 'Order 17', description: 'Shipped', color: 0x00ff00 }];
    await account.send(hello(CHANNEL, { embeds }));
    expect(account.server.requests[0]?.json).toMatchObject({ embeds });
    expect(account.server.requests[0]?.json).not.toHaveProperty('content');
    await account.send(hello(CHANNEL, { text: 'Hello', embeds }));
    expect(account.server.requests[1]?.json).toMatchObject({ content: 'Hello', embeds });
  });
});

describe('the nonce of a message', () => {
  it('has room for every message id, and is another for each', () => {
    expect(nonceOf('ffffffff-ffff-ffff-ffff-ffffffffffff')).toHaveLength(25);
    expect(nonceOf('00000000-0000-0000-0000-000000000000')).toBe('0');
    const ids = Array.from({ length: 100 }, () => randomUUID());
    expect(new Set(ids.map(nonceOf)).size).toBe(100);
  });

  it('makes a repeat harmless', async () => {
    const message = hello(USER);
    const first = await account.send(message);
    expect(await account.send(message)).toEqual(first);
    expect(account.server.messages).toHaveLength(1);
  });

  it.each<ApiReply | ApiFault>([
    'hang',
    'reset',
    'half-close',
    { status: 500, body: {} },
    { status: 200, body: 'ok' },
  ])('lets an unknown outcome be tried again: %j', async (reply) => {
    account.server.next.push(reply);
    const message = hello();
    expect(await account.impatiently(() => account.send(message))).toMatchObject(REPEATABLE);
    expect(await account.send(message)).toMatchObject({ outcome: 'sent' });
    expect(account.server.messages).toHaveLength(1);
  });
});

describe('a direct channel', () => {
  it('to the opening of a direct channel counts likewise', async () => {
    account.server.next.push(says(404, 10013, 'Unknown User'));
    expect(await account.send(hello(USER))).toMatchObject({
      outcome: 'permanent',
      code: 'INVALID_RECIPIENT',
    });
    account.server.next.push({ status: 200, body: {} });
    expect(await account.send(hello(USER))).toMatchObject({
      outcome: 'transient',
      code: 'PROVIDER_ERROR',
    });
    account.server.next.push('reset');
    expect(await account.send(hello(USER))).toMatchObject({
      outcome: 'transient',
      code: 'PROVIDER_ERROR',
    });
    expect(account.server.messages).toEqual([]);
  });

  it('on a direct channel that was remembered counts once it is opened anew', async () => {
    await account.send(hello(USER));
    account.server.next.push(says(403, 50007, 'Cannot send messages to this user'));
    expect(await account.send(hello(USER))).toMatchObject({
      outcome: 'transient',
      code: 'PROVIDER_ERROR',
    });
    account.server.next.push(
      { status: 200, body: { id: '777654321098765432' } },
      says(403, 50007, 'Cannot send messages to this user'),
    );
    expect(await account.send(hello(USER))).toMatchObject({
      outcome: 'permanent',
      code: 'INVALID_RECIPIENT',
    });
  });

  it('that nobody listens for is tried again', async () => {
    expect(await account.open({ base_url: NOWHERE }).send(hello(USER))).toMatchObject(DOWN);
  });
});

describe('a limit of Discord’s', () => {
  const other = 'channel:111222333444555667';

  it('holds back what would only meet it, each with a turn of its own, and nothing of another channel', async () => {
    account.server.next.push(pause());
    await account.send(hello());
    const held = [];
    for (let count = 0; count < 4; count += 1) held.push(await account.send(hello()));
    expect(account.server.requests).toHaveLength(1);
    const waits = held.map((result) =>
      Math.round((result.outcome === 'rate_limited' ? (result.retryAfterMs ?? 0) : 0) / 10_000),
    );
    expect(waits).toEqual([6, 6, 13, 13]);
    expect(await account.send(hello(other))).toMatchObject({ outcome: 'sent' });
  });

  it('of all calls together holds back every channel', async () => {
    account.server.next.push(pause(true));
    await account.send(hello());
    expect(await account.send(hello(other))).toMatchObject({ outcome: 'rate_limited' });
    expect(account.server.requests).toHaveLength(1);
  });

  it('that the last call used up is not run into', async () => {
    const headers = {
      'x-ratelimit-limit': '5',
      'x-ratelimit-remaining': '0',
      'x-ratelimit-reset-after': '60',
    };
    account.server.next.push({ status: 200, headers, body: { id: '999' } });
    expect(await account.send(hello())).toMatchObject({ outcome: 'sent' });
    expect(await account.send(hello())).toMatchObject({ outcome: 'rate_limited' });
    expect(account.server.requests).toHaveLength(1);
  });

  it('is full again in its time', () => {
    let now = 1_000_000;
    const limits = createDiscordLimits(() => now);
    const headers = {
      'x-ratelimit-limit': '5',
      'x-ratelimit-remaining': '0',
      'x-ratelimit-reset-after': '0.25',
    };
    limits.learn('channel:1', { status: 200, headers, body: '{}' });
    expect(limits.waitMs('channel:1')).toBe(250);
    now += 249;
    expect(limits.waitMs('channel:1')).toBe(1);
    now += 1;
    expect(limits.waitMs('channel:1')).toBe(0);
  });
});

describe('the token of Discord', () => {
  it('does not go on asking with a token that was refused', async () => {
    const provider = account.open({ token: WRONG });
    const refused = { outcome: 'transient', code: 'UNAUTHORIZED', response: '401 401: Unauthorized' };
    expect(await provider.send(hello())).toEqual(refused);
    expect(await provider.send(hello())).toEqual(refused);
    expect(account.server.requests).toHaveLength(1);
  });
});
