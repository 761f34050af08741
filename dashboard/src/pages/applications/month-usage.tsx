import { Button, Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useMemo } from 'react';
import { CHANNEL_ROWS } from '../../api/channels';
import { keptIn } from '../../api/kept';
import { usageQuery } from '../../api/statistics';
import type { Usage } from '../../api/types';
import { usePlace } from '../../layout/place';
import { Chart } from '../../parts/chart/chart';
import { type ChartSeries, PERIOD_MS } from '../../parts/chart/plot-data';
import { AnchorLink } from '../../parts/link';
import { Awaited } from '../../parts/awaited';
import { Section } from '../../parts/section';
import type { ActivitySearch } from '../activity/search';
import { ChannelTable } from './channel-table';
import { channelsOf } from './channels';
import { monthAfter, monthNow, monthText } from './months';
import { QuotaBars } from './quota-bars';
import { Earlier } from '../../parts/earlier';

/** What an application sent in a month, day by day, beside its quotas. */
export function MonthUsage() {
  const place = usePlace();
  const { month } = useSearch({ from: '/signed-in/$app/$environment/usage' });
  const { data, error, refetch, isPlaceholderData } = useQuery({
    ...usageQuery(place, month),
    placeholderData: keptIn(place),
  });
  return (
    <Section
      title={`${place.environment === 'sandbox' ? 'Sandbox' : 'Production'}, ${monthText(month ?? monthNow())}`}
    >
      <Awaited query={{ data, error, refetch }} height={400} />
      {data && (
        <Earlier is={isPlaceholderData}>
          <Stack>
            {data.month === monthNow() && <QuotaBars usage={data} />}
            <Days usage={data} />
            <ChannelTable usage={data} />
            <Months month={month ?? monthNow()} />
          </Stack>
        </Earlier>
      )}
    </Section>
  );
}

function Days({ usage: { days, quotas, month } }: { usage: Usage }) {
  const place = usePlace();
  const navigate = useNavigate();
  const times = useMemo(() => days.map(({ day }) => Date.parse(`${day}T00:00:00Z`)), [days]);
  const series = useMemo<ChartSeries[]>(
    () =>
      channelsOf(days).map((channel) => ({
        label: channel,
        color: CHANNEL_ROWS[channel].color,
        values: days.map(({ channels }) => channels.find((one) => one.channel === channel)?.sent ?? 0),
      })),
    [days],
  );
  const accepted = days.reduce((sum, day) => sum + day.accepted, 0);
  if (accepted === 0 && series.length === 0)
    return <Text size="sm">Nothing was sent in {monthText(month)}.</Text>;
  const searchOf = (index: number): ActivitySearch => {
    const at = times[index] ?? 0;
    return { from: new Date(at).toISOString(), to: new Date(at + PERIOD_MS.day).toISOString() };
  };
  const daily = quotas.find(({ per }) => per === 'day');
  return (
    <Chart
      times={times}
      by="day"
      kind="bars"
      series={series}
      limit={month === monthNow() ? daily?.limit : undefined}
      format={(count) => count.toLocaleString('en')}
      summary={`Messages sent on each day of ${monthText(month)}, by channel. ${accepted.toLocaleString('en')} notifications were accepted.`}
      pick={(index) =>
        void navigate({ to: '/$app/$environment/activity', params: place, search: searchOf(index) })
      }
      rowOf={(index, text) => (
        <AnchorLink to="/$app/$environment/activity" params={place} search={searchOf(index)} size="sm">
          {text}
        </AnchorLink>
      )}
    />
  );
}

function Months({ month }: { month: string }) {
  const place = usePlace();
  const navigate = useNavigate();
  const go = (by: number): void => {
    const next = monthAfter(month, by);
    const search = { month: next === monthNow() ? undefined : next };
    void navigate({ to: '/$app/$environment/usage', params: place, search, replace: true });
  };
  return (
    <Group gap="xs">
      <Button
        size="xs"
        variant="default"
        leftSection={<ChevronLeft size={14} aria-hidden />}
        onClick={() => go(-1)}
      >
        {monthText(monthAfter(month, -1))}
      </Button>
      {month < monthNow() && (
        <Button
          size="xs"
          variant="default"
          rightSection={<ChevronRight size={14} aria-hidden />}
          onClick={() => go(1)}
        >
          {monthText(monthAfter(month, 1))}
        </Button>
      )}
    </Group>
  );
}
