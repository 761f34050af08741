import { Group, Progress, Stack, Text } from '@mantine/core';
import type { Usage } from '../../api/types';
import { usePlace } from '../../layout/place';
import { AnchorLink } from '../../parts/link';
import { Time } from '../../parts/time';

/** How much of each quota is used now. */
export function QuotaBars({ usage: { quotas } }: { usage: Usage }) {
  const place = usePlace();
  return (
    <Stack gap="sm">
      {quotas.map(({ per, used, limit, ends_at: endsAt }) => {
        const share = limit === 0 ? 100 : Math.min(100, (100 * used) / limit);
        const label = per === 'month' ? 'Quota of the month' : 'Quota of the day';
        return (
          <div key={per}>
            <Group justify="space-between" gap="xs" mb={4}>
              <Text size="sm">
                {label}:{' '}
                <AnchorLink
                  to="/$app/$environment/activity"
                  params={place}
                  search={{ from: beginOf(per) }}
                  size="sm"
                  fw={700}
                  aria-label={`${used.toLocaleString('en')} used. Show them in Activity`}
                >
                  {used.toLocaleString('en')}
                </AnchorLink>{' '}
                of {limit.toLocaleString('en')} used
              </Text>
              <Text size="sm" c="var(--dimmed-text)" component="div">
                resets <Time at={endsAt} />
              </Text>
            </Group>
            <Progress
              value={share}
              color={share >= 100 ? 'red' : share >= 80 ? 'orange' : 'teal'}
              aria-label={label}
            />
          </div>
        );
      })}
    </Stack>
  );
}

/** Returns the begin of the current day or month, in UTC. */
const beginOf = (per: 'month' | 'day'): string => {
  const today = new Date().toISOString().slice(0, 10);
  return `${per === 'day' ? today : `${today.slice(0, 7)}-01`}T00:00:00.000Z`;
};
