import type { RawApi } from 'grammy';
import { z } from 'zod';
import { defineProvider, type ProviderTools } from '../../definition';
import { baseUrl } from '../../http/base-url';
import { failedCall } from '../../http/http-failure';
import { jsonObject, postJson } from '../../http/json';
import { characters } from '../../characters';
import type { HttpResult } from '../../http/provider-http';
import { failure } from '../../http/verdict';
import type { OutboundMessage, Provider } from '../../provider';
import { classifyTelegram } from './errors';

type SendMessage = Parameters<RawApi['sendMessage']>[0];

/** "After entities parsing" (core.telegram.org/bots/api#sendmessage). */
const MAX_TEXT = 4096;

/** A bot of Telegram's (core.telegram.org/bots/api). */
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
 * Calls through our HTTP client: grammY's would need its own fetch's types around it and a polyfill's signal, and
 * brings nothing to one call without a file; its types describe the call. The token stands in the path, so no words
 * of an answer are shown before it is taken out of them.
 */
function createTelegramProvider(token: string, base: string, { http }: ProviderTools): Provider {
  const call = (method: string, body: unknown, signal: AbortSignal): Promise<HttpResult> =>
    postJson(http, { url: `${base}/bot${token}/${method}`, body, signal });
  const secrets = [token];
  return {
    name: 'telegram',
    async send(message, signal) {
      const request = telegramRequest(message);
      if ('refusal' in request) return failure('message', request.refusal);
      const result = await call('sendMessage', request, signal);
      if (!result.ok) return failedCall(result);
      return classifyTelegram(result.answer, { to: message.to, secrets });
    },
    async check(signal) {
      const result = await call('getMe', {}, signal);
      if (!result.ok) return { ok: false, reason: result.reason };
      const said = jsonObject(result.answer.body) as
        { ok?: unknown; result?: { username?: string } } | undefined;
      if (said?.ok !== true)
        return { ok: false, reason: classifyTelegram(result.answer, { to: '', secrets }).response };
      return { ok: true, detail: `bot @${said.result?.username ?? ''}` };
    },
    close: () => Promise.resolve(),
  };
}

function telegramRequest({ to, content }: OutboundMessage): SendMessage | { refusal: string } {
  const { text = '', parseMode } = content;
  if (text === '') return { refusal: 'the message has no text' };
  // Of marked-up text only Telegram knows how long it is.
  if (parseMode === undefined && characters(text) > MAX_TEXT)
    return { refusal: `the text is longer than ${MAX_TEXT} characters` };
  return {
    chat_id: to,
    text,
    ...(parseMode !== undefined && { parse_mode: parseMode }),
    // Telegram fetches a link to preview it, which uses up a link that works once.
    link_preview_options: { is_disabled: true },
  };
}
