/** The channels (SEND-3), in no order of preference. */
export const CHANNELS = ['email', 'sms', 'slack', 'push', 'telegram', 'whatsapp', 'discord'] as const;
export type Channel = (typeof CHANNELS)[number];

/** Production reaches people; sandbox captures what it would have sent (KEY-10). */
export const ENVIRONMENTS = ['production', 'sandbox'] as const;
export type Environment = (typeof ENVIRONMENTS)[number];
