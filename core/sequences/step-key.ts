import type { Channel } from '../shared/channels';

/**
 * Returns the step of a message of a fallback, which is another message of the same SEND: the SEND's name and the
 * channel. Names do not contain the separator.
 */
export const fallbackKey = (sendName: string, channel: Channel): string => `${sendName}>${channel}`;

/** The name of the SEND that a message belongs to. */
export const sendNameOf = (stepKey: string): string => stepKey.split('>')[0] ?? stepKey;
