import { Group, Paper, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { Job } from '../../api/types';
import { usePlace } from '../../layout/place';
import { AnchorLink } from '../../parts/link';
import { Outside } from '../../parts/outside';
import { Time } from '../../parts/time';
import { JobControl, JobProgress, JobState } from './job-line';
import { jobsQuery } from './queries';
import { ACTION_WORDS } from './words';

/** How long a job that has ended stays, milliseconds. */
const SHOWN_MS = 86_400_000;
const MOST = 3;

const isShown = ({ state, ended_at: endedAt }: Job): boolean =>
  state !== 'done' || (endedAt !== null && Date.now() - Date.parse(endedAt) < SHOWN_MS);

/** The jobs that run or were stopped, and those of the last day. Nothing if there is none. */
export function LastJobs() {
  const place = usePlace();
  const { data: jobs } = useQuery(jobsQuery(place));
  const shown = jobs?.filter(isShown).slice(0, MOST) ?? [];
  if (shown.length === 0) return null;
  return (
    <Paper withBorder px="sm" py={6} mb="sm" component="section" aria-label="Jobs">
      <Stack gap={4}>
        {shown.map((job) => (
          <Group key={job.id} gap="xs" role="group" aria-label={`Job ${job.id.slice(0, 8)}`}>
            <AnchorLink size="sm" to="/$app/$environment/jobs/$job" params={{ ...place, job: job.id }}>
              {ACTION_WORDS[job.action].title}
            </AnchorLink>
            <JobState state={job.state} />
            <JobProgress job={job} />
            <Text size="sm" c="var(--dimmed-text)" component="span">
              <Outside>{job.by.name}</Outside>, <Time at={job.started_at} />
            </Text>
            <JobControl job={job} />
          </Group>
        ))}
      </Stack>
    </Paper>
  );
}
