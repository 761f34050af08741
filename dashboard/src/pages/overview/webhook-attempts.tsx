import { Group, Stack, Text } from '@mantine/core';
import type { Statistics } from '../../api/types';
import { usePlace } from '../../layout/place';
import { AnchorLink } from '../../parts/link';
import { Section } from '../../parts/section';
import { countText } from './words';

const OUTCOMES = [
  { outcome: 'delivered', label: 'Delivered', delivery: 'delivered' },
  { outcome: 'retry', label: 'Failed, will be retried', delivery: undefined },
  { outcome: 'failed', label: 'Failed permanently', delivery: 'failed' },
] as const;

/** Attempts to deliver webhook events. */
export function WebhookAttempts({ statistics: { totals } }: { statistics: Statistics }) {
  const place = usePlace();
  const { webhook_attempts: attempts } = totals;
  const none = OUTCOMES.every(({ outcome }) => attempts[outcome] === 0);
  return (
    <Section title="Webhook attempts">
      {none ? (
        <Text size="sm">No webhook event was attempted.</Text>
      ) : (
        <Stack gap={6}>
          {OUTCOMES.map(({ outcome, label, delivery }) => (
            <Group key={outcome} justify="space-between" wrap="nowrap">
              <Text size="sm">{label}</Text>
              <AnchorLink
                to="/$app/$environment/webhooks"
                params={place}
                search={{ delivery }}
                size="sm"
                aria-label={`${label}: ${countText(attempts[outcome])}. Show the events`}
              >
                {countText(attempts[outcome])}
              </AnchorLink>
            </Group>
          ))}
        </Stack>
      )}
      <Text size="sm" mt="xs">
        <AnchorLink to="/$app/$environment/webhooks" params={place} size="sm">
          {none ? 'The endpoint' : 'Events and their attempts'}
        </AnchorLink>
      </Text>
    </Section>
  );
}
