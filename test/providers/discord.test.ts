import { randomUUID } from 'node:crypto';
import { createDiscordLimits } from '../../channels/discord/discord-limits';
import { nonceOf } from '../../channels/discord/discord-request';
import type { Provider, RenderedContent } from '../../channels/provider';
import { abortedOnArrival } from '../support/providers/aborted';
import { DISCORD_TOKEN, type DiscordServer, startDiscordServer } from '../support/providers/discord-server';
import {
  closeHttp,
  messageTo,
  NOWHERE,
  openProvider,
  takesSettings,
} from '../support/providers/open-provider';
import type { VendorReply } from '../support/providers/vendor-server';

const never = new AbortController().signal;
const CHANNEL = 'channel:111222333444555666';
const USER = '987654321098765432';
let server: DiscordServer;
let discord: Provider;

beforeEach(async () => {
  server = await startDiscordServer();
  discord = open();
});
afterEach(async () => {
  await server.close();
  expect(server.violations).toEqual([]);
});
afterAll(closeHttp);

const open = (settings: Record<string, unknown> = {}): Provider =>
  openProvider('discord', { token: DISCORD_TOKEN, base_url: `${server.url}/api/v10`, ...settings });
const hello = (to = CHANNEL, content: RenderedContent = { text: 'Hello' }) => messageTo(to, content);
const says = (
  status: number,
  code: number,
  message: string,
  more: Record<string, unknown> = {},
): VendorReply => ({
  status,
  body: { code, message, ...more },
});
const paths = (): string[] => server.requests.map(({ path }) => path);

describe('a Discord message', () => {
  it('goes to a channel and notifies nobody whom it mentions', async () => {
    const message = hello(CHANNEL, { text: 'Hello @everyone <@987654321098765432>' });
    const result = await discord.send(message, never);
    expect(result).toEqual({
      outcome: 'sent',
      providerMessageId: server.messages[0]?.id,
      response: '200 ok',
    });
    expect(paths()).toEqual(['/api/v10/channels/111222333444555666/messages']);
    expect(server.requests[0]?.body).toEqual({
      content: 'Hello @everyone <@987654321098765432>',
      allowed_mentions: { parse: [] },
      nonce: nonceOf(message.id),
      enforce_nonce: true,
    });
  });

  it('goes to a user over a direct channel, which is opened once', async () => {
    expect(await discord.send(hello(USER), never)).toMatchObject({ outcome: 'sent' });
    expect(await discord.send(hello(USER), never)).toMatchObject({ outcome: 'sent' });
    const posts = '/api/v10/channels/777654321098765432/messages';
    expect(paths()).toEqual(['/api/v10/users/@me/channels', posts, posts]);
  });

  it('has embeds, with or without text', async () => {
    const embeds = [{ title: 'Order 17', description: 'Shipped', color: 0x00ff00 }];
    await discord.send(hello(CHANNEL, { embeds }), never);
    expect(server.requests[0]?.body).toMatchObject({ embeds });
    expect(server.requests[0]?.body).not.toHaveProperty('content');
    await discord.send(hello(CHANNEL, { text: 'Hello', embeds }), never);
    expect(server.requests[1]?.body).toMatchObject({ content: 'Hello', embeds });
  });

  it.each<[string, RenderedContent]>([
    ['neither text nor embeds', {}],
    ['2000 characters', { text: '😀'.repeat(2001) }],
    ['10 embeds', { embeds: Array.from({ length: 11 }, () => ({ title: 'x' })) }],
  ])('is not sent where Discord would not take it: %s', async (why, content) => {
    const response: unknown = expect.stringContaining(why);
    const refused = { outcome: 'permanent', code: 'REJECTED', response };
    expect(await discord.send(hello(USER, content), never)).toEqual(refused);
    expect(server.requests).toEqual([]);
  });

  it.each(['ada', 'channel:ops', '12345', '../../users/1', 'channel:111222333444555666/messages'])(
    'has no recipient in %s',
    async (to) => {
      const result = await discord.send(hello(to), never);
      expect(result).toMatchObject({ outcome: 'permanent', code: 'INVALID_RECIPIENT' });
      expect(server.requests).toEqual([]);
    },
  );
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
    const first = await discord.send(message, never);
    expect(await discord.send(message, never)).toEqual(first);
    expect(server.messages).toHaveLength(1);
  });

  it.each<VendorReply>([
    'hang',
    'reset',
    'half-close',
    { status: 500, body: {} },
    { status: 200, body: 'ok' },
  ])('lets an unknown outcome be tried again: %j', async (reply) => {
    server.next(reply);
    const message = hello();
    expect(await discord.send(message, never)).toMatchObject({
      outcome: 'transient',
      code: 'PROVIDER_ERROR',
    });
    expect(await discord.send(message, never)).toMatchObject({ outcome: 'sent' });
    expect(server.messages).toHaveLength(1);
  });
});

