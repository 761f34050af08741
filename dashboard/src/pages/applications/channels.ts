import { type Channel, CHANNELS } from '../../api/channels';
import type { Usage } from '../../api/types';

/** Returns the channels that some days have, in a fixed order. */
export const channelsOf = (days: Usage['days']): Channel[] =>
  CHANNELS.filter((channel) => days.some(({ channels }) => channels.some((one) => one.channel === channel)));
