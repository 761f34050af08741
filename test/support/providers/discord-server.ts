import { z } from 'zod';
import { type ApiReply, type ApiRequest, type ApiServer, must, startApiServer } from './api-server';

export const DISCORD_TOKEN = 'MTk4NjIyNDgzNDcxOTI1MjQ4.Cl2FMQ.ZnCjm1XVW7vRze4b7Cq4se7kKWs-abcdefgh';
export const WEBHOOK_TOKEN = '3d89bb7572e0fb30d8128367b3b1b44fecd1726de135cbe28a41f8b2f777c372ba2939';
export const WEBHOOK = `/api/webhooks/223704706495545344/${WEBHOOK_TOKEN}`;

/** What we use of a message (discord.com/developers/docs/resources/message, Create Message); nothing else. */
const shown = {
  content: z.string().min(1).max(2000).optional(),
  embeds: z.array(z.looseObject({})).min(1).max(10).optional(),
  allowed_mentions: z.strictObject({ parse: z.array(z.string()).length(0) }),
};
const createMessage = z.strictObject({
  ...shown,
  nonce: z.string().min(1).max(25),
  enforce_nonce: z.literal(true),
});
const executeWebhook = z.strictObject(shown);
const createDirect = z.strictObject({ recipient_id: z.string().regex(/^\d{17,20}$/) });

export interface DiscordServer extends ApiServer {
  /** Messages that were made, by nonce where they have one. */
  messages: { id: string; channel: string; nonce?: string }[];
}

/** Discord's API; it keeps to `enforce_nonce`. */
export async function startDiscordServer(): Promise<DiscordServer> {
  const messages: DiscordServer['messages'] = [];
  const make = (channel: string, nonce?: string): ApiReply => {
    const made = { id: `99900000000000000${messages.length}`, channel, nonce };
    messages.push(made);
    return { status: 200, body: { id: made.id, channel_id: channel, nonce } };
  };
  const unauthorized = { status: 401, body: { message: '401: Unauthorized', code: 0 } };

  const webhook = ({ method, path, pathname, query, json }: ApiRequest): ApiReply => {
    if (pathname !== WEBHOOK) return { status: 404, body: { message: 'Unknown Webhook', code: 10015 } };
    if (method === 'GET')
      return { status: 200, body: { id: '223704706495545344', type: 1, name: 'Captain Hook' } };
    must(query.get('wait') === 'true', path);
    executeWebhook.parse(json);
    return make(query.get('thread_id') ?? 'of the webhook');
  };
  const bot = ({ method, path, headers, json }: ApiRequest): ApiReply => {
    if (headers.authorization !== `Bot ${DISCORD_TOKEN}`) return unauthorized;
    if (path === '/api/v10/users/@me' && method === 'GET')
      return { status: 200, body: { id: '1', username: 'example' } };
    must(method === 'POST', method);
    if (path === '/api/v10/users/@me/channels') {
      const { recipient_id: user } = createDirect.parse(json);
      return {
        status: 200,
        body: { id: user.replace(/^\d{3}/, '777'), type: 1, recipients: [{ id: user }] },
      };
    }
    const [, channel] = /^\/api\/v10\/channels\/(\d{17,20})\/messages$/.exec(path) ?? [];
    must(channel !== undefined, path);
    const { nonce } = createMessage.parse(json);
    const known = messages.find((message) => message.nonce === nonce);
    return known
      ? { status: 200, body: { id: known.id, channel_id: known.channel, nonce } }
      : make(channel, nonce);
  };
  const answer = (request: ApiRequest): ApiReply => {
    const { method, path, headers } = request;
    must(/^DiscordBot \(.+, .+\)( .+)?$/.test(headers['user-agent'] ?? ''), `${headers['user-agent']}`);
    must(method === 'GET' || headers['content-type'] === 'application/json', `${headers['content-type']}`);
    return path.startsWith('/api/webhooks/') ? webhook(request) : bot(request);
  };
  const server = await startApiServer(answer, { strict: true });
  return { ...server, messages };
}
