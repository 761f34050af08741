import { Group, Paper, Stack, Table, Text } from '@mantine/core';
import { api } from '../../api/client';
import { useMay } from '../../api/session';
import { usePlace } from '../../layout/place';
import { Confirm } from '../../parts/confirm';
import { type Sender, sendersQuery } from './queries';
import { SenderRecords } from './sender-records';
import { WORDS } from './words';

/** The verified senders, the oldest first. */
export function SenderTable({ senders }: { senders: readonly Sender[] }) {
  const mayRemove = useMay('owner');
  return (
    <Paper withBorder p="xs">
      <Table aria-label="Verified senders">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Sender</Table.Th>
            <Table.Th w={{ base: 120, sm: mayRemove ? 240 : 140 }}>Actions</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {senders.map((sender) => (
            <Table.Tr key={sender.id}>
              <Table.Td>
                <Stack gap={0}>
                  <Text size="sm" fw={600} style={{ overflowWrap: 'anywhere' }}>
                    {sender.value}
                  </Text>
                  <Text size="sm" c="var(--dimmed-text)">
                    {WORDS[sender.type].label}, verified: {WORDS[sender.type].about}
                  </Text>
                </Stack>
              </Table.Td>
              <Table.Td>
                <Group gap="xs">
                  {(sender.type === 'domain' || sender.type === 'email') && <SenderRecords sender={sender} />}
                  {mayRemove && <Remove sender={sender} />}
                </Group>
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Paper>
  );
}

function Remove({ sender: { id, value } }: { sender: Sender }) {
  const { app } = usePlace();
  return (
    <Confirm
      label="Remove"
      title={`Remove ${value}`}
      change={{
        run: () => api.delete('/admin/v1/applications/{app}/senders/{id}', { app, id }),
        says: `${value} is no longer a sender.`,
        refresh: [sendersQuery(app).queryKey],
      }}
    >
      Messages can no longer come from {value}. This applies to messages that wait, too. You can add it again
      later.
    </Confirm>
  );
}
