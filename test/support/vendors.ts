import { API_KEY, startResend } from './providers/resend-server';
import { DISCORD_TOKEN, startDiscordServer } from './providers/discord-server';
import { startExpoServer } from './providers/expo-server';
import * as meta from './providers/meta-server';
import { SLACK_TOKEN, startSlackServer } from './providers/slack-server';
import { startTelegramServer, TELEGRAM_TOKEN } from './providers/telegram-server';
import * as telnyx from './providers/telnyx-server';
import type { Channel } from '../../core/shared/channels';
import { newEmail, newPhone } from './application';

/** An answer of a vendor's. */
export interface Reply {
  status: number;
  body: object;
}

/** One vendor of a channel, on this machine. */
export interface Vendor {
  provider: string;
  settings: Record<string, string>;
  /** Bodies of the requests so far, as text. */
  bodies(): string[];
  /** What the next request is answered with. */
  next(reply: Reply): void;
  /** What the vendor's documentation would not have allowed. */
  problems(): string[];
  close(): Promise<unknown>;
}

/** What a message over a channel is at the vendor. */
export interface Expected {
  channel: Channel;
  start(): Promise<Vendor>;
  /** A new recipient that only this channel reaches (a phone number: SMS and WhatsApp). */
  to(): Record<string, unknown>;
  /** The vendor's request for this recipient and text. */
  request(to: Record<string, unknown>, text: string): object;
  messageId: RegExp;
  /** What the vendor says to a message that it refuses for good, and the code that this is. */
  refusal: Reply;
  code: string;
}

const TELNYX_KEY = 'KEY0123456789ABCDEF_abcdefghijklmn';
const META_TOKEN = 'EAAJB0123456789abcdefghijklmnopqrstuv';

let count = 0;
const next = (): string => String((count += 1)).padStart(4, '0');
const textsOf = (requests: { body: string }[]) => (): string[] => requests.map(({ body }) => body);

export const CHANNELS: Expected[] = [
  {
    channel: 'email',
    start: async () => {
      const server = await startResend();
      return {
        provider: 'resend',
        settings: { api_key: API_KEY, base_url: server.url },
        bodies: textsOf(server.requests),
        next: (reply) => void server.next.push(reply),
        problems: () => [],
        close: server.close,
      };
    },
    to: () => ({ email: newEmail() }),
    request: (to, text) => ({ to: [to.email], subject: 'News', text }),
    messageId: /^re-\d+$/,
    refusal: { status: 422, body: { name: 'validation_error', message: 'Invalid `to` field.' } },
    code: 'INVALID_RECIPIENT',
  },
  {
    channel: 'sms',
    start: async () => {
      const server = await telnyx.startTelnyx(TELNYX_KEY);
      return {
        provider: 'telnyx',
        settings: { api_key: TELNYX_KEY, base_url: `${server.url}/v2` },
        bodies: textsOf(server.requests),
        next: (reply) => void server.next.push(reply),
        problems: () => server.violations,
        close: server.close,
      };
    },
    to: () => ({ phone: newPhone() }),
    request: (to, text) => ({ to: to.phone, from: '+15005550006', text }),
    messageId: /^40385f64-/,
    refusal: telnyx.refusal(400, '40300', 'Blocked due to STOP message'),
    code: 'REJECTED',
  },
  {
    channel: 'whatsapp',
    start: async () => {
      const server = await meta.startMeta(META_TOKEN);
      return {
        provider: 'meta',
        settings: {
          access_token: META_TOKEN,
          phone_number_id: meta.PHONE_NUMBER_ID,
          base_url: server.url,
        },
        bodies: textsOf(server.requests),
        next: (reply) => void server.next.push(reply),
        problems: () => server.violations,
        close: server.close,
      };
    },
    to: () => ({ phone: newPhone() }),
    request: (to, text) => ({ to: to.phone, type: 'text', text: { body: text } }),
    messageId: /^wamid\./,
    refusal: meta.refusal(400, 131026),
    code: 'INVALID_RECIPIENT',
  },
  {
    channel: 'slack',
    start: async () => {
      const server = await startSlackServer();
      return {
        provider: 'slack',
        settings: { token: SLACK_TOKEN, base_url: `${server.url}/api` },
        bodies: textsOf(server.requests),
        next: (reply) => void server.next.push(reply),
        problems: () => server.violations,
        close: server.close,
      };
    },
    to: () => ({ slack: `U0CHANNEL${next()}` }),
    request: (to, text) => ({ channel: to.slack, text }),
    refusal: { status: 200, body: { ok: false, error: 'channel_not_found' } },
    messageId: /^D0CHANNEL\d+:1503435956\.000247$/,
    code: 'INVALID_RECIPIENT',
  },
  {
    channel: 'push',
    start: async () => {
      const server = await startExpoServer();
      return {
        provider: 'expo',
        settings: { base_url: server.url },
        bodies: textsOf(server.requests),
        next: (reply) => void server.next.push(reply),
        problems: () => server.violations,
        close: server.close,
      };
    },
    to: () => ({ external_id: `device-${next()}`, push_token: `ExponentPushToken[phone-${next()}]` }),
    request: (to, text) => ({ to: to.push_token, body: text }),
    messageId: /^019a-receipt$/,
    refusal: {
      status: 200,
      body: { data: { status: 'error', message: 'No', details: { error: 'MessageTooBig' } } },
    },
    code: 'REJECTED',
  },
  {
    channel: 'telegram',
    start: async () => {
      const server = await startTelegramServer();
      return {
        provider: 'telegram',
        settings: { token: TELEGRAM_TOKEN, base_url: server.url },
        bodies: textsOf(server.requests),
        next: (reply) => void server.next.push(reply),
        problems: () => server.violations,
        close: server.close,
      };
    },
    to: () => ({ telegram: `98765${next()}` }),
    request: (to, text) => ({ chat_id: to.telegram, text }),
    messageId: /^4711$/,
    refusal: {
      status: 400,
      body: { ok: false, error_code: 400, description: 'Bad Request: message is too long' },
    },
    code: 'REJECTED',
  },
  {
    channel: 'discord',
    start: async () => {
      const server = await startDiscordServer();
      return {
        provider: 'discord',
        settings: { token: DISCORD_TOKEN, base_url: `${server.url}/api/v10` },
        bodies: textsOf(server.requests),
        next: (reply) => void server.next.push(reply),
        problems: () => server.violations,
        close: server.close,
      };
    },
    to: () => ({ discord: `98765432109876${next()}` }),
    request: (_to, text) => ({ content: text, allowed_mentions: { parse: [] } }),
    messageId: /^999\d+$/,
    refusal: { status: 403, body: { message: 'Cannot send messages to this user', code: 50007 } },
    code: 'INVALID_RECIPIENT',
  },
];
