import type { Channel, Usage } from '../../api/types';
import { usePlace } from '../../layout/place';
import { DataTable } from '../../parts/data-table';
import { AnchorLink } from '../../parts/link';
import { RowsLink } from '../activity/rows-link';
import { channelsOf } from './channels';
import { spanOf } from './months';

const COLUMNS = ['sent', 'delivered', 'failed', 'bounced', 'complained'] as const;
type Column = (typeof COLUMNS)[number];
const TITLES: Record<Column, string> = {
  sent: 'Sent',
  delivered: 'Delivered',
  failed: 'Failed',
  bounced: 'Bounced',
  complained: 'Complained',
};

/** What the rows of a number have in common. A complaint changes no message: it suppresses the address. */
const FILTERS = {
  sent: { status: 'completed' },
  delivered: { status: 'completed' },
  failed: { status: 'failed' },
  bounced: { code: 'HARD_BOUNCE' },
} as const;

interface CountProps {
  channel: Channel;
  column: Column;
  month: string;
  count: number;
}

/** A number that leads to its rows. */
function Count({ channel, column, month, count }: CountProps) {
  const place = usePlace();
  if (count === 0) return 0;
  const text = count.toLocaleString('en');
  const label = `${channel}, ${TITLES[column]}: ${text}. Show them`;
  if (column !== 'complained')
    return <RowsLink {...{ count, label }} search={{ channel, ...FILTERS[column], ...spanOf(month) }} />;
  const search = { tab: 'suppressions' } as const;
  return (
    <AnchorLink to="/$app/$environment/contacts" params={place} search={search} size="sm" aria-label={label}>
      {text}
    </AnchorLink>
  );
}

/** The messages of a month by channel. */
export function ChannelTable({ usage: { days, month } }: { usage: Usage }) {
  const channels = channelsOf(days);
  if (channels.length === 0) return null;
  const sumOf = (channel: string, column: Column): number =>
    days.reduce((sum, day) => sum + (day.channels.find((one) => one.channel === channel)?.[column] ?? 0), 0);
  return (
    <DataTable
      label="Sent by channel"
      minWidth={420}
      rows={channels}
      keyOf={(channel) => channel}
      columns={[
        { head: 'Channel', cell: (channel) => channel },
        ...COLUMNS.map((column) => ({
          head: TITLES[column],
          right: true,
          cell: (channel: Channel) => (
            <Count {...{ channel, column, month }} count={sumOf(channel, column)} />
          ),
        })),
      ]}
    />
  );
}
