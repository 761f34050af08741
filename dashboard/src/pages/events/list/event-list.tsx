import { Paper, Stack, Table, Text } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import type { ReactNode } from 'react';
import { usePlace } from '../../../layout/place';
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
    <Table verticalSpacing="sm">
      <Table.Thead>
        <Table.Tr>
          <Table.Th>Event</Table.Th>
          <Table.Th>Channels and languages</Table.Th>
          <Table.Th>Changed</Table.Th>
          <Table.Th>{ENVIRONMENT_NAMES[environment]}</Table.Th>
          <Table.Th>Actions</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {events.map(({ event, other }) => (
          <Table.Tr key={event.name}>
            <Table.Th scope="row" fw={400}>
              <EventName name={event.name} />
            </Table.Th>
            <Table.Td>
              <EventLanguages event={event} />
            </Table.Td>
            <Table.Td>
              <Time at={event.updated_at} />
            </Table.Td>
            <Table.Td>
              <Compared event={event} other={other} />
            </Table.Td>
            <Table.Td>
              <EventActions event={event} />
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}

const EventCard = ({ event, other }: EventProps) => (
  <Paper component="li" withBorder p="sm" style={{ listStyle: 'none' }}>
    <Stack gap="xs" align="flex-start">
      <EventName name={event.name} />
      <EventLanguages event={event} />
      <Text size="sm" component="div">
        Changed <Time at={event.updated_at} />
      </Text>
      <Compared event={event} other={other} />
      <EventActions event={event} />
    </Stack>
  </Paper>
);
