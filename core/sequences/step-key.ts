import type { Channel } from '../shared/channels';

/**
 * What a message keeps as its step: the SEND's name, and behind it the channel where it is a fallback, which is another
 * message of the same SEND. Names have no such sign in them.
 */
export const fallbackKey = (sendName: string, channel: Channel): string => `${sendName}>${channel}`;

/** The name of the SEND that a message belongs to. */
export const sendNameOf = (stepKey: string): string => stepKey.split('>')[0] ?? stepKey;
