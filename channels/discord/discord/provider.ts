import { type RESTPostAPIChannelMessageJSONBody, RouteBases, Routes } from 'discord-api-types/v10';
import { z } from 'zod';
import { parseDiscordAddress } from '../../../core/contacts/discord-address';
import { defineProvider, type ProviderCalls, type ProviderTools } from '../../definition';
import { baseUrl } from '../../http/base-url';
import { failure, repeatable } from '../../http/verdict';
import type { SendResult } from '../../provider';
import { createDiscordCalls, posted } from './calls';
import { createDirectChannels } from './direct-channels';
import { discordContent, nonceOf } from './request';

/** A Discord bot: direct messages to users, and messages to channels. */
export const discord = defineProvider({
  name: 'discord',
  channels: ['discord'],
  settings: z.strictObject({
    token: z
      .string()
      .regex(
        /^[\w.-]{50,200}$/,
        'must be the bot’s token from the Bot page of the application, without "Bot "',
      )
      .describe('The bot’s token, from the Bot page of the Discord application.'),
    base_url: baseUrl(RouteBases.api),
  }),
  secrets: ['token'],
  open: ({ token, base_url }, tools) => createDiscordProvider(token, base_url, tools),
});

function createDiscordProvider(token: string, base: string, { http }: ProviderTools): ProviderCalls {
  const call = createDiscordCalls({ http, authorization: `Bot ${token}`, secret: token, refusedMs: 60_000 });
  const direct = createDirectChannels(call, base);

  async function post(
    channel: string,
    content: RESTPostAPIChannelMessageJSONBody,
    signal: AbortSignal,
  ): Promise<SendResult> {
    const url = `${base}${Routes.channelMessages(channel)}`;
    const resource = `channel:${channel}`;
    const result = await call({ method: 'POST', url, resource, body: content, signal });
    // A repeat with the same nonce makes no second message.
    return 'outcome' in result ? repeatable(result) : posted(result);
  }

  return {
    async send(message, signal) {
      const address = parseDiscordAddress(message.to);
      if (!address)
        return failure('recipient', 'the address is neither a Discord user id nor an event’s channel');
      const shown = discordContent(message);
      if ('outcome' in shown) return shown;
      const content = { ...shown, nonce: nonceOf(message.id), enforce_nonce: true };
      if (address.kind === 'channel') return post(address.id, content, signal);
      const channel = await direct.open(address.id, signal);
      if ('outcome' in channel) return repeatable(channel);
      const result = await post(channel.id, content, signal);
      if (!channel.remembered || result.outcome !== 'permanent') return result;
      // The remembered channel may be wrong: the next attempt opens it again.
      direct.forget(address.id);
      return failure('outage', result.response);
    },
    async check(signal) {
      const answer = await call({ method: 'GET', url: `${base}${Routes.user()}`, resource: 'check', signal });
      if ('outcome' in answer) return { ok: false, reason: answer.response };
      return { ok: true, detail: `bot ${String(answer.json.username)}` };
    },
  };
}