describe('what Discord answers', () => {
  it.each([
    [404, 10003, 'Unknown Channel', 'permanent', 'INVALID_RECIPIENT'],
    [404, 10013, 'Unknown User', 'permanent', 'INVALID_RECIPIENT'],
    [403, 50001, 'Missing Access', 'permanent', 'INVALID_RECIPIENT'],
    [403, 50007, 'Cannot send messages to this user', 'permanent', 'INVALID_RECIPIENT'],
    [400, 50033, 'Invalid Recipient(s)', 'permanent', 'INVALID_RECIPIENT'],
    [
      403,
      50278,
      'Cannot send messages to this user due to having no mutual guilds',
      'permanent',
      'INVALID_RECIPIENT',
    ],
    [400, 50008, 'Cannot send messages in a non-text channel', 'permanent', 'INVALID_RECIPIENT'],
    [403, 50013, 'Missing Permissions', 'permanent', 'REJECTED'],
    [400, 50006, 'Cannot send an empty message', 'permanent', 'REJECTED'],
    [400, 50035, 'Invalid Form Body', 'permanent', 'REJECTED'],
    [413, 40005, 'Request entity too large', 'permanent', 'REJECTED'],
    [400, 200000, 'Message was blocked by automatic moderation', 'permanent', 'REJECTED'],
    [400, 0, '400: Bad Request', 'permanent', 'REJECTED'],
    [403, 20009, 'Explicit content cannot be sent', 'permanent', 'REJECTED'],
    [401, 0, '401: Unauthorized', 'transient', 'UNAUTHORIZED'],
    [401, 40001, 'Unauthorized', 'transient', 'UNAUTHORIZED'],
    [403, 40002, 'You need to verify your account', 'transient', 'UNAUTHORIZED'],
    [403, 40004, 'Send messages has been temporarily disabled', 'transient', 'PROVIDER_ERROR'],
    [403, 40333, 'Cloudflare is blocking your request', 'transient', 'PROVIDER_ERROR'],
    [400, 20016, 'Slowmode', 'rate_limited', 'RATE_LIMITED'],
    [400, 40003, 'You are opening direct messages too fast', 'rate_limited', 'RATE_LIMITED'],
    [400, 130000, 'API resource is currently overloaded', 'transient', 'PROVIDER_ERROR'],
    [500, 0, '500: Internal Server Error', 'transient', 'PROVIDER_ERROR'],
    [502, 0, '502: Bad Gateway', 'transient', 'PROVIDER_ERROR'],
    [503, 0, '503: Service Unavailable', 'transient', 'PROVIDER_ERROR'],
  ])('%i %i %s is %s %s', async (status, code, message, outcome, verdict) => {
    server.next(says(status, code, message));
    expect(await discord.send(hello(), never)).toMatchObject({
      outcome,
      code: verdict,
      response: expect.stringContaining(`${status}${code === 0 ? '' : ` ${code}`} ${message}`),
    });
  });

  it('names the field that is wrong', async () => {
    const errors = {
      embeds: {
        0: {
          title: { _errors: [{ code: 'BASE_TYPE_MAX_LENGTH', message: 'Must be 256 or fewer in length.' }] },
        },
      },
    };
    server.next(says(400, 50035, 'Invalid Form Body', { errors }));
    expect(await discord.send(hello(), never)).toMatchObject({
      response: '400 50035 Invalid Form Body; embeds.0.title: Must be 256 or fewer in length.',
    });
  });

  it.each([
    [403, 'transient', 'PROVIDER_ERROR'],
    [404, 'transient', 'PROVIDER_ERROR'],
    [413, 'permanent', 'REJECTED'],
    [504, 'transient', 'PROVIDER_ERROR'],
  ])('HTTP %i that is not its own words is %s %s', async (status, outcome, code) => {
    server.next({ status, body: '<html>Hello, gateway</html>' });
    expect(await discord.send(hello(), never)).toEqual({
      outcome,
      code,
      response: `${status} no answer of Discord’s`,
      // Behind a 504 somebody may still be at work.
      ...(status === 504 && { mayHaveSent: true }),
    });
  });

  it('to the opening of a direct channel counts likewise', async () => {
    server.next(says(404, 10013, 'Unknown User'));
    expect(await discord.send(hello(USER), never)).toMatchObject({
      outcome: 'permanent',
      code: 'INVALID_RECIPIENT',
    });
    server.next({ body: {} });
    expect(await discord.send(hello(USER), never)).toMatchObject({
      outcome: 'transient',
      code: 'PROVIDER_ERROR',
    });
    server.next('reset');
    expect(await discord.send(hello(USER), never)).toMatchObject({
      outcome: 'transient',
      code: 'PROVIDER_ERROR',
    });
    expect(server.messages).toEqual([]);
  });

  it('on a direct channel that was remembered counts once it is opened anew', async () => {
    await discord.send(hello(USER), never);
    server.next(says(403, 50007, 'Cannot send messages to this user'));
    expect(await discord.send(hello(USER), never)).toMatchObject({
      outcome: 'transient',
      code: 'PROVIDER_ERROR',
    });
    server.next(
      { body: { id: '777654321098765432' } },
      says(403, 50007, 'Cannot send messages to this user'),
    );
    expect(await discord.send(hello(USER), never)).toMatchObject({
      outcome: 'permanent',
      code: 'INVALID_RECIPIENT',
    });
  });
});

