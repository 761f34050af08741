import { z } from 'zod';
import { defineProvider, type ProviderTools } from '../../definition';
import { isSafeAddress } from '../../http/base-url';
import { failure } from '../../http/verdict';
import type { Provider } from '../../provider';
import { createDiscordCalls } from './calls';
import { discordContent } from './request';

const PATH = /\/webhooks\/\d{17,20}\/[\w-]{20,200}$/;

/** A webhook of one Discord channel (discord.com/developers/docs/resources/webhook, Execute Webhook). */
export const discordWebhook = defineProvider({
  name: 'discord_webhook',
  channels: ['discord'],
  settings: z.strictObject({
    // The whole address, of which the host is a part: there is no base_url beside it.
    url: z
      .string()
      .max(2048)
      .refine(
        (url) => isSafeAddress(url) && PATH.test(new URL(url).pathname),
        'must be the webhook’s address as Discord shows it: https://discord.com/api/webhooks/…/…',
      )
      .describe('Address of the webhook, from the channel’s settings; ?thread_id=… posts into a thread.'),
  }),
  secrets: ['url'],
  open: ({ url }, tools) => createDiscordWebhookProvider(url, tools),
});

/** Every message goes to the webhook's channel, whatever its address is. */
function createDiscordWebhookProvider(address: string, { http }: ProviderTools): Provider {
  const url = new URL(address);
  const secret = url.pathname.split('/').at(-1) ?? '';
  const resource = 'webhook';
  // A webhook that is gone must not be called again and again (ibid., rate limits).
  const { call } = createDiscordCalls({ http, secret, refusedMs: 600_000 });
  const checked = url.origin + url.pathname;
  // Only then does Discord say what became of the message.
  url.searchParams.set('wait', 'true');
  return {
    name: 'discord_webhook',
    async send(message, signal) {
      const body = discordContent(message);
      if ('refusal' in body) return failure('message', body.refusal);
      const posted = await call({ method: 'POST', url: url.href, resource, body, signal });
      if (!posted.ok) return posted.failure;
      return { outcome: 'sent', providerMessageId: posted.id, response: '200 ok' };
    },
    async check(signal) {
      const answer = await call({ method: 'GET', url: checked, resource: 'check', signal });
      if (!answer.ok) return { ok: false, reason: answer.failure.response };
      return { ok: true, detail: `webhook ${String(answer.said.name)}` };
    },
    close: () => Promise.resolve(),
  };
}
