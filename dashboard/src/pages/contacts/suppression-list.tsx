import { Group, Text } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { labelOf } from '../../api/channels';
import { useMay } from '../../api/session';
import { usePlace } from '../../layout/place';
import { DataTable } from '../../parts/data-table';
import { More } from '../../parts/more';
import { NothingHere } from '../../parts/nothing-here';
import { Awaited } from '../../parts/awaited';
import { Outside } from '../../parts/outside';
import { Time } from '../../parts/time';
import { AddSuppression } from './add-suppression';
import { Lift } from './lift';
import { LookUp } from './look-up';
import { type Suppression, suppressionsQuery } from './queries';
import { Reason } from './reason';

/** The addresses that get nothing, the newest first. */
export function SuppressionList() {
  const mayAdd = useMay('editor');
  const list = useInfiniteQuery(suppressionsQuery(usePlace()));
  const suppressions = new Map(
    list.data?.pages.flatMap((page) => page.suppressions).map((one) => [one.id, one]),
  );
  return (
    <>
      <Group justify="space-between" mb="md" gap="sm">
        <Text size="sm" c="var(--dimmed-text)" maw={640}>
          Nothing is sent to a suppressed address. An address is suppressed after a hard bounce, a complaint
          or an opt-out, or by an operator.
        </Text>
        {mayAdd && <AddSuppression />}
      </Group>
      <Awaited query={list} height={240} />
      {list.data && suppressions.size === 0 && (
        <NothingHere title="No address is suppressed">
          A bounce or a complaint adds its address by itself.
        </NothingHere>
      )}
      {suppressions.size > 0 && (
        <>
          <LookUp />
          <Suppressions suppressions={[...suppressions.values()]} />
        </>
      )}
      <More list={list}>Show more suppressions</More>
    </>
  );
}

function Suppressions({ suppressions }: { suppressions: Suppression[] }) {
  const mayLift = useMay('owner');
  return (
    <DataTable
      label="Suppressions"
      stacks
      rows={suppressions}
      keyOf={({ id }) => id}
      columns={[
        {
          head: 'Address',
          isName: true,
          breaks: true,
          cell: ({ address, channel }) => (
            <>
              <Text size="sm">
                {address === null ? 'of an erased contact' : <Outside>{address}</Outside>}
              </Text>
              <Text size="xs" c="var(--dimmed-text)">
                {labelOf(channel)}
              </Text>
            </>
          ),
        },
        { head: 'Reason', cell: (one) => <Reason of={one} /> },
        { head: 'Suppressed', cell: (one) => <Time at={one.created_at} /> },
        mayLift && { head: 'Action', cell: (one) => <Lift suppression={one} /> },
      ]}
    />
  );
}
