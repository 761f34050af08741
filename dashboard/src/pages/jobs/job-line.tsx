import { Badge, Button, Group, Progress, Text } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { api } from '../../api/client';
import { useMay } from '../../api/session';
import type { Job } from '../../api/types';
import { usePlace } from '../../layout/place';
import { useChange } from '../../parts/use-change';
import { refreshLists } from '../activity/list';
import { jobsKey } from './queries';
import { ACTION_WORDS, progressText } from './words';

const COLORS: Record<Job['state'], string> = { running: 'blue', stopped: 'gray', done: 'teal' };

export const JobState = ({ state }: Pick<Job, 'state'>) => (
  <Badge variant="light" color={COLORS[state]} radius="sm" tt="none">
    {state}
  </Badge>
);

/** How far a job is, in words and as a bar. */
export function JobProgress({ job }: { job: Job }) {
  const { action, done, refused, matched, state } = job;
  const part = state === 'done' ? 100 : ((done + refused) / Math.max(1, matched)) * 100;
  return (
    <>
      <Progress
        value={Math.min(100, part)}
        color={COLORS[state]}
        aria-label="Progress"
        style={{ flex: '1 1 80px', minWidth: 60 }}
      />
      <Text size="sm" aria-live="polite">
        {progressText(job)}: {done} {ACTION_WORDS[action].done}, {refused} left as{' '}
        {refused === 1 ? 'it is' : 'they are'}
      </Text>
    </>
  );
}

/** The button that stops a job, or lets it continue. Notifications are read again when it ends. */
export function JobControl({ job }: { job: Job }) {
  const place = usePlace();
  const queries = useQueryClient();
  const mayChange = useMay('editor');
  const was = useRef(job.state);
  useEffect(() => {
    if (was.current === 'running' && job.state !== 'running') void refreshLists(queries);
    was.current = job.state;
  }, [job.state, queries]);
  const change = useChange({
    run: (what: 'stop' | 'continue') => api.post(`/admin/v1/jobs/{id}/${what}`, { id: job.id }),
    refresh: [jobsKey(place)],
  });
  if (!mayChange || job.state === 'done') return null;
  const what = job.state === 'running' ? 'stop' : 'continue';
  return (
    <Group gap={4}>
      <Button
        size="compact-xs"
        variant="default"
        loading={change.isPending}
        onClick={() => change.mutate(what)}
      >
        {what === 'stop' ? 'Stop' : 'Continue'}
      </Button>
    </Group>
  );
}
