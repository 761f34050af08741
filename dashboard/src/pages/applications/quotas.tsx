import { Stack, Text } from '@mantine/core';
import type { Application } from '../../api/types';
import { Time } from '../../parts/time';
import { Section } from '../../parts/section';

/** How many notifications an application may send in production. */
export function Quotas({ application }: { application: Application }) {
  const { monthly_quota: monthly, daily_quota: daily, subscription } = application;
  const now = new Date();
  const [year, month] = [now.getUTCFullYear(), now.getUTCMonth()];
  const nextMonth = new Date(Date.UTC(year, month + 1, 1)).toISOString();
  const nextDay = new Date(Date.UTC(year, month, now.getUTCDate() + 1)).toISOString();
  return (
    <Section title="Quotas of production">
      <Stack gap="xs">
        {subscription === 'inactive' && (
          <Text size="sm" fw={600}>
            The application is inactive. Its sends are refused.
          </Text>
        )}
        <Text size="sm">
          <b>{monthly.toLocaleString('en')}</b> notifications in a calendar month (UTC). The next month begins{' '}
          <Time at={nextMonth} />.
        </Text>
        <Text size="sm">
          {daily === null ? (
            'There is no quota for a day.'
          ) : (
            <>
              <b>{daily.toLocaleString('en')}</b> notifications in a day (UTC). The next day begins{' '}
              <Time at={nextDay} />.
            </>
          )}
        </Text>
        <Text size="sm" c="var(--dimmed-text)">
          A notification counts once when it is accepted, and each copy of an e-mail (cc, bcc) counts too.
          Sends beyond a quota are refused with QUOTA_EXCEEDED. Sandbox has a quota of its own.
        </Text>
      </Stack>
    </Section>
  );
}
