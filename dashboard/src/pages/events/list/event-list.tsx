import { Group, Paper, Stack, Text } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import type { ReactNode } from 'react';
import { usePlace } from '../../../layout/place';
import { DataTable } from '../../../parts/data-table';
import { PausedBadge } from '../../../parts/pausing';
import { Time } from '../../../parts/time';
import { ENVIRONMENT_NAMES, otherPlace } from '../query';
import { Compared, EventActions, EventLanguages, EventName, type EventProps } from './event-parts';

/** The events of an environment: a table, or one card for each where the window is narrow. */
export function EventList({ events }: { events: readonly EventProps[] }): ReactNode {
  const isNarrow = useMediaQuery('(max-width: 62em)') ?? false;
  const { environment } = otherPlace(usePlace());
  if (isNarrow)
    return (
      <Stack component="ul" p={0} m={0} gap="sm">
        {events.map((one) => (
          <EventCard key={one.event.name} {...one} />
        ))}
      </Stack>
    );
  return (
    <DataTable
      verticalSpacing="sm"
      rows={events}
      keyOf={({ event }) => event.name}
      columns={[
        { head: 'Event', cell: ({ event }) => <NameAndPause event={event} />, isName: true },
        { head: 'Channels and languages', cell: ({ event }) => <EventLanguages event={event} /> },
        { head: 'Changed', cell: ({ event }) => <Time at={event.updated_at} /> },
        { head: ENVIRONMENT_NAMES[environment], cell: (one) => <Compared {...one} /> },
        { head: 'Actions', cell: ({ event }) => <EventActions event={event} /> },
      ]}
    />
  );
}

const NameAndPause = ({ event }: Pick<EventProps, 'event'>) => (
  <Group gap={6}>
    <EventName name={event.name} />
    <PausedBadge pause={event.pause} />
  </Group>
);

const EventCard = ({ event, other }: EventProps) => (
  <Paper component="li" withBorder p="sm" style={{ listStyle: 'none' }}>
    <Stack gap="xs" align="flex-start">
      <NameAndPause event={event} />
      <EventLanguages event={event} />
      <Text size="sm" component="div">
        Changed <Time at={event.updated_at} />
      </Text>
      <Compared event={event} other={other} />
      <EventActions event={event} />
    </Stack>
  </Paper>
);
