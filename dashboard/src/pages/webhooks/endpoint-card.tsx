import { Badge, Code, Group, Text } from '@mantine/core';
import { useMay } from '../../api/session';
import { Facts } from '../../parts/facts';
import { Section } from '../../parts/section';
import { Time } from '../../parts/time';
import type { Endpoint } from './queries';
import { SwitchEndpoint } from './switch-endpoint';
import { TestEvent } from './test-event';

/** The endpoint: its address, what it receives, and whether it is on. */
export function EndpointCard({ endpoint }: { endpoint: Endpoint }) {
  const mayChange = useMay('editor');
  const { url, description, enabled_events: types, is_active: isActive } = endpoint;
  return (
    <Section
      title="Endpoint"
      actions={
        mayChange && (
          <Group gap="xs">
            <TestEvent />
            <SwitchEndpoint isActive={isActive} />
          </Group>
        )
      }
    >
      <Facts
        {...{ 'aria-label': 'Endpoint', withRowBorders: false, verticalSpacing: 4 }}
        facts={{
          State: (
            <Badge variant="light" color={isActive ? 'teal' : 'gray'} tt="none" radius="sm">
              {isActive ? 'on' : 'off'}
            </Badge>
          ),
          URL: url,
          Description: description,
          'Event types': types.length === 0 ? 'none' : types.join(', '),
          Created: <Time at={endpoint.created_at} />,
          Changed: <Time at={endpoint.updated_at} />,
        }}
      />
      <Text size="sm" c="var(--dimmed-text)" mt="xs">
        The application changes the URL, the event types and the description with{' '}
        <Code>PATCH /v1/webhooks/{'{uuid}'}</Code>, and removes the endpoint with <Code>DELETE</Code>. The
        uuid is <Code className="pre">{endpoint.uuid}</Code>
      </Text>
    </Section>
  );
}
