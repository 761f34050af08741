import { Paper, Stack, Text } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useMay } from '../../api/session';
import { usePlace } from '../../layout/place';
import { Awaited } from '../../parts/awaited';
import { DataTable } from '../../parts/data-table';
import { AnchorLink, ButtonLink } from '../../parts/link';
import { More } from '../../parts/more';
import { NothingHere } from '../../parts/nothing-here';
import { Outside } from '../../parts/outside';
import { PageHead } from '../../parts/page-head';
import { Time } from '../../parts/time';
import { BroadcastState, Reached } from './progress';
import { type Broadcast, broadcastsQuery } from './queries';
import { audienceText, numberText, sumOf } from './words';

/** The broadcasts of an environment, the newest first. */
export default function Broadcasts(): ReactNode {
  const place = usePlace();
  const mayChange = useMay('editor');
  const list = useInfiniteQuery(broadcastsQuery(place));
  const broadcasts = list.data?.pages.flatMap((page) => page.broadcasts);
  return (
    <>
      <PageHead title="Broadcasts" about={`Events that go to a whole audience in ${place.environment}.`}>
        {mayChange && (
          <ButtonLink size="xs" to="/$app/$environment/broadcasts/new" params={place}>
            New broadcast
          </ButtonLink>
        )}
      </PageHead>
      <Awaited query={list} />
      {broadcasts?.length === 0 && (
        <NothingHere title={`No broadcast in ${place.environment} yet`}>
          A broadcast sends an event to each contact of a topic or a segment, or to all contacts.
        </NothingHere>
      )}
      {broadcasts && broadcasts.length > 0 && <BroadcastTable broadcasts={broadcasts} />}
      <More list={list}>Show more broadcasts</More>
    </>
  );
}

const BroadcastTable = ({ broadcasts }: { broadcasts: readonly Broadcast[] }) => (
  <Paper withBorder p="xs">
    <DataTable
      label="Broadcasts"
      stacks
      rows={broadcasts}
      keyOf={({ id }) => id}
      columns={[
        { head: 'Broadcast', isName: true, breaks: true, cell: (one) => <Named broadcast={one} /> },
        { head: 'State', cell: ({ state }) => <BroadcastState state={state} /> },
        { head: 'Reached', w: '24%', cell: (one) => <Reached broadcast={one} /> },
        { head: 'Sent', right: true, cell: ({ counts }) => numberText(counts.sent) },
        { head: 'Failed', right: true, cell: ({ counts }) => numberText(counts.failed) },
        { head: 'Skipped', right: true, cell: ({ counts }) => numberText(sumOf(counts.skipped)) },
        { head: 'Created', cell: ({ created_at: at }) => <Time at={at} /> },
      ]}
    />
  </Paper>
);

function Named({ broadcast: { id, name, event, to } }: { broadcast: Broadcast }) {
  const place = usePlace();
  return (
    <Stack gap={2} style={{ overflowWrap: 'anywhere' }}>
      <AnchorLink
        size="sm"
        fw={600}
        to="/$app/$environment/broadcasts/$broadcast"
        params={{ ...place, broadcast: id }}
      >
        <Outside>{name ?? event}</Outside>
      </AnchorLink>
      <Text size="xs" c="var(--dimmed-text)">
        {event} to {audienceText(to)}
      </Text>
    </Stack>
  );
}
