import { Button, Group, Stack, Text } from '@mantine/core';
import type { EventDetails } from '../query';
import { ExampleChoice, JsonPart } from './json-part';
import type { Sample } from './sample';

interface SampleEditorProps {
  event: EventDetails;
  sample: Sample;
  change: (next: Partial<Sample>) => void;
  reset: () => void;
}

/** The payload and the contact that previews and test sends use. */
export const SampleEditor = ({ event, sample, change, reset }: SampleEditorProps) => (
  <Stack gap="sm">
    <Text size="xs" c="var(--dimmed-text)">
      This browser remembers both. Do not write real personal data.
    </Text>
    <ExampleChoice event={event} choose={(payload) => change({ payload })} />
    <JsonPart label="Sample payload" text={sample.payload} change={(payload) => change({ payload })} />
    <JsonPart label="Sample contact" text={sample.contact} change={(contact) => change({ contact })} />
    <Group>
      <Button size="xs" variant="default" onClick={reset}>
        Reset the sample
      </Button>
    </Group>
  </Stack>
);
