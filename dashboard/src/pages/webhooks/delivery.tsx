import { Button, Group, Stack, Text } from '@mantine/core';
import { useDisclosure, useId } from '@mantine/hooks';
import { Time } from '../../parts/time';
import { DeliveryDetails } from './delivery-details';
import { EventStatusBadge } from './event-status';
import type { EventLine } from './queries';

interface DeliveryProps {
  event: EventLine;
  mayRedeliver: boolean;
}

/** One event of the list. It opens its attempts. */
export function Delivery({ event, mayRedeliver }: DeliveryProps) {
  const [opened, { toggle }] = useDisclosure();
  const details = useId();
  const { id, type, test, status, created_at: at } = event;
  return (
    <li style={{ borderTop: '1px solid var(--mantine-color-default-border)', paddingBlock: 8 }}>
      <Group justify="space-between" gap="xs">
        <Stack gap={0} style={{ minWidth: 0, flex: '1 1 220px' }}>
          <Group gap="xs">
            <EventStatusBadge status={status} />
            <Text size="sm" fw={600}>
              {type}
              {test && ' (test)'}
            </Text>
            <Time at={at} />
          </Group>
          <Text size="sm" c="var(--dimmed-text)" style={{ overflowWrap: 'anywhere' }}>
            {summary(event)}
          </Text>
        </Stack>
        <Button
          size="xs"
          variant="default"
          aria-expanded={opened}
          aria-controls={details}
          aria-label={`${opened ? 'Hide' : 'Show'} attempts of ${type}, event ${id.slice(0, 8)}`}
          onClick={toggle}
        >
          {opened ? 'Hide attempts' : 'Show attempts'}
        </Button>
      </Group>
      <div id={details}>{opened && <DeliveryDetails id={id} mayRedeliver={mayRedeliver} />}</div>
    </li>
  );
}

function summary({
  attempt_count: count,
  last_attempt: last,
  redelivered_at: redelivered,
}: EventLine): string {
  if (!last) return 'No attempt yet.';
  const attempts = count === 1 ? '1 attempt' : `${count} attempts`;
  const answer = last.status === null ? 'no answer' : `status code ${last.status}`;
  const duration = last.duration_ms === null ? '' : ` after ${last.duration_ms} ms`;
  const error = last.error === null ? '' : ` ${last.error}`;
  const again = redelivered === null ? '' : ' It was redelivered.';
  return `${attempts}. The last: ${answer}${duration}.${error}${again}`;
}
