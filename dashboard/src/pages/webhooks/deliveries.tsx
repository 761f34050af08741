import { Group, Select, Text } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useMay } from '../../api/session';
import { usePlace } from '../../layout/place';
import { NothingHere } from '../../parts/nothing-here';
import { Awaited } from '../../parts/awaited';
import { More } from '../../parts/more';
import { Section } from '../../parts/section';
import { Delivery } from './delivery';
import { EVERY_MS, eventsQuery } from './queries';
import { RedeliverSince } from './redeliver-since';
import { EVENT_STATUSES } from './search';
import { useWebhooksSearch } from './use-webhooks-search';

/** The events of the endpoint, the newest first. */
export function Deliveries({ isActive }: { isActive: boolean }) {
  const place = usePlace();
  const mayRedeliver = useMay('editor') && isActive;
  const [{ delivery: status }, change] = useWebhooksSearch();
  const list = useInfiniteQuery({
    ...eventsQuery(place, status),
    // To read many pages again would move the list under the reader.
    refetchInterval: ({ state }) => ((state.data?.pages.length ?? 0) <= 1 ? EVERY_MS : false),
  });
  const events = useMemo(() => list.data?.pages.flatMap((page) => page.events) ?? [], [list.data]);
  return (
    <Section
      title="Deliveries"
      actions={
        <Group gap="xs">
          <Select
            aria-label="Status"
            placeholder="Any status"
            clearable
            size="xs"
            w={140}
            data={[...EVENT_STATUSES]}
            value={status ?? null}
            onChange={(chosen) => change({ delivery: EVENT_STATUSES.find((each) => each === chosen) })}
          />
          {mayRedeliver && <RedeliverSince />}
        </Group>
      }
    >
      <Text size="sm" c="var(--dimmed-text)" mb="xs">
        Every event for the endpoint, the newest first.
        {!isActive && ' Events can be redelivered after the endpoint is switched on.'}
      </Text>
      <Awaited query={list} />
      {list.data && events.length === 0 && (
        <NothingHere title={status === undefined ? 'No event yet' : `No event is ${status}`}>
          {status === undefined
            ? 'Send a test event to check the whole path.'
            : 'Choose another status to see more.'}
        </NothingHere>
      )}
      <ul style={{ listStyle: 'none', margin: 0, padding: 0 }}>
        {events.map((event) => (
          <Delivery key={event.id} event={event} mayRedeliver={mayRedeliver} />
        ))}
      </ul>
      <More list={list}>Show older events</More>
    </Section>
  );
}
