import { Alert, Button, Select, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { WEBHOOK_EVENT_TYPES } from '../../../../core/webhooks/event';
import { api } from '../../api/client';
import { usePlace } from '../../layout/place';
import { Dialog } from '../../parts/dialog';
import { Problem } from '../../parts/problem';
import { useChange } from '../../parts/use-change';
import { Attempts } from './attempts';
import { endpointQuery, type EventDetails, eventsKey, type EventType } from './queries';

/** The button that sends a test event, and shows what the endpoint answered. */
export const TestEvent = () => (
  <Dialog label="Send a test event" title="Send a test event" size="lg">
    {() => <TestForm />}
  </Dialog>
);

function TestForm() {
  const place = usePlace();
  const [type, setType] = useState<EventType>('delivery.sent');
  const test = useChange({
    run: () =>
      api.post('/admin/v1/applications/{app}/webhooks/{environment}/test', { ...place, body: { type } }),
    refresh: [eventsKey(place), endpointQuery(place).queryKey],
    showsError: true,
  });
  return (
    <Stack>
      <Text size="sm">
        The event has made-up ids, and nobody gets a message. The service tries it once, even if the endpoint
        is off. The answer may take 13 seconds.
      </Text>
      <Select
        label="Event type"
        allowDeselect={false}
        data={WEBHOOK_EVENT_TYPES}
        value={type}
        onChange={(chosen) => setType(WEBHOOK_EVENT_TYPES.find((each) => each === chosen) ?? type)}
      />
      {test.error && <Problem error={test.error} />}
      <Button loading={test.isPending} onClick={() => test.mutate(undefined)}>
        Send the test event
      </Button>
      {test.data && !test.isPending && <Outcome event={test.data.event} />}
    </Stack>
  );
}

const OUTCOMES = {
  delivered: { color: 'teal', title: 'It arrived' },
  pending: { color: 'gray', title: 'No answer is recorded yet. Look at the deliveries in a moment.' },
  failed: { color: 'red', title: 'It did not arrive' },
  dropped: { color: 'red', title: 'It was not sent' },
} as const;

function Outcome({ event }: { event: EventDetails }) {
  const { color, title } = OUTCOMES[event.status];
  return (
    <>
      <Alert color={color} variant="light" title={title} role="status" />
      <Attempts attempts={event.attempts} />
    </>
  );
}
