import type { APIAllowedMentions, APIEmbed } from 'discord-api-types/v10';
import { type Failure, failure } from '../../http/verdict';
import type { OutboundMessage } from '../../provider';
import { refuseLongText } from '../../too-large';

/** discord.com/developers/docs/resources/message, Create Message. */
const MAX_CONTENT = 2000;
const MAX_EMBEDS = 10;

export interface DiscordContent {
  content?: string;
  embeds?: APIEmbed[];
  allowed_mentions: APIAllowedMentions;
}

/** Returns what a message shows, or why Discord would not take it. Discord checks the limits within embeds. */
export function discordContent({ content }: OutboundMessage): DiscordContent | Failure {
  const { text = '', embeds = [] } = content;
  if (text === '' && embeds.length === 0)
    return failure('message', 'the message has neither text nor embeds');
  const refusal = refuseLongText(text, MAX_CONTENT);
  if (refusal) return refusal;
  if (embeds.length > MAX_EMBEDS) return failure('message', `the message has more than ${MAX_EMBEDS} embeds`);
  return {
    ...(text !== '' && { content: text }),
    ...(embeds.length > 0 && { embeds: embeds as APIEmbed[] }),
    // Mentions in a payload notify nobody (ibid., Allowed Mentions Object).
    allowed_mentions: { parse: [] },
  };
}

/** Returns a message id as a nonce: Discord takes 25 characters, and 128 bits fit into 25 of base 36. */
export const nonceOf = (messageId: string): string =>
  BigInt(`0x${messageId.replaceAll('-', '')}`).toString(36);
