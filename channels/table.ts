import { discord } from './discord/channel';
import { email } from './email/channel';
import { push } from './push/channel';
import type { ChannelRow } from './row';
import { slack } from './slack/channel';
import { sms } from './sms/channel';
import { telegram } from './telegram/channel';
import { whatsapp } from './whatsapp/channel';

export type { ChannelRow, EditedText } from './row';

/**
 * The channels (SEND-3), in no order of preference. Each has a row in its folder. All else that depends on the channel
 * derives from the rows, and from its templates (contents.ts) and providers (providers.ts).
 */
export const CHANNEL_ROWS = { email, sms, slack, push, telegram, whatsapp, discord };

type Rows = typeof CHANNEL_ROWS;
export type Channel = keyof Rows;

/** The channels whose row has one of these values under `Key`. */
export type ChannelWith<Key extends keyof ChannelRow, Value extends ChannelRow[Key]> = {
  [Name in Channel]: Rows[Name][Key & keyof Rows[Name]] extends Value ? Name : never;
}[Channel];

export const CHANNELS = Object.keys(CHANNEL_ROWS) as Channel[];

/** Returns the channels whose row has one of these values under `key`, in the order of the table. */
export const channelsWith = <Key extends keyof ChannelRow, Value extends ChannelRow[Key]>(
  key: Key,
  ...values: Value[]
): ChannelWith<Key, Value>[] =>
  CHANNELS.filter((name): name is ChannelWith<Key, Value> =>
    (values as unknown[]).includes((CHANNEL_ROWS[name] as ChannelRow)[key]),
  );
