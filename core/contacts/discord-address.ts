/** Users and channels of Discord have ids of one form, so a channel's address says that it is one. */
const CHANNEL = 'channel:';

/** A snowflake (discord.com/developers/docs/reference, Snowflakes). */
export const DISCORD_ID = /^\d{17,20}$/;

export const discordChannelAddress = (channelId: string): string => `${CHANNEL}${channelId}`;

/** Whom an address means, null where it is none. */
export function parseDiscordAddress(address: string): { kind: 'channel' | 'user'; id: string } | null {
  const kind = address.startsWith(CHANNEL) ? 'channel' : 'user';
  const id = kind === 'channel' ? address.slice(CHANNEL.length) : address;
  return DISCORD_ID.test(id) ? { kind, id } : null;
}
