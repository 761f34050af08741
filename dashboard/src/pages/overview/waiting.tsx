import { Text } from '@mantine/core';
import { queryOptions, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { api } from '../../api/client';
import { type Place, usePlace } from '../../layout/place';
import { Awaited } from '../../parts/awaited';
import { DataTable } from '../../parts/data-table';
import { AnchorLink } from '../../parts/link';
import { Outside } from '../../parts/outside';
import { Section } from '../../parts/section';
import { Time } from '../../parts/time';
import { reasonOf } from '../activity/codes';
import { RowsLink } from '../activity/rows-link';
import type { ActivitySearch } from '../activity/search';
import { countText } from './words';

const LIVE_EVERY_MS = 10_000;

const waitingQuery = (place: Place) =>
  queryOptions({
    queryKey: ['waiting', place],
    queryFn: () => api.get('/admin/v1/applications/{app}/waiting/{environment}', { ...place }),
    refetchInterval: LIVE_EVERY_MS,
  });

interface Row {
  key: string;
  what: ReactNode;
  since?: string;
  count: number;
  more: boolean;
  /** Its rows in Activity. Absent: no filter finds them. */
  search?: ActivitySearch;
}

/** What waits now, and what stops it. Nothing, if nothing waits. */
export function Waiting() {
  const place = usePlace();
  const list = useQuery(waitingQuery(place));
  const { running, waiting, causes = [] } = list.data ?? {};
  const rows: Row[] = [
    ...causes.map(({ cause, kind, id, name, failure, since, count, more }) => ({
      ...{ key: `${cause} ${kind} ${id}`, since, count, more },
      what:
        cause === 'PROVIDER' ? (
          <>
            <Outside>{name}</Outside>: {reasonOf(failure ?? '')}
          </>
        ) : (
          <>
            <Paused kind={kind} id={id ?? ''} name={name} /> is paused
          </>
        ),
      ...(cause === 'PROVIDER' && {
        search: { failing: kind === 'channel' ? 'push' : (id ?? 'service_smtp') },
      }),
    })),
    ...(waiting?.count
      ? [
          {
            key: 'waiting',
            what: 'For a time, a receipt or a resume',
            ...waiting,
            search: { status: 'waiting' as const },
          },
        ]
      : []),
    ...(running?.count
      ? [
          {
            key: 'running',
            what: 'For its turn, or in work',
            ...running,
            search: { status: 'running' as const },
          },
        ]
      : []),
  ];
  if (list.data && rows.length === 0) return null;
  return (
    <Section title="What waits">
      <Awaited query={list} height={90} />
      {rows.length > 0 && (
        <DataTable
          rows={rows}
          keyOf={({ key }) => key}
          columns={[
            {
              head: 'Why',
              cell: ({ what, since }) => (
                <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
                  {what}
                  {since !== undefined && (
                    <>
                      {' '}
                      (<Time at={since} />)
                    </>
                  )}
                </Text>
              ),
            },
            {
              head: 'Notifications',
              right: true,
              cell: ({ count, more, search }) => (
                <>
                  {search ? (
                    <RowsLink
                      label={`${countText(count)} notifications wait. Show them in Activity`}
                      search={search}
                      count={count}
                    />
                  ) : (
                    countText(count)
                  )}
                  {more && ' or more'}
                </>
              ),
            },
          ]}
        />
      )}
    </Section>
  );
}

function Paused({ kind, id, name }: { kind: string; id: string; name: string }) {
  const place = usePlace();
  return kind === 'event' ? (
    <AnchorLink to="/$app/$environment/events/$name" params={{ ...place, name: id }} size="sm">
      {name}
    </AnchorLink>
  ) : (
    <AnchorLink to="/$app/$environment/integrations" params={place} size="sm">
      <Outside>{name}</Outside>
    </AnchorLink>
  );
}
