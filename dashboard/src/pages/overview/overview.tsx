import { Badge, Group, Paper, SimpleGrid, Skeleton, Stack, Table, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useMemo } from 'react';
import { answerOf, api } from '../../api/client';
import type { Integration } from '../../api/types';
import { usePlace } from '../../layout/place';
import { PageHead } from '../../parts/page-head';
import { Problem } from '../../parts/problem';
import { StatusBadge } from '../../parts/status';
import { Time } from '../../parts/time';
import type { ActivitySearch } from '../activity/search';
import { failuresByReason } from './failures';
import { AnchorLink } from '../../parts/link';

const HOURS = 24;
const EVERY_MS = 10_000;
const STATUSES = ['waiting', 'running', 'failed', 'completed'] as const;

/** How the application does now: what fails and why, what waits, and how its providers are. */
export default function Overview(): ReactNode {
  const place = usePlace();
  // To the minute, so that the queries stay the same for a while.
  const from = useMemo(() => {
    const now = new Date(Date.now() - HOURS * 3_600_000);
    now.setSeconds(0, 0);
    return now.toISOString();
  }, []);
  return (
    <>
      <PageHead title="Overview" about={`${place.app}, ${place.environment}, the last ${HOURS} hours.`} />
      <SimpleGrid cols={{ base: 1, md: 2 }}>
        <Failures from={from} />
        <Providers />
        {STATUSES.map((status) => (
          <Newest key={status} status={status} from={from} />
        ))}
      </SimpleGrid>
    </>
  );
}

function useNewest(search: ActivitySearch, limit: number) {
  const place = usePlace();
  return useQuery({
    queryKey: ['newest', place, search, limit],
    refetchInterval: EVERY_MS,
    queryFn: () =>
      answerOf(
        api.GET('/admin/v1/applications/{app}/notifications', {
          params: {
            path: { app: place.app },
            query: { environment: place.environment, status: search.status, from: search.from, limit },
          },
        }),
      ),
  });
}

function Card({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Paper withBorder p="md" component="section" aria-label={title}>
      <Title order={2} size="h5" mb="sm">
        {title}
      </Title>
      {children}
    </Paper>
  );
}

/** The reasons of the newest failures. Each leads to its rows. */
function Failures({ from }: { from: string }) {
  const place = usePlace();
  const { data, error, refetch } = useNewest({ status: 'failed', from }, 100);
  if (error)
    return (
      <Card title="Failures">
        <Problem error={error} retry={() => void refetch()} />
      </Card>
    );
  if (!data)
    return (
      <Card title="Failures">
        <Skeleton h={90} />
      </Card>
    );
  const reasons = failuresByReason(data.notifications);
  return (
    <Card title={data.next === null ? 'Failures' : 'The newest 100 failures'}>
      {reasons.length === 0 ? (
        <Text size="sm">Nothing failed.</Text>
      ) : (
        <Table>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>Reason</Table.Th>
              <Table.Th>Provider</Table.Th>
              <Table.Th ta="right">Count</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {reasons.map(({ code, provider, count }) => (
              <Table.Tr key={`${code} ${provider}`}>
                <Table.Td>{code}</Table.Td>
                <Table.Td>{provider ?? ''}</Table.Td>
                <Table.Td ta="right">
                  <AnchorLink
                    to="/$app/$environment/activity"
                    params={place}
                    search={{ status: 'failed', code, provider: provider ?? undefined, from }}
                    aria-label={`${count} failures with ${code}`}
                  >
                    {count}
                  </AnchorLink>
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      )}
    </Card>
  );
}

const HEALTH: Record<Integration['health']['state'], string> = {
  ok: 'teal',
  failing: 'orange',
  resting: 'red',
};

function Providers() {
  const { app } = usePlace();
  const { data, error, refetch } = useQuery({
    queryKey: ['integrations', app],
    refetchInterval: EVERY_MS,
    queryFn: () =>
      answerOf(api.GET('/admin/v1/applications/{app}/integrations', { params: { path: { app } } })),
  });
  return (
    <Card title="Providers">
      {error && <Problem error={error} retry={() => void refetch()} />}
      {!data && !error && <Skeleton h={90} />}
      {data?.integrations.length === 0 && (
        <Text size="sm">No integration of its own: e-mail goes out through the service’s SMTP server.</Text>
      )}
      <Stack gap="xs">
        {data?.integrations.map(({ id, channel, name, provider, health }) => (
          <Group key={id} justify="space-between" wrap="nowrap">
            <Text size="sm" className="cut">
              {channel}: {name || provider}
            </Text>
            <Badge variant="light" color={HEALTH[health.state]} tt="none" radius="sm">
              {health.state}
              {health.code !== undefined && `, ${health.code}`}
            </Badge>
          </Group>
        ))}
      </Stack>
    </Card>
  );
}

/** The newest notifications of a status. */
function Newest({ status, from }: { status: (typeof STATUSES)[number]; from: string }) {
  const place = usePlace();
  const { data, error, refetch } = useNewest({ status, from }, 5);
  const title = `Newest ${status}`;
  return (
    <Card title={title}>
      {error && <Problem error={error} retry={() => void refetch()} />}
      {!data && !error && <Skeleton h={120} />}
      {data?.notifications.length === 0 && <Text size="sm">None.</Text>}
      <Stack gap={6}>
        {data?.notifications.map(({ id, event, contact, started_at: startedAt }) => (
          <Group key={id} justify="space-between" wrap="nowrap">
            <AnchorLink
              to="/$app/$environment/notifications/$id"
              params={{ ...place, id }}
              size="sm"
              className="cut"
            >
              {event} to {contact.name ?? contact.email ?? 'somebody'}
            </AnchorLink>
            <Time at={startedAt} />
          </Group>
        ))}
      </Stack>
      {data && data.notifications.length > 0 && (
        <Group mt="xs" justify="space-between">
          <StatusBadge status={status} />
          <AnchorLink to="/$app/$environment/activity" params={place} search={{ status, from }} size="sm">
            All {status}
          </AnchorLink>
        </Group>
      )}
    </Card>
  );
}
