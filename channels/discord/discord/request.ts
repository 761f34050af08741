import type { APIAllowedMentions, APIEmbed } from 'discord-api-types/v10';
import { characters } from '../../characters';
import type { OutboundMessage } from '../../provider';

/** discord.com/developers/docs/resources/message, Create Message. */
const MAX_CONTENT = 2000;
const MAX_EMBEDS = 10;

export interface DiscordContent {
  content?: string;
  embeds?: APIEmbed[];
  allowed_mentions: APIAllowedMentions;
}

/** What a message shows, or why Discord would not take it. The limits within embeds are Discord's to check. */
export function discordContent({ content }: OutboundMessage): DiscordContent | { refusal: string } {
  const { text = '', embeds = [] } = content;
  if (text === '' && embeds.length === 0) return { refusal: 'the message has neither text nor embeds' };
  if (characters(text) > MAX_CONTENT) return { refusal: `the text is longer than ${MAX_CONTENT} characters` };
  if (embeds.length > MAX_EMBEDS) return { refusal: `the message has more than ${MAX_EMBEDS} embeds` };
  return {
    ...(text !== '' && { content: text }),
    ...(embeds.length > 0 && { embeds: embeds as APIEmbed[] }),
    // Whatever a person typed into a payload, nobody is notified by it (ibid., Allowed Mentions Object).
    allowed_mentions: { parse: [] },
  };
}

/** A message id as a nonce: Discord takes 25 characters, and 128 bits fit into 25 of base 36. */
export const nonceOf = (messageId: string): string =>
  BigInt(`0x${messageId.replaceAll('-', '')}`).toString(36);
