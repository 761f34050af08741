import { queryOptions } from '@tanstack/react-query';
import type { Place } from '../layout/place';
import { api } from './client';

const HOUR_MS = 3_600_000;
const EVERY_MS = 10_000;

/** Times before now that statistics are shown of. */
export const RANGES = [
  { value: '24h', label: '24 hours', hours: 24, by: 'hour' },
  { value: '7d', label: '7 days', hours: 7 * 24, by: 'hour' },
  { value: '30d', label: '30 days', hours: 30 * 24, by: 'day' },
  { value: '90d', label: '90 days', hours: 90 * 24, by: 'day' },
] as const;
export type Range = (typeof RANGES)[number]['value'];

/** Numbers of an application over time. They follow what happens within seconds. */
export const statisticsQuery = (place: Place, range: Range) =>
  queryOptions({
    queryKey: ['statistics', place.app, place.environment, range],
    refetchInterval: EVERY_MS,
    queryFn: async () => {
      const { hours, by } = RANGES.find(({ value }) => value === range) ?? RANGES[0];
      // The hour or day that runs is one of them.
      const steps = by === 'hour' ? hours - 1 : hours - 24;
      const from = new Date(Date.now() - steps * HOUR_MS).toISOString();
      const { statistics } = await api.get('/admin/v1/applications/{app}/statistics/{environment}', {
        ...place,
        from,
        by,
      });
      return statistics;
    },
  });

/** The use of quotas, and each day of a month. */
export const usageQuery = (place: Place, month: string | undefined) =>
  queryOptions({
    queryKey: ['usage', place.app, place.environment, month ?? null],
    refetchInterval: EVERY_MS,
    queryFn: async () =>
      (
        await api.get('/admin/v1/applications/{app}/usage/{environment}', {
          ...place,
          month,
        })
      ).usage,
  });
