import { discordWebhook } from '../../channels/discord/discord/webhook';
import type { RenderedContent } from '../../channels/provider';
import { startDiscordServer, WEBHOOK, WEBHOOK_TOKEN } from '../support/providers/discord-server';
import { messageTo } from '../support/providers/messages';
import { DOWN, limited, REJECTED, UNAUTHORIZED, UNKNOWN } from '../support/providers/outcomes';
import { testProvider } from '../support/providers/provider-kit';
import { NOWHERE } from '../support/providers/provider-rules';

const GONE = `/api/webhooks/223704706495545345/${WEBHOOK_TOKEN}`;
const says = (status: number, code: number, message: string) => ({ status, body: { code, message } });
const hello = (content?: RenderedContent) => messageTo('987654321098765432', content);

const account = testProvider(discordWebhook, {
  start: startDiscordServer,
  settings: ({ url }) => ({ url: `${url}${WEBHOOK}` }),
  message: () => hello(),
  secrets: () => [WEBHOOK_TOKEN],
  says: (words) => says(400, 0, words),
  accepted: {
    reply: { status: 200, body: { id: '1', channel_id: '2' } },
    id: '1',
    nameless: { status: 200, body: { channel_id: '2' } },
  },
  nowhere: { settings: { url: `${NOWHERE}${WEBHOOK}` } },
  impossible: [['2,001 characters', hello({ text: 'x'.repeat(2001) }), REJECTED]],
  answers: [
    ['an invalid body', says(400, 50035, 'Invalid Form Body'), REJECTED],
    ['a channel that needs a thread', says(400, 220001, 'needs a thread'), REJECTED],
    ['no such webhook', says(404, 10015, 'Unknown Webhook'), UNAUTHORIZED],
    ['a wrong token', says(401, 50027, 'Invalid Webhook Token'), UNAUTHORIZED],
    ['a pause', { status: 429, body: { retry_after: 0.5, message: 'slow down' } }, limited(500)],
    ['a gateway that is down', { status: 502, body: 'gateway' }, DOWN],
    ['an error', { status: 500, body: 'error' }, UNKNOWN],
    ['success without a message', { status: 204, body: '' }, UNKNOWN],
    [
      'its address',
      (request) => says(400, 0, `http://${request.headers.host}${request.pathname}`),
      { ...REJECTED, response: expect.stringContaining('***') },
    ],
  ],
  checks: [['its name', {}, { ok: true, detail: 'webhook Captain Hook' }]],
  wrongSettings: [
    'https://discord.com/api/webhooks/223704706495545344',
    `https://discord.com/channels/1/${WEBHOOK_TOKEN}`,
    `http://discord.com${WEBHOOK}`,
    `https://user:password@discord.com${WEBHOOK}`,
    'nonsense',
  ].map((url) => [{ url }, 'url']),
});
const gone = () => account.open({ url: `${account.server.url}${GONE}` });

describe('a message over a Discord webhook', () => {
  it('is waited for, and notifies nobody whom it mentions', async () => {
    const embeds = [{ title: 'Order 17' }];
    const result = await account.send(hello({ text: 'Hello @everyone', embeds }));
    expect(result).toEqual({
      outcome: 'sent',
      providerMessageId: account.server.messages[0]?.id,
      response: '200 ok',
    });
    expect(account.server.requests[0]?.path).toBe(`${WEBHOOK}?wait=true`);
    expect(account.server.requests[0]?.headers.authorization).toBeUndefined();
    expect(account.server.requests[0]?.json).toEqual({
      content: 'Hello @everyone',
      embeds,
      allowed_mentions: { parse: [] },
    });
  });

  it('goes into the thread that its address names', async () => {
    await account.open({ url: `${account.server.url}${WEBHOOK}?thread_id=111222333444555666` }).send(hello());
    expect(account.server.messages).toMatchObject([{ channel: '111222333444555666' }]);
  });
});

describe('a Discord webhook', () => {
  it('that is gone says so', async () => {
    expect(await gone().check()).toEqual({ ok: false, reason: '404 10015 Unknown Webhook' });
  });

  it('that is gone is not called again and again', async () => {
    const provider = gone();
    for (let count = 0; count < 3; count += 1) {
      expect(await provider.send()).toMatchObject(UNAUTHORIZED);
    }
    expect(account.server.requests).toHaveLength(1);
  });

  it.each(['', '?thread_id=111222333444555666'])('is its address alone: %s', (query) => {
    const url = `https://discord.com${WEBHOOK}${query}`;
    expect(discordWebhook.settings.safeParse({ url }).success).toBe(true);
  });
});
