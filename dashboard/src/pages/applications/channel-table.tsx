import { Table } from '@mantine/core';
import type { Channel, Usage } from '../../api/types';
import { usePlace } from '../../layout/place';
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
    <Table.ScrollContainer
      minWidth={420}
      type="native"
      tabIndex={0}
      role="region"
      aria-label="Sent by channel"
    >
      <Table>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Channel</Table.Th>
            {COLUMNS.map((column) => (
              <Table.Th key={column} ta="right">
                {TITLES[column]}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {channels.map((channel) => (
            <Table.Tr key={channel}>
              <Table.Td>{channel}</Table.Td>
              {COLUMNS.map((column) => (
                <Table.Td key={column} ta="right">
                  <Count {...{ channel, column, month }} count={sumOf(channel, column)} />
                </Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}
