import { Stack, Text } from '@mantine/core';
import type { Application } from '../../api/types';
import { Section } from '../../parts/section';

/** What counts toward the quotas of an application. */
export function Quotas({ application }: { application: Application }) {
  const { subscription } = application;
  return (
    <Section title="What counts">
      <Stack gap="xs">
        {subscription === 'inactive' && (
          <Text size="sm" fw={600}>
            The application is inactive. Its sends are refused.
          </Text>
        )}
        <Text size="sm">
          A notification counts once when it is accepted, and each copy of an e-mail (cc, bcc) counts too.
          Sends over a quota are refused with QUOTA_EXCEEDED. Months and days are in UTC. Sandbox has a
          separate quota.
        </Text>
      </Stack>
    </Section>
  );
}
