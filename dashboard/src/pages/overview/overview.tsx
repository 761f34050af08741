import { SegmentedControl, SimpleGrid, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { keptIn } from '../../api/kept';
import { type Range, RANGES, statisticsQuery } from '../../api/statistics';
import { usePlace } from '../../layout/place';
import { PageHead } from '../../parts/page-head';
import { Awaited } from '../../parts/awaited';
import { Deliveries, Latencies } from './deliveries';
import { Failures } from './failures';
import { FirstRun } from './first-run/first-run';
import { Newest } from './newest';
import { Providers } from './providers';
import { isQuiet, Quiet } from './quiet';
import { Tiles } from './tiles';
import { WebhookAttempts } from './webhook-attempts';

/** How the application does: what goes out, what fails and why, how fast, and how its providers are. */
export default function Overview(): ReactNode {
  const place = usePlace();
  const { range = '24h' } = useSearch({ from: '/signed-in/$app/$environment/overview' });
  const navigate = useNavigate();
  const { data, error, refetch } = useQuery({
    ...statisticsQuery(place, range),
    placeholderData: keptIn(place),
  });
  const choose = (value: string): void => {
    const search = { range: value === '24h' ? undefined : (value as Range) };
    void navigate({ to: '/$app/$environment/overview', params: place, search, replace: true });
  };
  return (
    <>
      <PageHead title="Overview" about={`${place.app}, ${place.environment}.`}>
        <SegmentedControl
          size="xs"
          aria-label="Time that is shown"
          data={RANGES.map(({ value, label }) => ({ value, label }))}
          value={range}
          onChange={choose}
        />
      </PageHead>
      <FirstRun key={place.app} />
      <Awaited query={{ data, error, refetch }} height={420} />
      <Stack>
        {data && (
          <>
            <Tiles statistics={data} />
            {isQuiet(data) ? (
              <Quiet range={range} />
            ) : (
              <>
                <Deliveries statistics={data} />
                <SimpleGrid cols={{ base: 1, md: 2 }}>
                  <Latencies statistics={data} />
                  <Failures statistics={data} />
                  <Providers statistics={data} />
                  <WebhookAttempts statistics={data} />
                </SimpleGrid>
              </>
            )}
          </>
        )}
        <SimpleGrid cols={{ base: 1, md: 2 }}>
          <Newest title="Newest" />
          <Newest title="Newest failed" status="failed" />
        </SimpleGrid>
      </Stack>
    </>
  );
}
