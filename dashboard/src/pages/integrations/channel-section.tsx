import { Paper, Stack, Text, Title, VisuallyHidden } from '@mantine/core';
import { useState } from 'react';
import { api } from '../../api/client';
import { useMay } from '../../api/session';
import type { Channel, Integration } from '../../api/types';
import { usePlace } from '../../layout/place';
import { ChannelIcon } from '../../parts/channel-icon';
import { useChange } from '../../parts/use-change';
import { IntegrationRow } from './integration-row';
import { moved, prioritiesAfterMove } from './order';
import { integrationsQuery } from './queries';

interface ChannelSectionProps {
  channel: Channel;
  /** In the order in which they are tried. */
  integrations: Integration[];
}

interface Move {
  order: Integration[];
  at: number;
}

/** The integrations of a channel, in the order in which they are tried. */
export function ChannelSection({ channel, integrations }: ChannelSectionProps) {
  const { app } = usePlace();
  const mayMove = useMay('editor') && integrations.length > 1;
  const [dragged, setDragged] = useState<string | null>(null);
  const [said, setSaid] = useState('');
  const reorder = useChange({
    run: async ({ order, at }: Move) => {
      for (const { id, priority } of prioritiesAfterMove(order, at)) {
        await api.patch('/admin/v1/applications/{app}/integrations/{id}', { app, id, body: { priority } });
      }
      return `${order[at]?.name} is now ${at + 1} of ${order.length}.`;
    },
    refresh: [integrationsQuery(app).queryKey],
    done: setSaid,
  });
  const order = reorder.isPending ? reorder.variables.order : integrations;
  const move = (id: string, to: number): void => {
    const from = order.findIndex((one) => one.id === id);
    if (reorder.isPending || from === -1 || to === from || to < 0 || to >= order.length) return;
    reorder.mutate({ order: moved(order, from, to), at: to });
  };
  const drop = (to: number): void => {
    if (dragged !== null) move(dragged, to);
    setDragged(null);
  };
  return (
    <Paper withBorder p="md" component="section" aria-label={channel}>
      <Title order={2} size="h5">
        <ChannelIcon channel={channel} />
        {channel}
      </Title>
      <Text size="sm" c="var(--dimmed-text)" mb="xs">
        {explanation(channel, integrations.length)}
      </Text>
      <VisuallyHidden role="status">{said}</VisuallyHidden>
      <Stack component="ol" gap={0} m={0} p={0} style={{ listStyle: 'none' }}>
        {order.map((integration, index) => (
          <IntegrationRow
            key={integration.id}
            integration={integration}
            index={index}
            count={order.length}
            move={mayMove ? (to) => move(integration.id, to) : undefined}
            drag={{ from: order.findIndex(({ id }) => id === dragged), start: setDragged, drop }}
          />
        ))}
      </Stack>
    </Paper>
  );
}

function explanation(channel: Channel, count: number): string {
  if (channel === 'push')
    return 'Each push service uses its first integration. Another service does not take over.';
  if (count === 1) return 'A second integration would take over if this one fails.';
  return 'The first one sends. The next one takes over if it fails. A change of an integration, including its place, ends its cool-down.';
}
