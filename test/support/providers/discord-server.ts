import { z } from 'zod';
import {
  demand,
  startVendorServer,
  type VendorAnswer,
  type VendorRequest,
  type VendorServer,
} from './vendor-server';

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

export interface DiscordServer extends VendorServer {
  /** Messages that were made, by nonce where they have one. */
  messages: { id: string; channel: string; nonce?: string }[];
}

/** Discord's API; it keeps to `enforce_nonce`. */
export async function startDiscordServer(): Promise<DiscordServer> {
  const messages: DiscordServer['messages'] = [];
  const make = (channel: string, nonce?: string): VendorAnswer => {
    const made = { id: `99900000000000000${messages.length}`, channel, nonce };
    messages.push(made);
    return { body: { id: made.id, channel_id: channel, nonce } };
  };
  const unauthorized = { status: 401, body: { message: '401: Unauthorized', code: 0 } };

  const webhook = ({ method, path, body }: VendorRequest): VendorAnswer => {
    const { pathname, searchParams } = new URL(path, 'http://discord');
    if (pathname !== WEBHOOK) return { status: 404, body: { message: 'Unknown Webhook', code: 10015 } };
    if (method === 'GET') return { body: { id: '223704706495545344', type: 1, name: 'Captain Hook' } };
    demand(searchParams.get('wait') === 'true', path);
    executeWebhook.parse(body);
    return make(searchParams.get('thread_id') ?? 'of the webhook');
  };
  const bot = ({ method, path, headers, body }: VendorRequest): VendorAnswer => {
    if (headers.authorization !== `Bot ${DISCORD_TOKEN}`) return unauthorized;
    if (path === '/api/v10/users/@me' && method === 'GET') return { body: { id: '1', username: 'example' } };
    demand(method === 'POST', method);
    if (path === '/api/v10/users/@me/channels') {
      const { recipient_id: user } = createDirect.parse(body);
      return { body: { id: user.replace(/^\d{3}/, '777'), type: 1, recipients: [{ id: user }] } };
    }
    const [, channel] = /^\/api\/v10\/channels\/(\d{17,20})\/messages$/.exec(path) ?? [];
    demand(channel !== undefined, path);
    const { nonce } = createMessage.parse(body);
    const known = messages.find((message) => message.nonce === nonce);
    return known ? { body: { id: known.id, channel_id: known.channel, nonce } } : make(channel, nonce);
  };
  const server = await startVendorServer((request) => {
    const { method, path, headers } = request;
    demand(/^DiscordBot \(.+, .+\)$/.test(headers['user-agent'] ?? ''), `${headers['user-agent']}`);
    demand(method === 'GET' || headers['content-type'] === 'application/json', `${headers['content-type']}`);
    return path.startsWith('/api/webhooks/') ? webhook(request) : bot(request);
  });
  return { ...server, messages };
}
