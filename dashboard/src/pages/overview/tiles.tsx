import { Paper, SimpleGrid, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Statistics } from '../../api/types';
import { usePlace } from '../../layout/place';
import { AnchorLink } from '../../parts/link';
import type { ActivitySearch } from '../activity/search';
import { countText, durationText, shareText } from './words';

/** The numbers of the whole time. Each leads to its rows. */
export function Tiles({ statistics }: { statistics: Statistics }) {
  const { totals, backlog, from } = statistics;
  const { sent, delivered, failed, bounced, complained, latency } = totals;
  const ended = sent + failed;
  return (
    <SimpleGrid cols={{ base: 2, sm: 3, lg: 6 }} spacing="sm">
      <Tile label="Accepted" value={countText(totals.accepted)} search={{ from }}>
        notifications
      </Tile>
      <Tile label="Sent" value={countText(sent)} search={{ from, status: 'completed' }}>
        {shareText(sent, ended) ?? 'no message yet'}
        {ended > 0 && ' of messages'}
      </Tile>
      <Tile label="Delivered" value={countText(delivered)} search={{ from, status: 'completed' }}>
        {delivered > 0
          ? `${shareText(delivered, sent) ?? '0 %'} of sent confirmed`
          : 'no receipt confirmed one'}
      </Tile>
      <Tile label="Failed" value={countText(failed)} search={{ from, status: 'failed' }} bad={failed > 0}>
        {bounced + complained > 0 ? (
          <Returned {...{ bounced, complained, from }} />
        ) : (
          (shareText(failed, ended) ?? '0 %') + ' of messages'
        )}
      </Tile>
      <Tile
        label="Accepted to sent"
        value={latency.p95_ms === null ? '–' : durationText(latency.p95_ms)}
        search={{ from, status: 'completed' }}
      >
        {latency.p50_ms === null || latency.p99_ms === null
          ? 'nothing was measured'
          : `p95; p50 ${durationText(latency.p50_ms)}, p99 ${durationText(latency.p99_ms)}`}
      </Tile>
      <Tile
        label="Not begun"
        value={countText(backlog.not_begun)}
        search={{ status: 'running' }}
        bad={backlog.not_begun > backlog.limit / 2}
      >
        refused above {countText(backlog.limit)}
      </Tile>
    </SimpleGrid>
  );
}

interface ReturnedProps {
  bounced: number;
  complained: number;
  from: string;
}

/** What came back after it was sent. A complaint changes no message: it suppresses the address. */
function Returned({ bounced, complained, from }: ReturnedProps) {
  const place = usePlace();
  return (
    <span className="sentence">
      <AnchorLink
        to="/$app/$environment/activity"
        params={place}
        search={{ from, code: 'HARD_BOUNCE' }}
        size="xs"
      >
        {countText(bounced)} bounced
      </AnchorLink>
      ,{' '}
      <AnchorLink to="/$app/$environment/contacts" params={place} search={{ tab: 'suppressions' }} size="xs">
        {countText(complained)} complained
      </AnchorLink>
    </span>
  );
}

interface TileProps {
  label: string;
  value: string;
  /** The rows that it counts. */
  search: ActivitySearch;
  bad?: boolean;
  children: ReactNode;
}

function Tile({ label, value, search, bad, children }: TileProps) {
  const place = usePlace();
  const number = {
    fz: 24,
    fw: 650,
    lh: 1.2,
    c: bad ? 'var(--mantine-color-red-text)' : 'inherit',
  } as const;
  return (
    <Paper withBorder p="sm">
      <Stack gap={2}>
        <Text size="sm" c="var(--dimmed-text)">
          {label}
        </Text>
        <AnchorLink
          to="/$app/$environment/activity"
          params={place}
          search={search}
          aria-label={`${label}: ${value}. Show them in Activity`}
          {...number}
        >
          {value}
        </AnchorLink>
        <Text size="xs" c="var(--dimmed-text)">
          {children}
        </Text>
      </Stack>
    </Paper>
  );
}
