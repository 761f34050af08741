import type { RawApi } from 'grammy';
import { z } from 'zod';
import { defineProvider, type ProviderCalls, type ProviderTools } from '../../definition';
import { baseUrl } from '../../http/base-url';
import { jsonObject } from '../../http/json';
import { createVendorApi } from '../../http/vendor-api';
import { type Failure, failure } from '../../http/verdict';
import type { OutboundMessage } from '../../provider';
import { refuseLongText } from '../../too-large';
import { countEntities } from './entities';
import { classifyTelegram } from './errors';

type SendMessage = Parameters<RawApi['sendMessage']>[0];

/** "After entities parsing" (core.telegram.org/bots/api#sendmessage). */
const MAX_TEXT = 4096;

/** Telegram leaves out the markup of those beyond, without a word (core.telegram.org/bots/api#messageentity). */
const MAX_ENTITIES = 100;

/** A Telegram bot (core.telegram.org/bots/api). */
export const telegram = defineProvider({
  name: 'telegram',
  channels: ['telegram'],
  settings: z.strictObject({
    token: z
      .string()
      .regex(/^\d{5,20}:[\w-]{30,100}$/, 'must be the token that BotFather gave (digits, a colon, letters)')
      .describe('The bot’s token, from @BotFather.'),
    base_url: baseUrl('https://api.telegram.org'),
  }),
  secrets: ['token'],
  open: ({ token, base_url }, tools) => createTelegramProvider(token, base_url, tools),
});

/**
 * Calls through our HTTP client. grammY's needs another fetch's types and a polyfill's signal, and adds nothing to one call
 * without a file. Its types describe the call. The token is in the path, so it is removed from every answer that is shown.
 */
function createTelegramProvider(token: string, base: string, { http }: ProviderTools): ProviderCalls {
  const api = createVendorApi(http, {
    base: `${base}/bot${token}`,
    secrets: [token],
    classify: classifyTelegram,
  });
  return {
    async send(message, signal) {
      const body = telegramRequest(message);
      if ('outcome' in body) return body;
      const call = (to: string) =>
        api.send(to, { path: '/sendMessage', body: { ...body, chat_id: to }, signal });
      const result = await call(message.to);
      if (result.movedTo === undefined) return result;
      // Telegram refused this attempt and names the chat's new id, so the message is sent once.
      return { ...(await call(result.movedTo)), movedTo: result.movedTo };
    },
    check: (signal) =>
      api.check({ path: '/getMe', body: {}, signal }, (answer) => {
        const { ok, result } = (jsonObject(answer.body) ?? {}) as Me;
        return ok === true ? { ok, detail: `bot @${result?.username ?? ''}` } : null;
      }),
  };
}

interface Me {
  ok?: unknown;
  result?: { username?: string };
}

function telegramRequest({ to, content }: OutboundMessage): SendMessage | Failure {
  const { text = '', parseMode } = content;
  if (text === '') return failure('message', 'the message has no text');
  // Only Telegram knows the length of marked-up text.
  const refusal = parseMode === undefined ? refuseLongText(text, MAX_TEXT) : null;
  if (refusal) return refusal;
  const entities = parseMode === undefined ? 0 : countEntities(text, parseMode);
  if (entities > MAX_ENTITIES)
    return failure(
      'template',
      `The text has ${entities} entities (bold, links, code). Telegram shows ${MAX_ENTITIES}. Use less markup in the template.`,
    );
  return {
    chat_id: to,
    text,
    ...(parseMode !== undefined && { parse_mode: parseMode }),
    // Telegram fetches a link to preview it, which uses up a link that works once.
    link_preview_options: { is_disabled: true },
  };
}
