import { labelOf } from '../../api/channels';
import type { Channel, Usage } from '../../api/types';
import { DataTable } from '../../parts/data-table';
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

/** What finds the notifications of a number. No list shows bounces and complaints. */
const FILTERS = {
  sent: { message: 'sent' },
  delivered: { message: 'delivered' },
  failed: { message: 'failed' },
} as const;

interface CountProps {
  channel: Channel;
  column: Column;
  month: string;
  count: number;
}

/** A number of messages that leads to their notifications. */
function Count({ channel, column, month, count }: CountProps) {
  if (column === 'bounced' || column === 'complained') return count.toLocaleString('en');
  const label = `${channel}, ${TITLES[column]}: ${count.toLocaleString('en')}. Show the notifications`;
  return <RowsLink {...{ count, label }} search={{ channel, ...FILTERS[column], ...spanOf(month) }} />;
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
      stacks
      rows={channels}
      keyOf={(channel) => channel}
      columns={[
        { head: 'Channel', isName: true, cell: (channel) => labelOf(channel) },
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
