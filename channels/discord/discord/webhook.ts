import { z } from 'zod';
import { defineProvider, type ProviderCalls, type ProviderTools } from '../../definition';
import { isSafeAddress } from '../../http/base-url';
import { createDiscordCalls, posted } from './calls';
import { discordContent } from './request';

const PATH = /\/webhooks\/\d{17,20}\/[\w-]{20,200}$/;

/** A webhook of one Discord channel (discord.com/developers/docs/resources/webhook, Execute Webhook). */
export const discordWebhook = defineProvider({
  name: 'discord_webhook',
  channels: ['discord'],
  settings: z.strictObject({
    // The whole address, with the host: there is no base_url.
    url: z
      .string()
      .max(2048)
      .refine(
        (url) => isSafeAddress(url) && PATH.test(new URL(url).pathname),
        'must be the webhook’s address as Discord shows it: https://discord.com/api/webhooks/…/…',
      )
      .describe('Address of the webhook, from the channel’s settings. ?thread_id=… names a thread.'),
  }),
  secrets: ['url'],
  addresses: ({ url }) => ({ url }),
  open: ({ url }, tools) => createDiscordWebhookProvider(url, tools),
});

/** Sends every message to the webhook's channel, whatever its address is. */
function createDiscordWebhookProvider(address: string, { http }: ProviderTools): ProviderCalls {
  const url = new URL(address);
  const secret = url.pathname.split('/').at(-1) ?? '';
  // A webhook that is gone must not be called again and again (ibid., rate limits).
  const call = createDiscordCalls({ http, secret, refusedMs: 600_000 });
  const checked = url.origin + url.pathname;
  // Without it Discord does not say what became of the message.
  url.searchParams.set('wait', 'true');
  return {
    async send(message, signal) {
      const body = discordContent(message);
      if ('outcome' in body) return body;
      const result = await call({ method: 'POST', url: url.href, resource: 'webhook', body, signal });
      return 'outcome' in result ? result : posted(result);
    },
    async check(signal) {
      const answer = await call({ method: 'GET', url: checked, resource: 'check', signal });
      if ('outcome' in answer) return { ok: false, reason: answer.response };
      return { ok: true, detail: `webhook ${String(answer.json.name)}` };
    },
  };
}
