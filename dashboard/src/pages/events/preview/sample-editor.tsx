import { Button, Group, Select, Stack, Text } from '@mantine/core';
import { Code } from '../code/code';
import type { EventDetails } from '../query';
import { objectIn, type Sample } from './sample';

interface SampleEditorProps {
  event: EventDetails;
  sample: Sample;
  change: (next: Partial<Sample>) => void;
  reset: () => void;
}

/** The payload and the contact that previews and test sends use. */
export function SampleEditor({ event: { examples }, sample, change, reset }: SampleEditorProps) {
  return (
    <Stack gap="sm">
      <Text size="xs" c="var(--dimmed-text)">
        This browser remembers both. Do not write real personal data.
      </Text>
      {examples.length > 0 && (
        <Select
          label="Use the payload of an example"
          size="xs"
          maw={260}
          placeholder="Example of the event"
          data={examples.map(({ name }) => name)}
          value={null}
          onChange={(name) => {
            const example = examples.find((one) => one.name === name);
            if (example) change({ payload: JSON.stringify(example.payload, null, 2) });
          }}
        />
      )}
      <Part label="Sample payload" text={sample.payload} change={(payload) => change({ payload })} />
      <Part label="Sample contact" text={sample.contact} change={(contact) => change({ contact })} />
      <Group>
        <Button size="xs" variant="default" onClick={reset}>
          Reset the sample
        </Button>
      </Group>
    </Stack>
  );
}

interface PartProps {
  label: string;
  text: string;
  change: (text: string) => void;
}

function Part({ label, text, change }: PartProps) {
  const read = objectIn(text);
  return (
    <div>
      <Text size="sm" fw={500} mb={4}>
        {label}
      </Text>
      <Code label={`${label}, JSON`} language="json" value={text} onChange={change} maxHeight="14rem" />
      {'problem' in read && (
        <Text size="sm" c="var(--mantine-color-error)" role="alert" mt={4}>
          {read.problem}
        </Text>
      )}
    </div>
  );
}
