import type { Provider, RenderedContent } from '../../channels/provider';
import { abortedOnArrival } from '../support/providers/aborted';
import {
  type DiscordServer,
  startDiscordServer,
  WEBHOOK,
  WEBHOOK_TOKEN,
} from '../support/providers/discord-server';
import {
  closeHttp,
  messageTo,
  NOWHERE,
  openProvider,
  takesSettings,
} from '../support/providers/open-provider';
import type { VendorReply } from '../support/providers/vendor-server';

const never = new AbortController().signal;
let server: DiscordServer;
let webhook: Provider;

beforeEach(async () => {
  server = await startDiscordServer();
  webhook = open();
});
afterEach(async () => {
  await server.close();
  expect(server.violations).toEqual([]);
});
afterAll(closeHttp);

const open = (url = `${server.url}${WEBHOOK}`): Provider => openProvider('discord_webhook', { url });
const hello = (content: RenderedContent = { text: 'Hello' }) => messageTo('987654321098765432', content);

describe('a message over a Discord webhook', () => {
  it('is waited for, and notifies nobody whom it mentions', async () => {
    const embeds = [{ title: 'Order 17' }];
    const result = await webhook.send(hello({ text: 'Hello @everyone', embeds }), never);
    expect(result).toEqual({
      outcome: 'sent',
      providerMessageId: server.messages[0]?.id,
      response: '200 ok',
    });
    expect(server.requests[0]?.path).toBe(`${WEBHOOK}?wait=true`);
    expect(server.requests[0]?.headers.authorization).toBeUndefined();
    expect(server.requests[0]?.body).toEqual({
      content: 'Hello @everyone',
      embeds,
      allowed_mentions: { parse: [] },
    });
  });

  it('goes into the thread that its address names', async () => {
    await open(`${server.url}${WEBHOOK}?thread_id=111222333444555666`).send(hello(), never);
    expect(server.messages).toMatchObject([{ channel: '111222333444555666' }]);
  });

  it('is not sent where Discord would not take it', async () => {
    const result = await webhook.send(hello({ text: 'x'.repeat(2001) }), never);
    expect(result).toMatchObject({ outcome: 'permanent', code: 'REJECTED' });
    expect(server.requests).toEqual([]);
  });

  it.each<[VendorReply, string, string]>([
    [{ status: 400, body: { code: 50035, message: 'Invalid Form Body' } }, 'permanent', 'REJECTED'],
    [{ status: 400, body: { code: 220001, message: 'needs a thread' } }, 'permanent', 'REJECTED'],
    [{ status: 404, body: { code: 10015, message: 'Unknown Webhook' } }, 'transient', 'UNAUTHORIZED'],
    [{ status: 401, body: { code: 50027, message: 'Invalid Webhook Token' } }, 'transient', 'UNAUTHORIZED'],
    [{ status: 429, body: { retry_after: 0.5, message: 'slow down' } }, 'rate_limited', 'RATE_LIMITED'],
    [{ status: 502, body: 'gateway' }, 'transient', 'PROVIDER_ERROR'],
    [{ status: 500, body: 'error' }, 'unknown', 'OUTCOME_UNKNOWN'],
    [{ status: 204, body: '' }, 'unknown', 'OUTCOME_UNKNOWN'],
    ['hang', 'unknown', 'OUTCOME_UNKNOWN'],
    ['reset', 'unknown', 'OUTCOME_UNKNOWN'],
    ['half-close', 'unknown', 'OUTCOME_UNKNOWN'],
  ])('that meets %j is %s %s', async (reply, outcome, code) => {
    server.next(reply);
    expect(await webhook.send(hello(), never)).toMatchObject({ outcome, code });
  });

  it('is tried again where nothing was handed over', async () => {
    const result = await open(`${NOWHERE}${WEBHOOK}`).send(hello(), never);
    expect(result).toMatchObject({ outcome: 'transient', code: 'PROVIDER_ERROR' });
  });

  it('ends with the attempt', async () => {
    const result = await abortedOnArrival(server.next, (signal) => webhook.send(hello(), signal));
    expect(result).toMatchObject({ outcome: 'unknown', code: 'OUTCOME_UNKNOWN' });
  });
});

describe('a Discord webhook', () => {
  const gone = `/api/webhooks/223704706495545345/${WEBHOOK_TOKEN}`;

  it('says its name, or why it cannot', async () => {
    expect(await webhook.check?.(never)).toEqual({ ok: true, detail: 'webhook Captain Hook' });
    expect(await open(`${server.url}${gone}`).check?.(never)).toEqual({
      ok: false,
      reason: '404 10015 Unknown Webhook',
    });
  });

  it('that is gone is not called again and again', async () => {
    const provider = open(`${server.url}${gone}`);
    for (let count = 0; count < 3; count += 1) {
      expect(await provider.send(hello(), never)).toMatchObject({
        outcome: 'transient',
        code: 'UNAUTHORIZED',
      });
    }
    expect(server.requests).toHaveLength(1);
  });

  it('never shows its token, also where an answer repeats its address', async () => {
    server.next({ status: 400, body: { code: 0, message: `${server.url}${WEBHOOK}` } });
    const results = [await webhook.send(hello(), never), await open(`${NOWHERE}${WEBHOOK}`).check?.(never)];
    expect(JSON.stringify(results)).toContain('***');
    expect(JSON.stringify(results)).not.toContain(WEBHOOK_TOKEN);
  });

  it.each([
    'https://discord.com/api/webhooks/223704706495545344',
    `https://discord.com/channels/1/${WEBHOOK_TOKEN}`,
    `http://discord.com${WEBHOOK}`,
    `https://user:password@discord.com${WEBHOOK}`,
    'nonsense',
  ])('is not %s', (url) => {
    expect(takesSettings('discord_webhook', { url })).toBe(false);
  });

  it('is its address alone', () => {
    expect(takesSettings('discord_webhook', { url: `https://discord.com${WEBHOOK}` })).toBe(true);
    expect(
      takesSettings('discord_webhook', { url: `https://discord.com${WEBHOOK}?thread_id=111222333444555666` }),
    ).toBe(true);
  });
});
