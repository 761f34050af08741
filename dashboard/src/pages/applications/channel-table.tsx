import { Table } from '@mantine/core';
import type { Usage } from '../../api/types';
import { channelsOf } from './channels';

const COLUMNS = ['sent', 'delivered', 'failed', 'bounced', 'complained'] as const;
const TITLES: Record<(typeof COLUMNS)[number], string> = {
  sent: 'Sent',
  delivered: 'Delivered',
  failed: 'Failed',
  bounced: 'Bounced',
  complained: 'Complained',
};

/** The messages of a month by channel. */
export function ChannelTable({ usage: { days } }: { usage: Usage }) {
  const channels = channelsOf(days);
  if (channels.length === 0) return null;
  const sumOf = (channel: string, column: (typeof COLUMNS)[number]): number =>
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
                  {sumOf(channel, column).toLocaleString('en')}
                </Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}
