import { Table } from '@mantine/core';
import type { Application } from '../../api/types';
import { Section } from '../../parts/section';

const days = (count: number | null): string =>
  count === null ? 'the default of the service' : `${count} days`;

/** The settings of an application, to read. */
export function SettingsTable({ application }: { application: Application }) {
  const { brand, sandbox_recipients: recipients, delivered_channels: channels } = application;
  const rows: [label: string, value: string | null | undefined][] = [
    ['May send', application.subscription === 'active' ? 'yes' : 'no'],
    ['Notifications are kept', days(application.keep_notifications_days)],
    ['Content is kept', days(application.keep_content_days)],
    ['E-mail address of its owner', application.owner_email],
    ['Webhook events of deliveries', channels.join(', ')],
    ['Webhook retries', application.webhook_retries],
    ['Recipients that sandbox sends to', recipients.join(', ')],
    ['Brand name', brand.name],
    ['Brand logotype', brand.logotype],
    ['Brand colour', brand.color],
    ['Brand website', brand.website],
  ];
  return (
    <Section title="Settings">
      <Table layout="fixed" aria-label="Settings">
        <Table.Tbody>
          {rows.map(([label, value]) => (
            <Table.Tr key={label}>
              <Table.Th scope="row" w="45%">
                {label}
              </Table.Th>
              <Table.Td style={{ overflowWrap: 'anywhere' }}>{value || 'not set'}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Section>
  );
}
