import { randomUUID } from 'node:crypto';
import type { Channel } from '../../../core/shared/channels';
import { createVault } from '../../../core/shared/vault';
import { eventually } from '../../support/eventually';
import { untilEnded } from '../../support/journey';
import type { ApiServer } from '../../support/providers/api-server';
import {
  DISCORD_TOKEN,
  type DiscordServer,
  startDiscordServer,
} from '../../support/providers/discord-server';
import { SLACK_TOKEN, startSlackServer } from '../../support/providers/slack-server';
import { startTelegramServer, TELEGRAM_TOKEN } from '../../support/providers/telegram-server';
import { SETTINGS } from '../../support/settings';
import { startStack, type Stack } from '../../support/stack';

const CHANNEL = '111222333444555666';
const USER = '987654321098765432';
const ALERT = `
name: alert
channels: [discord, slack, telegram]
discord: { channel: '${CHANNEL}' }
templates:
  slack: { en: { text: 'Alert {{what}}' } }
  telegram: { en: { text: 'Alert {{what}}' } }
  discord: { en: { text: 'Alert {{what}}' } }
`;

let stack: Stack;
let slack: ApiServer;
let telegram: ApiServer;
let discord: DiscordServer;

beforeAll(async () => {
  [slack, telegram, discord, stack] = await Promise.all([
    startSlackServer(),
    startTelegramServer(),
    startDiscordServer(),
    startStack({ events: { 'alert.yaml': ALERT } }),
  ]);
  await connect('slack', SLACK_TOKEN, `${slack.url}/api`);
  await connect('telegram', TELEGRAM_TOKEN, telegram.url);
  await connect('discord', DISCORD_TOKEN, `${discord.url}/api/v10`);
});
afterAll(async () => {
  await stack.stop();
  await Promise.all([slack.close(), telegram.close(), discord.close()]);
  expect([slack, telegram, discord].flatMap(({ violations }) => violations)).toEqual([]);
});

/** An account of the application's, as it is stored. */
async function connect(provider: Channel, token: string, baseUrl: string): Promise<void> {
  const id = randomUUID();
  await stack.store.applications.addIntegration(stack.applicationId, {
    id,
    channel: provider,
    provider,
    name: provider,
    priority: 0,
    settings: JSON.stringify({ base_url: baseUrl }),
    sealed: createVault([Buffer.from(SETTINGS.ENCRYPTION_KEY, 'base64')]).seal(JSON.stringify({ token }), id),
    createdAt: new Date(),
    updatedAt: new Date(),
  });
}

const send = async (path: string, to: unknown, payload: Record<string, unknown> = {}) => {
  const id = await stack.production.send(path, { to, payload });
  return untilEnded(stack.production, id);
};
const newId = (): string => `user-${randomUUID()}`;

test.each(['#ops', 'C0123456789', 'U0ADALOVELACE'])('Slack gets %s as the caller wrote it', async (to) => {
  const view = await send('alert/slack', to, { what: `for ${to}` });
  expect(view).toMatchObject({ status: 'completed', messages: [{ channel: 'slack', status: 'sent' }] });
  expect(slack.requests.at(-1)?.json).toMatchObject({ channel: to, text: `Alert for ${to}` });
});

test('what Telegram refuses for good fails at once', async () => {
  telegram.next.push({
    status: 403,
    body: { ok: false, description: 'Forbidden: bot was blocked by the user' },
  });
  const view = await send('alert/telegram', { external_id: newId(), telegram: 4711 });
  expect(view).toMatchObject({ status: 'failed', messages: [{ channel: 'telegram', status: 'failed' }] });
  expect(telegram.requests.at(-1)?.json).toMatchObject({ chat_id: '4711' });
  const stored = await stack.store.notifications.get(view.id);
  expect(stored?.messages[0]).toMatchObject({
    attempts: [{ provider: 'telegram', code: 'INVALID_RECIPIENT' }],
  });
});

test('a group that became a supergroup gets the message, and its contact the new id', async () => {
  const [old, next] = ['-4712', '-1001234567891'];
  const moved = () =>
    telegram.next.push({
      ...{ status: 400 },
      body: {
        ...{ ok: false, error_code: 400 },
        description: 'Bad Request: group chat was upgraded to a supergroup chat',
        parameters: { migrate_to_chat_id: Number(next) },
      },
    });
  const [first, second] = [newId(), newId()];
  moved();
  const view = await send('alert/telegram', { external_id: first, telegram: old });
  expect(view).toMatchObject({ status: 'completed', messages: [{ status: 'sent' }] });
  expect(telegram.requests.at(-1)?.json).toMatchObject({ chat_id: next });
  // The outcome of the message does not wait for the contact.
  const untilMoved = (id: string) =>
    eventually('the new id', async () => {
      const { body } = await stack.production.get<{ contact: { meta: { telegram?: string } } }>(
        `/v1/contacts/${id}`,
      );
      return body.contact.meta.telegram === next;
    });
  await untilMoved(first);
  await send('alert/telegram', { external_id: first });
  expect(telegram.requests.at(-1)?.json).toMatchObject({ chat_id: next });

  // The new id is another contact's: both have it, and the key stays where it was.
  moved();
  await send('alert/telegram', { external_id: second, telegram: old });
  await untilMoved(second);
  await untilMoved(first);
});

test('CHANNEL-4: who has a Discord id gets a direct message, everybody else reads the event’s channel', async () => {
  const direct = await send('alert', { external_id: newId(), discord: USER }, { what: 'direct' });
  expect(direct.messages).toMatchObject([{ channel: 'discord', status: 'sent' }]);
  const open = await send('alert', { external_id: newId() }, { what: 'open' });
  expect(open.messages).toMatchObject([{ channel: 'discord', status: 'sent' }]);
  expect(discord.messages.slice(-2)).toMatchObject([
    { channel: USER.replace(/^\d{3}/, '777') },
    { channel: CHANNEL },
  ]);
});

test('MESSAGE-7: a Discord message whose answer is lost is repeated and stands there once', async () => {
  const before = discord.messages.length;
  const asked = discord.requests.length;
  discord.next.push('reset');
  const view = await send('alert/discord', { external_id: newId() }, { what: 'once' });
  expect(view).toMatchObject({ status: 'completed', messages: [{ status: 'sent' }] });
  expect(discord.requests.length - asked).toBe(2);
  expect(discord.messages.length - before).toBe(1);
});

test('sandbox shows the event’s channel as the address', async () => {
  const id = await stack.sandbox.send('alert', { to: { external_id: newId() }, payload: {} });
  const entry = await eventually('the captured message', async () => {
    const entries = await stack.store.inbox.list({ to: `channel:${CHANNEL}`, limit: 10 });
    return entries.find((one) => one.notificationId === id);
  });
  expect(entry).toMatchObject({ channel: 'discord', to: `channel:${CHANNEL}` });
});
