import { Group, Paper, Stack } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { api } from '../../api/client';
import { useMay } from '../../api/session';
import { usePlace } from '../../layout/place';
import { Awaited } from '../../parts/awaited';
import { Confirm } from '../../parts/confirm';
import { DataTable } from '../../parts/data-table';
import { AnchorLink } from '../../parts/link';
import { More } from '../../parts/more';
import { NamedCell } from '../../parts/named-cell';
import { NothingHere } from '../../parts/nothing-here';
import { Outside } from '../../parts/outside';
import { EditSegment } from './edit-segment';
import { type Segment, SEGMENT, segmentsKey, segmentsQuery } from './queries';
import { filterText } from './words';

/** The segments of an environment, in the order of their ids. */
export default function SegmentList(): ReactNode {
  const place = usePlace();
  const mayChange = useMay('editor');
  const list = useInfiniteQuery(segmentsQuery(place));
  const segments = list.data?.pages.flatMap((page) => page.segments);
  return (
    <Stack>
      <Awaited query={list} />
      {segments?.length === 0 && (
        <NothingHere title={`No segment in ${place.environment} yet`}>
          A segment is a saved filter of contacts, such as those of one plan.
        </NothingHere>
      )}
      {segments && segments.length > 0 && <SegmentTable segments={segments} />}
      <More list={list}>Show more segments</More>
      {mayChange && list.data && (
        <Group>
          <EditSegment segment={null} />
        </Group>
      )}
    </Stack>
  );
}

function SegmentTable({ segments }: { segments: readonly Segment[] }) {
  const mayChange = useMay('editor');
  const mayDelete = useMay('owner');
  return (
    <Paper withBorder p="xs">
      <DataTable
        label="Segments"
        stacks
        rows={segments}
        keyOf={({ segment }) => segment}
        columns={[
          { head: 'Segment', isName: true, breaks: true, cell: (segment) => <Named segment={segment} /> },
          {
            head: 'Who is in it',
            breaks: true,
            cell: ({ filter }) => <Outside>{filterText(filter)}</Outside>,
          },
          (mayChange || mayDelete) && {
            head: 'Actions',
            w: mayDelete ? 170 : 90,
            cell: (segment) => (
              <Group gap="xs" wrap="nowrap">
                {mayChange && <EditSegment segment={segment} />}
                {mayDelete && <Delete segment={segment} />}
              </Group>
            ),
          },
        ]}
      />
    </Paper>
  );
}

function Named({ segment: { segment, name, description } }: { segment: Segment }) {
  const place = usePlace();
  return (
    <NamedCell id={segment} description={description}>
      <AnchorLink size="sm" fw={600} to="/$app/$environment/segments/$segment" params={{ ...place, segment }}>
        <Outside>{name}</Outside>
      </AnchorLink>
    </NamedCell>
  );
}

function Delete({ segment: { segment, name } }: { segment: Segment }) {
  const place = usePlace();
  return (
    <Confirm
      label="Delete"
      title={`Delete ${name}`}
      change={{
        run: () => api.delete(SEGMENT, { ...place, segment }),
        says: `${name} is deleted.`,
        refresh: [segmentsKey(place)],
      }}
    >
      The filter is deleted. Its contacts stay.
    </Confirm>
  );
}