describe('a limit of Discord’s', () => {
  const limited = (global = false): VendorReply => ({
    status: 429,
    headers: {
      'retry-after': '65',
      'x-ratelimit-limit': '2',
      ...(global && { 'x-ratelimit-global': 'true' }),
    },
    body: { message: 'You are being rate limited.', retry_after: 64.57, global },
  });
  const other = 'channel:111222333444555667';

  it('is told with its pause, to the millisecond', async () => {
    server.next(limited());
    expect(await discord.send(hello(), never)).toEqual({
      outcome: 'rate_limited',
      code: 'RATE_LIMITED',
      response: '429 You are being rate limited.',
      retryAfterMs: 64_570,
    });
  });

  it('holds back what would only meet it, each with a turn of its own, and nothing of another channel', async () => {
    server.next(limited());
    await discord.send(hello(), never);
    const held = [];
    for (let count = 0; count < 4; count += 1) held.push(await discord.send(hello(), never));
    expect(server.requests).toHaveLength(1);
    const waits = held.map((result) =>
      Math.round((result.outcome === 'rate_limited' ? (result.retryAfterMs ?? 0) : 0) / 10_000),
    );
    expect(waits).toEqual([6, 6, 13, 13]);
    expect(await discord.send(hello(other), never)).toMatchObject({ outcome: 'sent' });
  });

  it('of all calls together holds back every channel', async () => {
    server.next(limited(true));
    await discord.send(hello(), never);
    expect(await discord.send(hello(other), never)).toMatchObject({ outcome: 'rate_limited' });
    expect(server.requests).toHaveLength(1);
  });

  it('that the last call used up is not run into', async () => {
    const headers = {
      'x-ratelimit-limit': '5',
      'x-ratelimit-remaining': '0',
      'x-ratelimit-reset-after': '60',
    };
    server.next({ headers, body: { id: '999' } });
    expect(await discord.send(hello(), never)).toMatchObject({ outcome: 'sent' });
    expect(await discord.send(hello(), never)).toMatchObject({ outcome: 'rate_limited' });
    expect(server.requests).toHaveLength(1);
  });

  it('is full again in its time', () => {
    let now = 1_000_000;
    const limits = createDiscordLimits(() => now);
    const headers = {
      'x-ratelimit-limit': '5',
      'x-ratelimit-remaining': '0',
      'x-ratelimit-reset-after': '0.25',
    };
    expect(limits.learn('channel:1', { status: 200, headers, body: '{}' })).toBeUndefined();
    expect(limits.waitMs('channel:1')).toBe(250);
    now += 249;
    expect(limits.waitMs('channel:1')).toBe(1);
    now += 1;
    expect(limits.waitMs('channel:1')).toBe(0);
  });
});

