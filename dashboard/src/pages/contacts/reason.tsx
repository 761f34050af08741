import { Stack, Text } from '@mantine/core';
import { usePlace } from '../../layout/place';
import { AnchorLink } from '../../parts/link';
import type { Suppression } from './queries';
import { REASONS } from './suppression-words';

/** Why an address is suppressed, and the notification whose receipt says so. */
export function Reason({ of: { reason, detail, notification_id: id } }: { of: Suppression }) {
  const place = usePlace();
  return (
    <Stack gap={2}>
      <Text size="sm">{REASONS[reason]}</Text>
      {detail !== null && (
        <Text size="sm" c="var(--dimmed-text)" className="pre">
          {detail}
        </Text>
      )}
      {id !== null && (
        <AnchorLink to="/$app/$environment/notifications/$id" params={{ ...place, id }} size="sm">
          Notification {id.slice(0, 8)}
        </AnchorLink>
      )}
    </Stack>
  );
}
