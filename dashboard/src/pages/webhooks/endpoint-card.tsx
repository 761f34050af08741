import { Badge, Group } from '@mantine/core';
import { useMay } from '../../api/session';
import { Facts } from '../../parts/facts';
import { Outside } from '../../parts/outside';
import { Section } from '../../parts/section';
import { Time } from '../../parts/time';
import { DeleteEndpoint } from './delete-endpoint';
import { EditEndpoint } from './edit-endpoint';
import type { Endpoint } from './queries';
import { SwitchEndpoint } from './switch-endpoint';
import { TestEvent } from './test-event';

/** The endpoint: its address, what it receives, and whether it is on. */
export function EndpointCard({ endpoint }: { endpoint: Endpoint }) {
  const mayChange = useMay('editor');
  const mayDelete = useMay('owner');
  const { url, description, enabled_events: types, is_active: isActive } = endpoint;
  return (
    <Section
      title="Endpoint"
      actions={
        mayChange && (
          <Group gap="xs">
            <TestEvent />
            <EditEndpoint endpoint={endpoint} />
            <SwitchEndpoint isActive={isActive} />
            {mayDelete && <DeleteEndpoint />}
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
          URL: <Outside>{url}</Outside>,
          Description: description && <Outside>{description}</Outside>,
          Id: endpoint.uuid,
          'Event types': types.length === 0 ? 'none' : types.join(', '),
          Created: <Time at={endpoint.created_at} />,
          Changed: <Time at={endpoint.updated_at} />,
        }}
      />
    </Section>
  );
}
