import { Button, SimpleGrid, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { keptIn } from '../../api/kept';
import { statisticsQuery } from '../../api/statistics';
import { usePlace } from '../../layout/place';
import { PageHead } from '../../parts/page-head';
import { Awaited } from '../../parts/awaited';
import { useChange } from '../../parts/use-change';
import { download } from '../events/download';
import { Channels, Events } from './by-kind';
import { csvOf } from './csv';
import { Deliveries, Latencies } from './deliveries';
import { Failures } from './failures';
import { FirstRun } from './first-run/first-run';
import { Newest } from './newest';
import { Providers } from './providers';
import { isQuiet, Quiet } from './quiet';
import { RangeInput } from './range-input';
import { type OverviewSearch, rangeOf } from './search';
import { Tiles } from './tiles';
import { Waiting } from './waiting';
import { WebhookAttempts } from './webhook-attempts';
import { Earlier } from '../../parts/earlier';

/** Height of the numbers in a wide window, pixels: what follows them stays where it is when they come. */
const PAGE_HEIGHT = 1100;

/** How the application does: what goes out, what fails and why, how fast, and how its providers are. */
export default function Overview(): ReactNode {
  const place = usePlace();
  const search = useSearch({ from: '/signed-in/$app/$environment/overview' });
  const range = rangeOf(search);
  const navigate = useNavigate();
  const { data, error, refetch, isPlaceholderData } = useQuery({
    ...statisticsQuery(place, range),
    placeholderData: keptIn(place),
  });
  const csv = useChange({
    run: async (name: string) => download(name, await csvOf(place, range), 'text/csv'),
    refresh: [],
  });
  const change = (next: OverviewSearch): void => {
    const { range: chosen } = next;
    const kept = chosen === '24h' ? {} : next;
    void navigate({ to: '/$app/$environment/overview', params: place, search: kept, replace: true });
  };
  // The lists of a range that ends now have no end, so that what comes after the numbers is in them.
  const span = data && { from: data.from, ...(typeof range === 'object' && { to: data.to }) };
  return (
    <>
      <PageHead title="Overview" about={`${place.app}, ${place.environment}.`}>
        <RangeInput search={search} change={change} />
        {data && (
          <Button
            size="xs"
            variant="default"
            loading={csv.isPending}
            onClick={() => csv.mutate(`${place.app}-${place.environment}-${data.from.slice(0, 10)}.csv`)}
          >
            Export CSV
          </Button>
        )}
      </PageHead>
      <FirstRun key={place.app} />
      <Stack>
        <Awaited query={{ data, error, refetch }} height={PAGE_HEIGHT} />
        {data && span && (
          <Earlier is={isPlaceholderData}>
            <Stack>
              <Tiles statistics={data} span={span} />
              <Waiting />
              {isQuiet(data) ? (
                <Quiet range={range} />
              ) : (
                <>
                  <Deliveries statistics={data} />
                  <SimpleGrid cols={{ base: 1, lg: 2 }}>
                    <Latencies statistics={data} />
                    <Failures statistics={data} span={span} />
                    <Channels statistics={data} span={span} />
                    <Events statistics={data} span={span} />
                    <Providers statistics={data} span={span} />
                    <WebhookAttempts statistics={data} />
                  </SimpleGrid>
                </>
              )}
            </Stack>
          </Earlier>
        )}
        <SimpleGrid cols={{ base: 1, md: 2 }}>
          <Newest title="Newest" />
          <Newest title="Newest failed" status="failed" />
        </SimpleGrid>
      </Stack>
    </>
  );
}
