import { Select, Text } from '@mantine/core';
import { Code } from '../code/code';
import type { EventDetails } from '../query';
import { objectIn } from './sample';

interface JsonPartProps {
  label: string;
  text: string;
  change: (text: string) => void;
}

/** An editor of a JSON object that says what is wrong with its text. */
export function JsonPart({ label, text, change }: JsonPartProps) {
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

/** Takes the payload of an example of the event. Nothing if it has none. */
export const ExampleChoice = ({
  event: { examples },
  choose,
}: {
  event: Pick<EventDetails, 'examples'>;
  choose: (payload: string) => void;
}) =>
  examples.length > 0 && (
    <Select
      label="Use the payload of an example"
      size="xs"
      maw={260}
      placeholder="Example of the event"
      data={examples.map(({ name }) => name)}
      value={null}
      onChange={(name) => {
        const example = examples.find((one) => one.name === name);
        if (example) choose(JSON.stringify(example.payload, null, 2));
      }}
    />
  );
