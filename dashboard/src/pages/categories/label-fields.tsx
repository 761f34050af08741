import { Button, Fieldset, Group, Stack, TextInput } from '@mantine/core';
import { textOf } from '../../parts/field';
import { EMPTY_LABEL, type LabelDraft } from './draft';

interface LabelFieldsProps {
  labels: readonly LabelDraft[];
  set: (labels: LabelDraft[]) => void;
}

/** What a category is called, language by language. */
export function LabelFields({ labels, set }: LabelFieldsProps) {
  const change = (index: number, part: Partial<LabelDraft>): void =>
    set(labels.map((label, at) => (at === index ? { ...label, ...part } : label)));
  return (
    <Fieldset legend="What contacts read">
      <Stack>
        {labels.map((label, index) => (
          <Group key={index} align="flex-end" gap="xs">
            <TextInput
              label="Language"
              placeholder="en"
              required
              w={90}
              maxLength={35}
              {...textOf(label.language, (language) => change(index, { language }))}
            />
            <TextInput
              label="Name"
              required
              dir="auto"
              style={{ flex: '1 1 140px' }}
              maxLength={80}
              {...textOf(label.name, (name) => change(index, { name }))}
            />
            <TextInput
              label="Description"
              dir="auto"
              style={{ flex: '3 1 240px' }}
              maxLength={300}
              {...textOf(label.description, (description) => change(index, { description }))}
            />
            {labels.length > 1 && (
              <Button
                variant="default"
                aria-label={`Remove the language ${label.language}`}
                onClick={() => set(labels.filter((_, at) => at !== index))}
              >
                Remove
              </Button>
            )}
          </Group>
        ))}
        <Group>
          <Button size="xs" variant="default" onClick={() => set([...labels, EMPTY_LABEL])}>
            Add a language
          </Button>
        </Group>
      </Stack>
    </Fieldset>
  );
}
