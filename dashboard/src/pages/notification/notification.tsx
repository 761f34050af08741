import { lazy, type ReactNode, Suspense, useState } from 'react';
import { Alert, Anchor, Box, Grid, Group, Skeleton, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { ExternalLink } from 'lucide-react';
import { useMay, useSession } from '../../api/session';
import { usePlace } from '../../layout/place';
import { PageHead } from '../../parts/page-head';
import { Awaited } from '../../parts/awaited';
import { Problem } from '../../parts/problem';
import { StatusBadge } from '../../parts/status';
import { Time } from '../../parts/time';
import { Actions } from './actions';
import { Inspector } from './inspector';
import { notificationQuery } from './query';
import { Story } from '../../parts/story';
import { VerdictCard } from '../../parts/verdict/verdict-card';
import { AnchorLink } from '../../parts/link';
import { NotificationLink } from '../../parts/notification-link';
import { Outside } from '../../parts/outside';
import { Paused } from '../../parts/pausing';

const Steps = lazy(() => import('./steps/steps'));

/** One notification: what happened to it, and beside that what it was. */
export default function Notification(): ReactNode {
  const { id } = useParams({ from: '/signed-in/$app/$environment/notifications/$id' });
  const place = usePlace();
  const mayChange = useMay('editor');
  const { data: session } = useSession();
  const { data, error, refetch } = useQuery(notificationQuery(id));
  const [tab, setTab] = useState<string>();
  if (!data) return <Awaited query={{ data, error, refetch }} title="Notification" />;
  const who =
    data.contact.name ?? data.contact.email ?? data.messages.find(({ address }) => address)?.address;
  const workflow = session?.workflow_url?.replace('{id}', encodeURIComponent(data.id));
  return (
    <>
      <PageHead
        title={data.event}
        about={
          <>
            to <Outside>{who ?? 'nobody'}</Outside>, <Time at={data.started_at} />
          </>
        }
      >
        {mayChange && <Actions notification={data} />}
      </PageHead>
      {error && <Problem error={error} retry={() => void refetch()} />}
      <Group gap="xs" mb="md">
        <StatusBadge status={data.status} />
        <Text size="xs" ff="monospace">
          {data.id}
        </Text>
        {workflow !== undefined && (
          <Anchor href={workflow} target="_blank" rel="noreferrer" size="xs">
            <Group gap={4} component="span">
              Workflow in Temporal <ExternalLink size={12} aria-hidden />
            </Group>
          </Anchor>
        )}
        {data.contact_id !== null && (
          <AnchorLink
            size="xs"
            to="/$app/$environment/activity"
            params={place}
            search={{ contact: data.contact_id }}
          >
            All of this contact
          </AnchorLink>
        )}
        {data.reference !== undefined && (
          <Text size="xs" c="dimmed">
            Reference <Outside>{data.reference}</Outside>
          </Text>
        )}
        {Object.entries(data.metadata ?? {}).map(([name, value]) => (
          <Text key={name} size="xs" c="dimmed">
            <Outside>{name}</Outside>: <Outside>{value}</Outside>
          </Text>
        ))}
        {data.followed_at !== null && (
          <Text size="xs" c="dimmed" component="div">
            Its code was used <Time at={data.followed_at} />
          </Text>
        )}
        {data.retry_of !== null && <Other label="Retry of" id={data.retry_of} />}
        {data.retried_as !== null && <Other label="Retried as" id={data.retried_as} />}
      </Group>
      {data.task_failing !== null && (
        <Alert color="red" title="Its workflow cannot continue" mb="md" role="alert">
          <Text size="sm" className="pre">
            {data.task_failing.error} (attempt {data.task_failing.attempt}). It continues by itself after the
            code is corrected.
          </Text>
        </Alert>
      )}
      {data.pause && (
        <Box mb="md">
          <Paused pause={data.pause} />
        </Box>
      )}
      <VerdictCard verdict={data.verdict} here={data.id} />
      {(data.steps.length > 1 || data.sequence !== null) && (
        <Suspense fallback={<Skeleton height={240} mb="lg" aria-label="Loading" role="status" />}>
          <Steps notification={data} showMessage={setTab} />
        </Suspense>
      )}
      <Grid gap="lg" mt="md">
        <Grid.Col span={{ base: 12, md: 5 }}>
          <section aria-label="Story">
            <Story entries={data.story} nextAt={data.next?.at} eventVersion={data.event_version} />
          </section>
        </Grid.Col>
        <Grid.Col span={{ base: 12, md: 7 }}>
          <Inspector notification={data} tab={tab} setTab={setTab} />
        </Grid.Col>
      </Grid>
    </>
  );
}

function Other({ label, id }: { label: string; id: string }) {
  return <NotificationLink size="xs" id={id}>{`${label} ${id.slice(0, 8)}`}</NotificationLink>;
}