describe('a connection to Discord that fails', () => {
  it('is tried again where nothing was handed over', async () => {
    const away = open({ base_url: NOWHERE });
    expect(await away.send(hello(), never)).toMatchObject({ outcome: 'transient', code: 'PROVIDER_ERROR' });
    expect(await away.send(hello(USER), never)).toMatchObject({
      outcome: 'transient',
      code: 'PROVIDER_ERROR',
    });
  });

  it('ends with the attempt', async () => {
    const result = await abortedOnArrival(server.next, (signal) => discord.send(hello(), signal));
    expect(result).toEqual({
      outcome: 'transient',
      code: 'PROVIDER_ERROR',
      response: 'no answer in time',
      mayHaveSent: true,
    });
  });
});

describe('the Discord integration', () => {
  const wrong = DISCORD_TOKEN.replace('abc', 'xyz');

  it('says which bot it is, or why it cannot say', async () => {
    expect(await discord.check?.(never)).toEqual({ ok: true, detail: 'bot example' });
    expect(await open({ token: wrong }).check?.(never)).toEqual({
      ok: false,
      reason: '401 401: Unauthorized',
    });
    expect(await open({ base_url: NOWHERE }).check?.(never)).toMatchObject({ ok: false });
  });

  it('does not go on asking with a token that was refused', async () => {
    const provider = open({ token: wrong });
    const refused = { outcome: 'transient', code: 'UNAUTHORIZED', response: '401 401: Unauthorized' };
    expect(await provider.send(hello(), never)).toEqual(refused);
    expect(await provider.send(hello(), never)).toEqual(refused);
    expect(server.requests).toHaveLength(1);
  });

  it('never shows its token, also where an answer repeats it', async () => {
    server.next(
      says(400, 50035, DISCORD_TOKEN),
      says(400, 0, 'x', { errors: { a: { _errors: [{ message: DISCORD_TOKEN }] } } }),
    );
    const results = [await discord.send(hello(), never), await discord.send(hello(), never)];
    expect(JSON.stringify(results)).toContain('***');
    expect(JSON.stringify(results)).not.toContain(DISCORD_TOKEN);
  });

  it.each([
    {},
    { token: `Bot ${DISCORD_TOKEN}` },
    { token: DISCORD_TOKEN, base_url: 'http://discord.example.com' },
    { token: DISCORD_TOKEN, channel: '1' },
  ])('refuses the settings %j', (settings) => {
    expect(takesSettings('discord', settings)).toBe(false);
  });

  it('needs its token alone', () => {
    expect(takesSettings('discord', { token: DISCORD_TOKEN })).toBe(true);
  });
});
