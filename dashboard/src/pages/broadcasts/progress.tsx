import { Badge, Group, Progress, Text } from '@mantine/core';
import type { Broadcast } from './queries';
import { reachedText, STATE_COLORS } from './words';

export const BroadcastState = ({ state }: Pick<Broadcast, 'state'>) => (
  <Badge variant="light" color={STATE_COLORS[state]} radius="sm" tt="none" className="status">
    {state}
  </Badge>
);

/** How many of its audience a broadcast has reached, as a bar and in words. */
export function Reached({ broadcast: { state, counts } }: { broadcast: Broadcast }) {
  const { total, accepted } = counts;
  const part = total === null || total === 0 ? 0 : (accepted / total) * 100;
  return (
    <Group gap="xs" wrap="nowrap">
      <Progress
        value={state === 'completed' ? 100 : Math.min(100, part)}
        color={STATE_COLORS[state]}
        aria-label="Reached"
        style={{ flex: '1 1 80px', minWidth: 60 }}
      />
      <Text size="sm" style={{ whiteSpace: 'nowrap' }}>
        {reachedText(counts)}
      </Text>
    </Group>
  );
}
