import { Button } from '@mantine/core';
import { useState } from 'react';
import { labelOf } from '../../api/channels';
import type { Statistics } from '../../api/types';
import { usePlace } from '../../layout/place';
import { DataTable } from '../../parts/data-table';
import { AnchorLink } from '../../parts/link';
import { Section } from '../../parts/section';
import type { ActivitySearch } from '../activity/search';
import { RowsLink } from '../activity/rows-link';
import { countText, shareText } from './words';

const SHOWN = 8;

interface ByKindProps {
  statistics: Statistics;
  /** The time that the numbers are of. */
  span: Pick<ActivitySearch, 'from' | 'to'>;
}

/** What became of the messages of each channel. */
export const Channels = ({ statistics: { totals }, span }: ByKindProps) => (
  <Section title="Channels">
    <DataTable
      rows={totals.channels}
      keyOf={({ channel }) => channel}
      columns={[
        { head: 'Channel', cell: ({ channel }) => labelOf(channel), isName: true },
        ...(['sent', 'delivered', 'failed'] as const).map((message) => ({
          head: HEADS[message],
          right: true,
          cell: (row: Statistics['totals']['channels'][number]) => (
            <RowsLink
              search={{ ...span, channel: row.channel, message }}
              label={`${countText(row[message])} messages of ${row.channel} ${message}. Show the notifications`}
              count={row[message]}
            />
          ),
        })),
        {
          head: 'Confirmed',
          right: true,
          visibleFrom: 'xs',
          cell: ({ sent, delivered }) => shareText(delivered, sent) ?? '–',
        },
      ]}
    />
  </Section>
);

const HEADS = { sent: 'Sent', delivered: 'Delivered', failed: 'Failed' } as const;

/** What became of each event, the busiest first. */
export function Events({ statistics: { events }, span }: ByKindProps) {
  const place = usePlace();
  const [all, setAll] = useState(false);
  if (events.length === 0) return null;
  return (
    <Section title="Events">
      <DataTable
        rows={all ? events : events.slice(0, SHOWN)}
        keyOf={({ event }) => event}
        columns={[
          {
            head: 'Event',
            isName: true,
            breaks: true,
            cell: ({ event }) =>
              event === '' ? (
                'others'
              ) : (
                <AnchorLink
                  to="/$app/$environment/activity"
                  params={place}
                  search={{ ...span, event }}
                  size="sm"
                >
                  {event}
                </AnchorLink>
              ),
          },
          { head: 'Accepted', right: true, cell: ({ accepted }) => countText(accepted) },
          { head: 'Sent', right: true, cell: ({ sent }) => countText(sent) },
          { head: 'Delivered', right: true, visibleFrom: 'xs', cell: (row) => countText(row.delivered) },
          { head: 'Failed', right: true, cell: ({ failed }) => countText(failed) },
        ]}
      />
      {events.length > SHOWN && (
        <Button size="compact-xs" variant="subtle" mt="xs" onClick={() => setAll(!all)}>
          {all ? 'Show fewer' : `Show all ${events.length}`}
        </Button>
      )}
    </Section>
  );
}
