import type { Channel, Usage } from '../../api/types';

/** Colours of the channels in charts. */
export const CHANNEL_COLORS: Record<Channel, string> = {
  email: 'indigo',
  sms: 'teal',
  whatsapp: 'lime',
  push: 'orange',
  slack: 'grape',
  telegram: 'cyan',
  discord: 'pink',
};

/** Returns the channels that some days have, in a fixed order. */
export const channelsOf = (days: Usage['days']): Channel[] =>
  (Object.keys(CHANNEL_COLORS) as Channel[]).filter((channel) =>
    days.some(({ channels }) => channels.some((one) => one.channel === channel)),
  );
