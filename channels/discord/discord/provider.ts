import { type RESTPostAPIChannelMessageJSONBody, RouteBases, Routes } from 'discord-api-types/v10';
import { z } from 'zod';
import { parseDiscordAddress } from '../../../core/contacts/discord-address';
import { defineProvider, type ProviderTools } from '../../definition';
import { baseUrl } from '../../http/base-url';
import { failure, repeatable } from '../../http/verdict';
import type { OutboundMessage, Provider, SendResult } from '../../provider';
import { createDirectChannels } from './direct-channels';
import { createDiscordCalls } from './calls';
import { type DiscordContent, discordContent, nonceOf } from './request';

/** A bot of Discord's: direct messages to users, and messages to channels. */
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

function createDiscordProvider(token: string, base: string, { http }: ProviderTools): Provider {
  const authorization = `Bot ${token}`;
  const calls = createDiscordCalls({ http, authorization, secret: token, refusedMs: 60_000 });
  const direct = createDirectChannels(calls, base);

  async function post(
    channel: string,
    message: OutboundMessage,
    content: DiscordContent,
    signal: AbortSignal,
  ): Promise<SendResult> {
    const body: RESTPostAPIChannelMessageJSONBody = {
      ...content,
      nonce: nonceOf(message.id),
      enforce_nonce: true,
    };
    const url = `${base}${Routes.channelMessages(channel)}`;
    const posted = await calls.call({ method: 'POST', url, resource: `channel:${channel}`, body, signal });
    // A nonce again makes no second message.
    if (!posted.ok) return repeatable(posted.failure);
    return { outcome: 'sent', providerMessageId: posted.id, response: '200 ok' };
  }

  return {
    name: 'discord',
    async send(message, signal) {
      const address = parseDiscordAddress(message.to);
      if (!address) return failure('recipient', NO_ADDRESS);
      const content = discordContent(message);
      if ('refusal' in content) return failure('message', content.refusal);
      if (address.kind === 'channel') return post(address.id, message, content, signal);
      const channel = await direct.open(address.id, signal);
      if (!channel.ok) return repeatable(channel.failure);
      const result = await post(channel.id, message, content, signal);
      if (!channel.remembered || result.outcome !== 'permanent') return result;
      // It may be our memory that is wrong: the next attempt opens the channel anew and hears the truth.
      direct.forget(address.id);
      return { ...result, outcome: 'transient', code: 'PROVIDER_ERROR' };
    },
    async check(signal) {
      const url = `${base}${Routes.user()}`;
      const answer = await calls.call({ method: 'GET', url, resource: 'check', signal });
      if (!answer.ok) return { ok: false, reason: answer.failure.response };
      return { ok: true, detail: `bot ${String(answer.said.username)}` };
    },
    close: () => Promise.resolve(),
  };
}

const NO_ADDRESS = 'the address is neither a Discord user id nor an event’s channel';
