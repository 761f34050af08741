import { Alert, Checkbox, Group, Select, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { api } from '../../../api/client';
import type { Channel, NotificationDetails } from '../../../api/types';
import { usePlace } from '../../../layout/place';
import { checkOf, textOf } from '../../../parts/field';
import { Dialog } from '../../../parts/dialog';
import { Form } from '../../../parts/form';
import { NotificationLink } from '../../../parts/notification-link';
import { StatusBadge } from '../../../parts/status';
import { useChange } from '../../../parts/use-change';
import { objectIn, type Sample } from '../preview/sample';
import type { EventDetails } from '../query';

interface TestSendProps {
  event: EventDetails;
  isDirty: boolean;
  sample: Sample;
  change: (next: Partial<Sample>) => void;
}

/** A button that sends the saved event to one recipient, with the sample payload, as any send. */
export function TestSend({ event, isDirty, sample, change }: TestSendProps) {
  const place = usePlace();
  const isSandbox = place.environment === 'sandbox';
  const [channel, setChannel] = useState<Channel | null>(null);
  const [skipWaits, setSkipWaits] = useState(true);
  const send = useChange({
    run: () => {
      const payload = objectIn(sample.payload);
      if ('problem' in payload) throw new Error(`The sample payload cannot be sent. ${payload.problem}`);
      return api.post('/admin/v1/applications/{app}/events/{environment}/{name}/send', {
        ...place,
        name: event.name,
        body: {
          to: sample.to.trim(),
          payload: payload.value,
          ...(channel !== null && { channel }),
          ...(isSandbox && skipWaits && { skip_waits: true }),
        },
      });
    },
    refresh: [['notifications']],
    showsError: true,
  });
  return (
    <Dialog label="Send a test" title={`Send ${event.name} from ${place.environment}`}>
      {() => (
        <Form change={send} action="Send the test">
          <Text size="sm">
            {isSandbox
              ? 'Sandbox captures what it sends. Nobody gets it.'
              : 'Production really sends it. Use your own address.'}{' '}
            It has the sample payload.
            {isDirty && ' It is the saved file, without your changes.'}
          </Text>
          <TextInput
            label="Recipient"
            description="An e-mail address, a phone number or an external id"
            required
            maxLength={320}
            autoComplete="email"
            {...textOf(sample.to, (to) => change({ to }))}
            data-autofocus
          />
          <Select
            label="Channel"
            placeholder="As the event says"
            clearable
            clearButtonProps={{ 'aria-label': 'Clear the channel' }}
            data={event.channels}
            value={channel}
            onChange={(value) => setChannel(value)}
          />
          {isSandbox && (
            <Checkbox label="Skip the waits of its steps" {...checkOf(skipWaits, setSkipWaits)} />
          )}
          {send.data && <Sent notification={send.data.notification} />}
        </Form>
      )}
    </Dialog>
  );
}

function Sent({ notification: { id, status, messages } }: { notification: NotificationDetails }) {
  const failure = messages.find(({ status: of }) => of === 'failed')?.error;
  return (
    <Alert color={failure ? 'orange' : 'teal'} title="The notification is made" role="status">
      <Stack gap={6} align="flex-start">
        <Group gap="xs">
          <StatusBadge status={status} />
          <NotificationLink ff="monospace" id={id} style={{ overflowWrap: 'anywhere' }}>
            {id}
          </NotificationLink>
        </Group>
        {failure && (
          <Text size="sm" className="pre">
            {failure}
          </Text>
        )}
      </Stack>
    </Alert>
  );
}
