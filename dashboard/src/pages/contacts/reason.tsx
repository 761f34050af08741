import { Stack, Text } from '@mantine/core';
import { NotificationLink } from '../../parts/notification-link';
import { Time } from '../../parts/time';
import type { Suppression } from './queries';
import { REASONS } from './suppression-words';

/** Why an address is suppressed: each reason with its time, and the notification whose receipt says so. */
export function Reason({ of: { reasons } }: { of: Suppression }) {
  return (
    <Stack gap="xs">
      {reasons.map((one) => (
        <One key={one.reason} of={one} />
      ))}
    </Stack>
  );
}

function One({ of: { reason, at, detail, notification_id: id } }: { of: Suppression['reasons'][number] }) {
  return (
    <Stack gap={2}>
      <Text size="sm">
        {REASONS[reason]} (<Time at={at} />)
      </Text>
      {detail !== null && (
        <Text size="sm" c="var(--dimmed-text)" className="pre">
          {detail}
        </Text>
      )}
      {id !== null && <NotificationLink id={id}>Notification {id.slice(0, 8)}</NotificationLink>}
    </Stack>
  );
}
