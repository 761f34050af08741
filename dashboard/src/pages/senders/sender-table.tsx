import { Group, Paper, Stack, Text } from '@mantine/core';
import { api } from '../../api/client';
import { useMay } from '../../api/session';
import { usePlace } from '../../layout/place';
import { Confirm } from '../../parts/confirm';
import { DataTable } from '../../parts/data-table';
import { type Sender, sendersQuery } from './queries';
import { SenderDkim } from './sender-dkim';
import { SenderRecords } from './sender-records';
import { WORDS } from './words';

/** The verified senders, the oldest first. */
export function SenderTable({ senders }: { senders: readonly Sender[] }) {
  const mayRemove = useMay('owner');
  return (
    <Paper withBorder p="xs">
      <DataTable
        label="Verified senders"
        rows={senders}
        keyOf={({ id }) => id}
        columns={[
          {
            head: 'Sender',
            cell: ({ value, type }) => (
              <Stack gap={0}>
                <Text size="sm" fw={600} style={{ overflowWrap: 'anywhere' }}>
                  {value}
                </Text>
                <Text size="sm" c="var(--dimmed-text)">
                  {WORDS[type].label}, verified: {WORDS[type].about}
                </Text>
              </Stack>
            ),
          },
          {
            head: 'Actions',
            w: { base: 120, sm: mayRemove ? 310 : 210 },
            cell: (sender) => (
              <Group gap="xs">
                {(sender.type === 'domain' || sender.type === 'email') && (
                  <>
                    <SenderRecords sender={sender} />
                    <SenderDkim sender={sender} />
                  </>
                )}
                {mayRemove && <Remove sender={sender} />}
              </Group>
            ),
          },
        ]}
      />
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
