/** The push services that a device token can belong to. */
export type PushService = 'fcm' | 'apns' | 'expo' | 'webpush';

/** When a push token was registered last, by the database's clock. Tokens of earlier releases have no time. */
export interface TokenTime {
  token: string;
  at: Date;
}

/**
 * Returns the times of a contact's tokens after `registered` ones were added at `at`. A token that a contact has already
 * gets a new time if it is `registered` again, because the device has it at that time.
 */
export const tokenTimes = (
  tokens: readonly string[],
  { known = [], registered, at }: { known?: readonly TokenTime[]; registered: readonly string[]; at: Date },
): TokenTime[] =>
  tokens.flatMap((token) =>
    registered.includes(token) ? [{ token, at }] : (known.find((one) => one.token === token) ?? []),
  );

/** Separates tokens in a message's address. Tokens have no control characters. */
const SEPARATOR = '\n';

/** Joins all tokens of a contact into the address of a message. */
export const joinTokens = (tokens: readonly string[]): string | null =>
  tokens.length > 0 ? tokens.join(SEPARATOR) : null;

/** Returns the tokens in a message's address. */
export const splitTokens = (address: string): string[] => address.split(SEPARATOR);

/**
 * Returns the service of a token, by its form: Expo's are marked (old ones are a UUID), a Web Push subscription is a JSON
 * object with its endpoint, APNs device tokens are hexadecimal of at least 64 digits, and everything else is Firebase's.
 */
export function pushServiceOf(token: string): PushService {
  if (/^Expo(?:nent)?PushToken\[.+\]$/.test(token)) return 'expo';
  if (/^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i.test(token)) return 'expo';
  if (token.startsWith('{')) return 'webpush';
  if (/^[0-9a-f]{64,200}$/i.test(token)) return 'apns';
  return 'fcm';
}
