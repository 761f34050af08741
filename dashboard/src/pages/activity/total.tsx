import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { api } from '../../api/client';
import { usePlace } from '../../layout/place';
import { filtersOf, TOTALS } from './list';
import type { ActivitySearch } from './search';

const EVERY_MS = 15_000;

/** How many notifications match the filters. Above a thousand nobody counts: "1,000 or more". */
export function Total({ search }: { search: ActivitySearch }) {
  const place = usePlace();
  const { data } = useQuery({
    queryKey: [...TOTALS, place, search],
    refetchInterval: EVERY_MS,
    queryFn: async ({ signal }) =>
      (
        await api.get('/admin/v1/applications/{app}/notifications', {
          signal,
          app: place.app,
          ...filtersOf(place, search),
          ...{ limit: 1, count: 'true' },
        })
      ).total,
  });
  const count = data?.count.toLocaleString('en') ?? '';
  const noun = data?.count === 1 ? 'notification' : 'notifications';
  return (
    <Text size="sm" c="var(--dimmed-text)" mb="xs" role="status" mih={22}>
      {data && `${count}${data.or_more ? ' or more' : ''} ${noun}`}
    </Text>
  );
}
