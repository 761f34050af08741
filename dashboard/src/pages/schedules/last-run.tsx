import { Badge, Group, Text } from '@mantine/core';
import { Time } from '../../parts/time';
import type { Schedule } from './queries';

type Run = Schedule['last_runs'][number];

const COLORS: Record<Run['outcome'], string> = {
  running: 'blue',
  sent: 'teal',
  partly: 'orange',
  failed: 'red',
  missed: 'orange',
  empty: 'gray',
};

/** How a run of a schedule ended, and why recipients were refused. */
export function LastRun({ run }: { run: Run | undefined }) {
  if (!run) return <Text size="sm">No run yet</Text>;
  const { outcome, accepted, refused, planned_at: at, errors, manual } = run;
  return (
    <div>
      <Group gap="xs">
        <Text size="sm" span>
          Last run
        </Text>
        <Badge variant="light" color={COLORS[outcome]} radius="sm" tt="none">
          {outcome}
        </Badge>
        <Time at={at} />
        {manual && (
          <Text size="xs" c="var(--dimmed-text)" span>
            by hand
          </Text>
        )}
      </Group>
      {(accepted > 0 || refused > 0) && (
        <Text size="xs" c="var(--dimmed-text)">
          {accepted} accepted{refused > 0 && `, ${refused} refused`}
        </Text>
      )}
      {errors[0] && (
        <Text size="xs" className="pre">
          {errors[0].error}
        </Text>
      )}
    </div>
  );
}
