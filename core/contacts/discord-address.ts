/** Marks the address of a channel, because ids of Discord's users and channels look the same. */
const CHANNEL = 'channel:';

/** A snowflake (discord.com/developers/docs/reference, Snowflakes). */
export const DISCORD_ID = /^\d{17,20}$/;

export const discordChannelAddress = (channelId: string): string => `${CHANNEL}${channelId}`;

/** Returns the user or channel of an address; null if it is no address. */
export function parseDiscordAddress(address: string): { kind: 'channel' | 'user'; id: string } | null {
  const kind = address.startsWith(CHANNEL) ? 'channel' : 'user';
  const id = kind === 'channel' ? address.slice(CHANNEL.length) : address;
  return DISCORD_ID.test(id) ? { kind, id } : null;
}
