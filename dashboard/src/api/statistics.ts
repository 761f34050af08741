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

/** A range of a reader's own. */
export interface Span {
  from: string;
  to: string;
}

/** Returns what a request of a range asks for. The hour or day that runs is one of its periods. */
export function askedOf(range: Range | Span) {
  if (typeof range === 'object') return range;
  const { hours, by } = RANGES.find(({ value }) => value === range) ?? RANGES[0];
  const steps = by === 'hour' ? hours - 1 : hours - 24;
  return { from: new Date(Date.now() - steps * HOUR_MS).toISOString(), by };
}

/** Numbers of an application over time, and the totals of the range before. They follow what happens within seconds. */
export const statisticsQuery = (place: Place, range: Range | Span) =>
  queryOptions({
    queryKey: ['statistics', place.app, place.environment, range],
    refetchInterval: EVERY_MS,
    queryFn: async () => {
      const { statistics } = await api.get('/admin/v1/applications/{app}/statistics/{environment}', {
        ...place,
        ...askedOf(range),
        compare: 'true',
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
