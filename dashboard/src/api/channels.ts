import { CHANNEL_ROWS, channelsWith } from '../../../channels/table';

export {
  type Channel,
  CHANNEL_ROWS,
  type ChannelRow,
  CHANNELS,
  type EditedText,
} from '../../../channels/table';

/** Channels whose providers report deliveries. */
export const REPORTING = channelsWith('reports', 'told', 'told_if_asked');

/** Channels on which addresses can be suppressed. */
export const SUPPRESSIBLE = channelsWith('suppressible', true);

/** Channels whose messages come from numbers. */
export const NUMBERED = channelsWith('sender', 'number', 'number_or_name');

/** Returns the name of a channel for people. */
export const labelOf = (channel: keyof typeof CHANNEL_ROWS): string => CHANNEL_ROWS[channel].label;
