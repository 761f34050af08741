import { Code, Group, Paper, SimpleGrid, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useMay } from '../../api/session';
import { usePlace } from '../../layout/place';
import { Awaited } from '../../parts/awaited';
import { AnchorLink } from '../../parts/link';
import { NothingHere } from '../../parts/nothing-here';
import { Outside } from '../../parts/outside';
import { PageHead } from '../../parts/page-head';
import { Time } from '../../parts/time';
import { type Schedule, schedulesQuery } from './queries';
import { LastRun } from './last-run';
import { ScheduleActions } from './schedule-actions';

/** The recurring sends of an environment: when they are due, and how the last run ended. */
export default function Schedules(): ReactNode {
  const place = usePlace();
  const { data, error, refetch } = useQuery(schedulesQuery(place));
  const mayChange = useMay('editor');
  return (
    <>
      <PageHead title="Schedules" about="Events that are sent again and again, at the times of a calendar." />
      <Awaited query={{ data, error, refetch }} />
      {data?.length === 0 && (
        <NothingHere title="No schedule yet">
          Write one in a file and push it:{' '}
          <Code>heliograph schedules push schedules --env {place.environment}</Code>
        </NothingHere>
      )}
      {data !== undefined && data.length > 0 && (
        <Stack component="ul" gap="xs" p={0} m={0} aria-label="Schedules">
          {data.map((schedule) => (
            <Paper key={schedule.name} component="li" withBorder p="sm" style={{ listStyle: 'none' }}>
              <SimpleGrid cols={{ base: 1, sm: mayChange ? 4 : 3 }} spacing="sm" verticalSpacing="xs">
                <What schedule={schedule} />
                <NextRun schedule={schedule} />
                <LastRun run={schedule.last_runs[0]} />
                {mayChange && <ScheduleActions schedule={schedule} />}
              </SimpleGrid>
            </Paper>
          ))}
        </Stack>
      )}
    </>
  );
}

function What({ schedule: { name, event, recipients, tenant } }: { schedule: Schedule }) {
  const place = usePlace();
  return (
    <Stack gap={0}>
      <Text size="sm" fw={600}>
        {name}
      </Text>
      <Text size="sm" c="var(--dimmed-text)">
        <AnchorLink to="/$app/$environment/events/$name" params={{ ...place, name: event }} size="sm">
          {event}
        </AnchorLink>{' '}
        to {recipients} {recipients === 1 ? 'recipient' : 'recipients'}
        {tenant !== null && (
          <>
            {' '}
            of <Outside>{tenant}</Outside>
          </>
        )}
      </Text>
    </Stack>
  );
}

function NextRun({ schedule: { paused, applied, cron, zone, next_runs: next } }: { schedule: Schedule }) {
  const [first] = next ?? [];
  return (
    <Stack gap={0}>
      <Text size="sm" component="div">
        {paused && 'Paused'}
        {!paused && first !== undefined && (
          <>
            Next run <Time at={first} />
          </>
        )}
        {!paused && first === undefined && (next === null ? 'Temporal does not answer' : 'No more')}
      </Text>
      <Group gap={6}>
        <Code>{cron}</Code>
        <Text size="xs" c="var(--dimmed-text)">
          {zone}
        </Text>
      </Group>
      {!applied && (
        <Text size="xs" c="var(--dimmed-text)">
          The last change takes effect when Temporal is back.
        </Text>
      )}
    </Stack>
  );
}
