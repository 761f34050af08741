import { Button, Group } from '@mantine/core';
import { api } from '../../api/client';
import { usePlace } from '../../layout/place';
import { Confirm } from '../../parts/confirm';
import { useChange } from '../../parts/use-change';
import { type Schedule, schedulesQuery } from './queries';

const ONE = '/admin/v1/applications/{app}/schedules/{environment}/{name}';

/** What can be done with a schedule. */
export function ScheduleActions({ schedule: { name, paused, recipients } }: { schedule: Schedule }) {
  const place = usePlace();
  const of = { ...place, name };
  const refresh = [schedulesQuery(place).queryKey];
  const pausing = useChange({
    run: () => (paused ? api.post(`${ONE}/resume`, of) : api.post(`${ONE}/pause`, of)),
    says: paused ? `${name} continues.` : `${name} is paused.`,
    refresh,
  });
  return (
    <Group gap="xs">
      <Button
        size="xs"
        variant="default"
        aria-label={`${paused ? 'Continue' : 'Pause'} ${name}`}
        loading={pausing.isPending}
        onClick={() => pausing.mutate(undefined)}
      >
        {paused ? 'Continue' : 'Pause'}
      </Button>
      <Confirm
        label="Run now"
        title={`Run ${name} now`}
        change={{ run: () => api.post(`${ONE}/run`, of), says: `${name} runs.`, refresh }}
      >
        It sends to {recipients} {recipients === 1 ? 'recipient' : 'recipients'} of {place.environment} now,
        besides its own times.
      </Confirm>
    </Group>
  );
}
