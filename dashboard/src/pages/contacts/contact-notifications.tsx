import { Group, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { usePlace } from '../../layout/place';
import { NotificationLink } from '../../parts/notification-link';
import { NothingHere } from '../../parts/nothing-here';
import { Awaited } from '../../parts/awaited';
import { StatusBadge } from '../../parts/status';
import { Time } from '../../parts/time';
import { type Contact, notificationsOfQuery } from './queries';

/** The newest notifications of a contact. */
export function ContactNotifications({ contact: { uuid } }: { contact: Contact }) {
  const place = usePlace();
  const { data, error, refetch } = useQuery(notificationsOfQuery(place, uuid));
  if (error || !data) return <Awaited query={{ data, error, refetch }} height={160} />;
  if (data.notifications.length === 0)
    return (
      <NothingHere title="There is no notification of this contact">
        Send one, or ask “Explain” if one was expected.
      </NothingHere>
    );
  return (
    <Stack gap={6} component="ul" m={0} p={0} style={{ listStyle: 'none' }}>
      {data.notifications.map(({ id, event, status, started_at: startedAt }) => (
        <Group key={id} component="li" justify="space-between" wrap="nowrap" gap="xs">
          <NotificationLink id={id} className="cut">
            {event}
          </NotificationLink>
          <Group gap="xs" wrap="nowrap" style={{ flexShrink: 0 }}>
            <StatusBadge status={status} />
            <Time at={startedAt} />
          </Group>
        </Group>
      ))}
    </Stack>
  );
}
