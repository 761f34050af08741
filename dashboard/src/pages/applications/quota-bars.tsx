import { Group, Progress, Stack, Text } from '@mantine/core';
import type { Usage } from '../../api/types';
import { Time } from '../../parts/time';

/** How much of each quota is used now. */
export const QuotaBars = ({ usage: { quotas } }: { usage: Usage }) => (
  <Stack gap="sm">
    {quotas.map(({ per, used, limit, ends_at: endsAt }) => {
      const share = limit === 0 ? 100 : Math.min(100, (100 * used) / limit);
      const label = per === 'month' ? 'Quota of the month' : 'Quota of the day';
      return (
        <div key={per}>
          <Group justify="space-between" gap="xs" mb={4}>
            <Text size="sm">
              {label}: <b>{used.toLocaleString('en')}</b> of {limit.toLocaleString('en')} used
            </Text>
            <Text size="sm" c="var(--dimmed-text)" component="div">
              begins again <Time at={endsAt} />
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
