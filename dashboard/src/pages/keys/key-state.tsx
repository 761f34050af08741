import { Text } from '@mantine/core';
import { Time } from '../../parts/time';

interface KeyTimes {
  expires_at: string | null;
  revoked_at: string | null;
}

/** Returns whether a key has expired. */
export const hasExpired = ({ expires_at: at }: KeyTimes): boolean =>
  at !== null && new Date(at).getTime() <= Date.now();

/** Returns whether a key still opens something. */
export const isValid = (key: KeyTimes): boolean => key.revoked_at === null && !hasExpired(key);

/** Whether a key is valid, and until when. */
export function KeyState({ of: key }: { of: KeyTimes }) {
  if (key.revoked_at !== null)
    return (
      <Text size="sm">
        revoked <Time at={key.revoked_at} />
      </Text>
    );
  if (key.expires_at === null) return <Text size="sm">valid, never expires</Text>;
  return (
    <Text size="sm">
      {hasExpired(key) ? 'expired' : 'valid, expires'} <Time at={key.expires_at} />
    </Text>
  );
}

/** When something was used last. */
export const LastUse = ({ at }: { at: string | null }) =>
  at === null ? (
    <Text span size="sm">
      never
    </Text>
  ) : (
    <Time at={at} />
  );
