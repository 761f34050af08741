import { Stack, Text } from '@mantine/core';
import { usePlace } from '../../layout/place';
import { DataTable } from '../../parts/data-table';
import { AnchorLink } from '../../parts/link';
import { Time } from '../../parts/time';
import type { Broadcast } from './queries';
import { SkipReasons } from './reasons';
import { numberText, sumOf } from './words';

interface Row {
  name: string;
  count: number | null;
  about: string;
}

/** How many of the audience got it, and how many did not and why. All but "delivered" add up to the audience. */
export function Counts({ broadcast }: { broadcast: Broadcast }) {
  const place = usePlace();
  const { id, counts } = broadcast;
  const skipped = sumOf(counts.skipped);
  const rows: Row[] = [
    { name: 'Audience', count: counts.total, about: 'Contacts at the start' },
    { name: 'Ahead', count: counts.ahead, about: 'Not reached yet' },
    { name: 'Waiting', count: counts.waiting, about: 'Reached, without an outcome' },
    { name: 'Sent', count: counts.sent, about: 'A provider has accepted their message' },
    { name: 'of these delivered', count: counts.delivered, about: 'A receipt confirms it' },
    { name: 'Failed', count: counts.failed, about: 'Their message failed' },
    { name: 'Skipped', count: skipped, about: 'They get nothing on purpose' },
    { name: 'Cancelled', count: counts.cancelled, about: 'They get nothing, because it was cancelled' },
  ];
  return (
    <Stack gap="xs">
      <DataTable
        label="Counts"
        rows={rows}
        keyOf={({ name }) => name}
        columns={[
          { head: 'Recipients', isName: true, cell: ({ name }) => name },
          {
            head: 'Number',
            right: true,
            cell: ({ count }) => (count === null ? 'not counted yet' : numberText(count)),
          },
          { head: 'Meaning', cell: ({ about }) => about, visibleFrom: 'xs' },
        ]}
      />
      {skipped > 0 && (
        <div>
          <Text size="sm">Skipped:</Text>
          <SkipReasons skipped={counts.skipped} broadcast={id} />
        </div>
      )}
      <Text size="sm" c="var(--dimmed-text)" component="div">
        Counted <Time at={broadcast.counted_at} />.{' '}
        <AnchorLink size="sm" to="/$app/$environment/activity" params={place} search={{ broadcast: id }}>
          See the recipients
        </AnchorLink>
        {counts.failed + skipped > 0 && (
          <>
            {', '}
            <AnchorLink
              size="sm"
              to="/$app/$environment/activity"
              params={place}
              search={{ broadcast: id, status: 'failed' }}
            >
              those that failed or were skipped
            </AnchorLink>
          </>
        )}
      </Text>
    </Stack>
  );
}
