import { z } from 'zod';
import { type ApiReply, type ApiRequest, type ApiServer, must, startApiServer } from './api-server';

export const TELEGRAM_TOKEN = '123456789:AAEhBOweik6ad9r_QXMENQjcrGbqCr4K-abc';

/** Parameters of sendMessage that we use (core.telegram.org/bots/api#sendmessage); no others. */
const sendMessage = z.strictObject({
  chat_id: z.string().min(1),
  text: z.string().min(1),
  parse_mode: z.enum(['HTML', 'MarkdownV2']).optional(),
  link_preview_options: z.strictObject({ is_disabled: z.literal(true) }),
});

export type TelegramSend = z.infer<typeof sendMessage>;

export const startTelegramServer = (): Promise<ApiServer> => startApiServer(answer, { strict: true });

function answer({ method, path, headers, json }: ApiRequest): ApiReply {
  must(method === 'POST', `${method} ${path}`);
  must(headers['content-type']?.startsWith('application/json') === true, `${headers['content-type']}`);
  const [, token, called] = /^\/bot([^/]+)\/(\w+)$/.exec(path) ?? [];
  if (token !== TELEGRAM_TOKEN) {
    return { status: 401, body: { ok: false, error_code: 401, description: 'Unauthorized' } };
  }
  if (called === 'getMe') {
    const result = { id: 123456789, is_bot: true, first_name: 'Example', username: 'example_bot' };
    return { status: 200, body: { ok: true, result } };
  }
  must(called === 'sendMessage', path);
  const { chat_id: id, text } = sendMessage.parse(json);
  const chat = { id: Number(id), type: 'private', first_name: 'Ada' };
  return { status: 200, body: { ok: true, result: { message_id: 4711, date: 1_767_225_600, chat, text } } };
}
