import { Paper, SimpleGrid, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Statistics } from '../../api/types';
import { usePlace } from '../../layout/place';
import { AnchorLink } from '../../parts/link';
import type { ActivitySearch } from '../activity/search';
import { Change } from './change';
import { countText, durationText, shareText } from './words';

/** Below this share within ten seconds, something holds messages up. */
const SLOW_BELOW = 0.9;

interface TilesProps {
  statistics: Statistics;
  /** The time that the numbers are of. */
  span: Pick<ActivitySearch, 'from' | 'to'>;
}

/** The numbers of the whole time. Those of notifications and messages lead to their notifications. */
export function Tiles({ statistics, span }: TilesProps) {
  const { totals, backlog, previous } = statistics;
  const before = previous?.totals;
  const { sent, delivered, failed, bounced, complained, latency } = totals;
  const ended = sent + failed;
  return (
    <SimpleGrid cols={{ base: 2, sm: 3, lg: 6 }} spacing="sm">
      <Tile label="Notifications accepted" value={countText(totals.accepted)} search={span}>
        also retries <Change now={totals.accepted} before={before?.accepted} />
      </Tile>
      <Tile label="Messages sent" value={countText(sent)} search={{ ...span, message: 'sent' }}>
        {shareText(sent, ended) ?? 'no message yet'}
        {ended > 0 && ' of messages'} <Change now={sent} before={before?.sent} />
      </Tile>
      <Tile
        label="Messages delivered"
        value={countText(delivered)}
        search={{ ...span, message: 'delivered' }}
      >
        {delivered > 0
          ? `${shareText(delivered, sent) ?? '0 %'} of sent confirmed`
          : 'no receipt confirmed one'}{' '}
        <Change now={delivered} before={before?.delivered} />
      </Tile>
      <Tile
        label="Messages failed"
        value={countText(failed)}
        search={{ ...span, message: 'failed' }}
        bad={failed > 0}
      >
        {bounced + complained > 0
          ? `${countText(bounced)} bounced, ${countText(complained)} complained`
          : `${shareText(failed, ended) ?? '0 %'} of messages`}{' '}
        <Change now={failed} before={before?.failed} moreIsWorse />
      </Tile>
      <Tile
        label="Sent within 10 s"
        value={latency.within_10s === null ? '–' : (shareText(latency.within_10s, 1) ?? '0 %')}
        bad={latency.within_10s !== null && latency.within_10s < SLOW_BELOW}
      >
        {latency.p50_ms === null || latency.p95_ms === null
          ? 'nothing was measured'
          : `after acceptance; p50 ${durationText(latency.p50_ms)}, p95 ${durationText(latency.p95_ms)}`}
      </Tile>
      <Tile
        label="Not begun"
        value={countText(backlog.not_begun)}
        bad={backlog.not_begun > backlog.limit / 2}
      >
        in both environments; refused above {countText(backlog.limit)}
      </Tile>
    </SimpleGrid>
  );
}

interface TileProps {
  label: string;
  value: string;
  /** Finds the notifications of what it counts, by the time of their acceptance. Absent: no list shows them. */
  search?: ActivitySearch;
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
        {search ? (
          <AnchorLink
            to="/$app/$environment/activity"
            params={place}
            search={search}
            aria-label={`${label}: ${value}. Show the notifications`}
            {...number}
          >
            {value}
          </AnchorLink>
        ) : (
          <Text {...number}>{value}</Text>
        )}
        <Text size="xs" c="var(--dimmed-text)">
          {children}
        </Text>
      </Stack>
    </Paper>
  );
}
