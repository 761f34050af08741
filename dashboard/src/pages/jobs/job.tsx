import { Group, SegmentedControl, Stack } from '@mantine/core';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import type { Job as JobOf, JobResult } from '../../api/types';
import { usePlace } from '../../layout/place';
import { Awaited } from '../../parts/awaited';
import { DataTable } from '../../parts/data-table';
import { Facts } from '../../parts/facts';
import { More } from '../../parts/more';
import { NothingHere } from '../../parts/nothing-here';
import { NotificationLink } from '../../parts/notification-link';
import { Outside } from '../../parts/outside';
import { PageHead } from '../../parts/page-head';
import { Section } from '../../parts/section';
import { Time } from '../../parts/time';
import { JobControl, JobProgress, JobState } from './job-line';
import { jobQuery, resultsQuery } from './queries';
import { Reasons } from './reasons';
import { ACTION_WORDS, resultText } from './words';

/** One job: how far it is, and what it did with each notification. */
export default function Job(): ReactNode {
  const place = usePlace();
  const { job: id } = useParams({ from: '/signed-in/$app/$environment/jobs/$job' });
  const query = useQuery(jobQuery(place, id));
  const job = query.data;
  if (!job) return <Awaited query={query} title="Job" />;
  const { by, state, started_at: startedAt, ended_at: endedAt, reasons, filters } = job;
  return (
    <Stack>
      <PageHead title={ACTION_WORDS[job.action].title} about="A job, and what it did with each notification.">
        <JobControl job={job} />
      </PageHead>
      <Section title="Progress">
        <Group gap="sm" mb="sm">
          <JobState state={state} />
          <JobProgress job={job} />
        </Group>
        <Facts
          facts={{
            'Started by': <Outside>{by.name}</Outside>,
            Started: <Time at={startedAt} />,
            Ended: endedAt && <Time at={endedAt} />,
            About: filters ? filtersText(filters) : 'the notifications that were selected',
            Left: reasons.length > 0 && <Reasons reasons={reasons} />,
          }}
        />
      </Section>
      <Results job={job} />
    </Stack>
  );
}

/** Returns the filters as people read them. */
function filtersText(filters: NonNullable<JobOf['filters']>): ReactNode {
  const given = Object.entries(filters).filter(([, value]) => value !== null);
  if (given.length === 0) return 'all notifications';
  return (
    <Outside>{given.map(([name, value]) => `${name.replaceAll('_', ' ')}: ${value}`).join(', ')}</Outside>
  );
}

const ANY = 'all';

function Results({ job }: { job: JobOf }) {
  const place = usePlace();
  const [result, setResult] = useState<JobResult['result'] | typeof ANY>(ANY);
  const of = { id: job.id, result: result === ANY ? undefined : result, seen: job.done + job.refused };
  const list = useInfiniteQuery(resultsQuery(place, of));
  const rows = list.data?.pages.flatMap(({ results }) => results);
  const { done } = ACTION_WORDS[job.action];
  return (
    <Section
      title="Notifications"
      actions={
        <SegmentedControl
          size="xs"
          aria-label="Result"
          value={result}
          onChange={(value) => setResult(value)}
          data={[
            { value: ANY, label: 'All' },
            { value: 'done', label: `Only ${done}` },
            { value: 'refused', label: 'Left as they are' },
          ]}
        />
      }
    >
      <Awaited query={list} />
      {rows?.length === 0 && <NothingHere title="There is none" />}
      {rows && rows.length > 0 && (
        <DataTable
          label="Results"
          stacks
          rows={rows}
          keyOf={(row) => row.notification_id}
          columns={[
            {
              head: 'Notification',
              isName: true,
              breaks: true,
              cell: ({ notification_id: id, event }) => (
                <NotificationLink id={id}>
                  <Outside>{event || id.slice(0, 8)}</Outside>
                </NotificationLink>
              ),
            },
            { head: 'Accepted', cell: ({ started_at: at }) => <Time at={at} /> },
            { head: 'Result', breaks: true, cell: (row) => resultText(job.action, row) },
            {
              head: 'New notification',
              cell: ({ retried_as: as }) =>
                as !== null && <NotificationLink id={as}>{as.slice(0, 8)}</NotificationLink>,
            },
          ]}
        />
      )}
      <More list={list}>Show more</More>
    </Section>
  );
}
