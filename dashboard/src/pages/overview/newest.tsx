import { Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { api } from '../../api/client';
import type { NotificationStatus } from '../../api/types';
import { usePlace } from '../../layout/place';
import { AnchorLink } from '../../parts/link';
import { NotificationLink } from '../../parts/notification-link';
import { Awaited } from '../../parts/awaited';
import { Section } from '../../parts/section';
import { StatusBadge } from '../../parts/status';
import { Time } from '../../parts/time';
import { Outside } from '../../parts/outside';

const EVERY_MS = 10_000;
const SHOWN = 5;

/** The newest notifications, of a status or of all. */
export function Newest({ status, title }: { status?: NotificationStatus; title: string }) {
  const place = usePlace();
  const { app, environment } = place;
  const { data, error, refetch } = useQuery({
    queryKey: ['newest', app, environment, status ?? null],
    refetchInterval: EVERY_MS,
    queryFn: () =>
      api.get('/admin/v1/applications/{app}/notifications', { app, environment, status, limit: SHOWN }),
  });
  return (
    <Section title={title}>
      <Awaited query={{ data, error, refetch }} height={120} />
      {data?.notifications.length === 0 && <Text size="sm">None.</Text>}
      <Stack gap={6}>
        {data?.notifications.map(({ id, event, contact, started_at: startedAt, status: its }) => (
          <Group key={id} justify="space-between" wrap="nowrap">
            <NotificationLink id={id} className="event-to">
              <span className="cut">{event} to </span>
              <Outside cut>{contact.name ?? contact.email ?? 'somebody'}</Outside>
            </NotificationLink>
            <Group gap="xs" wrap="nowrap" style={{ flexShrink: 0 }}>
              {status === undefined && <StatusBadge status={its} />}
              <Time at={startedAt} />
            </Group>
          </Group>
        ))}
      </Stack>
      {data && data.notifications.length > 0 && (
        <AnchorLink
          to="/$app/$environment/activity"
          params={place}
          search={{ status }}
          size="sm"
          mt="xs"
          display="block"
        >
          {status === undefined ? 'All of them' : `All ${status}`}
        </AnchorLink>
      )}
    </Section>
  );
}
