import { Badge, Code, Group, Paper, Table, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { useMay } from '../../api/session';
import { Time } from '../../parts/time';
import type { Endpoint } from './queries';
import { SwitchEndpoint } from './switch-endpoint';
import { TestEvent } from './test-event';

/** The endpoint: its address, what it receives, and whether it is on. */
export function EndpointCard({ endpoint }: { endpoint: Endpoint }) {
  const mayChange = useMay('editor');
  const { url, description, enabled_events: types, is_active: isActive } = endpoint;
  return (
    <Paper withBorder p="md" component="section" aria-label="Endpoint">
      <Group justify="space-between" mb="xs">
        <Title order={2} size="h5">
          Endpoint
        </Title>
        {mayChange && (
          <Group gap="xs">
            <TestEvent />
            <SwitchEndpoint isActive={isActive} />
          </Group>
        )}
      </Group>
      <Table aria-label="Endpoint" layout="fixed" withRowBorders={false} verticalSpacing={4}>
        <Table.Tbody>
          <Line name="State">
            <Badge variant="light" color={isActive ? 'teal' : 'gray'} tt="none" radius="sm">
              {isActive ? 'on' : 'off'}
            </Badge>
          </Line>
          <Line name="URL">{url}</Line>
          {description !== null && <Line name="Description">{description}</Line>}
          <Line name="Event types">{types.length === 0 ? 'none' : types.join(', ')}</Line>
          <Line name="Created">
            <Time at={endpoint.created_at} />
          </Line>
          <Line name="Changed">
            <Time at={endpoint.updated_at} />
          </Line>
        </Table.Tbody>
      </Table>
      <Text size="sm" c="var(--dimmed-text)" mt="xs">
        The application changes the URL, the event types and the description with{' '}
        <Code>PATCH /v1/webhooks/{'{uuid}'}</Code>, and removes the endpoint with <Code>DELETE</Code>. The
        uuid is <Code className="pre">{endpoint.uuid}</Code>
      </Text>
    </Paper>
  );
}

const Line = ({ name, children }: { name: string; children: ReactNode }) => (
  <Table.Tr>
    <Table.Th scope="row" w={110} style={{ verticalAlign: 'top' }}>
      {name}
    </Table.Th>
    <Table.Td style={{ overflowWrap: 'anywhere' }}>{children}</Table.Td>
  </Table.Tr>
);
