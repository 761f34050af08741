import { Button, Center, Group, Skeleton, Table, Text } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { labelOf } from '../../api/channels';
import { useMay } from '../../api/session';
import { usePlace } from '../../layout/place';
import { NothingHere } from '../../parts/nothing-here';
import { Problem } from '../../parts/problem';
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
      {list.error && <Problem error={list.error} retry={() => void list.refetch()} />}
      {list.isPending && <Skeleton h={240} aria-label="Loading" />}
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
      {list.hasNextPage && (
        <Center mt="md">
          <Button
            variant="default"
            loading={list.isFetchingNextPage}
            onClick={() => void list.fetchNextPage()}
          >
            Show more suppressions
          </Button>
        </Center>
      )}
    </>
  );
}

function Suppressions({ suppressions }: { suppressions: Suppression[] }) {
  const mayLift = useMay('owner');
  return (
    <Table.ScrollContainer minWidth={640} type="native" tabIndex={0} role="region" aria-label="Suppressions">
      <Table aria-label="Suppressions">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Address</Table.Th>
            <Table.Th>Channel</Table.Th>
            <Table.Th>Reason</Table.Th>
            <Table.Th>Suppressed</Table.Th>
            {mayLift && <Table.Th>Action</Table.Th>}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {suppressions.map((one) => (
            <Table.Tr key={one.id}>
              <Table.Td style={{ overflowWrap: 'anywhere' }}>
                {one.address ?? 'of an erased contact'}
              </Table.Td>
              <Table.Td>{labelOf(one.channel)}</Table.Td>
              <Table.Td>
                <Reason of={one} />
              </Table.Td>
              <Table.Td>
                <Time at={one.created_at} />
              </Table.Td>
              {mayLift && (
                <Table.Td>
                  <Lift suppression={one} />
                </Table.Td>
              )}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}
