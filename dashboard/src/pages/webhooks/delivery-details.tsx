import { Button, Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { api } from '../../api/client';
import { usePlace } from '../../layout/place';
import { NotificationLink } from '../../parts/notification-link';
import { Awaited } from '../../parts/awaited';
import { exactTime } from '../../parts/time';
import { useChange } from '../../parts/use-change';
import { Attempts, Part } from './attempts';
import { type EventDetails, eventQuery, eventsKey } from './queries';

interface DeliveryDetailsProps {
  id: string;
  mayRedeliver: boolean;
}

/** The attempts and the body of an event. */
export function DeliveryDetails({ id, mayRedeliver }: DeliveryDetailsProps) {
  const place = usePlace();
  const { data, error, refetch } = useQuery(eventQuery(place, id));
  if (error || !data) return <Awaited query={{ data, error, refetch }} />;
  const { event } = data;
  return (
    <Stack gap="sm" mt="sm">
      <Attempts attempts={event.attempts} />
      <details>
        <summary>
          <Text size="sm" span>
            Body, the same in every attempt
          </Text>
        </summary>
        <Part name="Body" text={event.body} />
      </details>
      <Group gap="sm">
        {mayRedeliver && event.status !== 'pending' && <Redeliver event={event} />}
        {event.notification_id !== null && (
          <NotificationLink id={event.notification_id}>Its notification</NotificationLink>
        )}
        <Text size="sm" c="var(--dimmed-text)" style={{ overflowWrap: 'anywhere' }}>
          webhook-id {event.id}.{redelivery(event)}
        </Text>
      </Group>
    </Stack>
  );
}

function redelivery({ redelivered_at: at, redelivered_by: by }: EventDetails): string {
  if (at === null) return '';
  const who = by === 'operator' ? 'an operator' : 'the application';
  return ` Redelivered at ${exactTime(at)}, as ${who} requested.`;
}

function Redeliver({ event: { id, type } }: { event: EventDetails }) {
  const place = usePlace();
  const redeliver = useChange({
    run: () =>
      api.post('/admin/v1/applications/{app}/webhooks/{environment}/events/{id}/redeliver', { ...place, id }),
    says: ({ redelivered }) =>
      redelivered ? 'The event is being delivered again.' : 'The event was being delivered already.',
    refresh: [eventsKey(place)],
  });
  return (
    <Button
      size="xs"
      variant="default"
      aria-label={`Redeliver ${type}, event ${id.slice(0, 8)}`}
      loading={redeliver.isPending}
      onClick={() => redeliver.mutate(undefined)}
    >
      Redeliver
    </Button>
  );
}
