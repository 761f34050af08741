import { Autocomplete, Button, Group, Select, TagsInput, TextInput } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { CHANNELS, labelOf } from '../../api/channels';
import { usePlace } from '../../layout/place';
import { textOf } from '../../parts/field';
import { topicsQuery } from '../topics/queries';
import { COMPARISONS, type Row } from './draft';
import { FIELDS } from './fields';

const KINDS = [
  { value: 'value', label: 'A field or metadata' },
  { value: 'channel', label: 'An address' },
  { value: 'topic', label: 'A topic' },
];
const CHOICES = CHANNELS.map((value) => ({ value, label: labelOf(value) }));
const DATES = new Set(['since', 'before']);

interface RowProps {
  row: Row;
  /** Place in the list, for the names of its fields. */
  number: number;
  set: (row: Row) => void;
  remove: (() => void) | null;
}

/** The fields of one condition. */
export function ConditionRow({ row, number, set, remove }: RowProps) {
  const change = (part: Partial<Row>): void => set({ ...row, ...part });
  return (
    <Group align="flex-end" gap="xs" role="group" aria-label={`Condition ${number}`}>
      <Select
        label="What"
        w={195}
        allowDeselect={false}
        data={KINDS}
        value={row.kind}
        onChange={(kind) => kind !== null && change({ kind: kind as Row['kind'] })}
      />
      {row.kind === 'value' && <ValueFields row={row} change={change} />}
      {row.kind === 'channel' && (
        <Select
          label="Channel"
          style={{ flex: '1 1 140px' }}
          allowDeselect={false}
          data={CHOICES}
          value={row.channel}
          onChange={(next) => {
            const channel = CHANNELS.find((one) => one === next);
            if (channel) change({ channel });
          }}
        />
      )}
      {row.kind === 'topic' && <TopicField row={row} change={change} />}
      {row.kind !== 'value' && (
        <Exists
          row={row}
          change={change}
          words={row.kind === 'channel' ? ['has one', 'has none'] : ['is in it', 'is not in it']}
        />
      )}
      {remove && (
        <Button variant="default" aria-label={`Remove the condition ${number}`} onClick={remove}>
          Remove
        </Button>
      )}
    </Group>
  );
}

interface PartProps {
  row: Row;
  change: (part: Partial<Row>) => void;
}

function ValueFields({ row, change }: PartProps) {
  const { path, comparison, texts } = row;
  return (
    <>
      <Autocomplete
        label="Field"
        required
        style={{ flex: '2 1 200px' }}
        data={FIELDS}
        value={path}
        onChange={(next) => change({ path: next })}
      />
      <Select
        label="Comparison"
        w={170}
        allowDeselect={false}
        data={[...COMPARISONS]}
        value={comparison}
        onChange={(next) => {
          const chosen = COMPARISONS.find(({ value }) => value === next)?.value;
          if (chosen)
            change({ comparison: chosen, texts: chosen === 'in' ? texts.filter(Boolean) : [texts[0] ?? ''] });
        }}
      />
      {comparison === 'exists' && <Exists row={row} change={change} words={['yes', 'no']} />}
      {comparison === 'in' && (
        <TagsInput
          label="Values"
          placeholder="Enter adds a value"
          style={{ flex: '1 1 160px' }}
          value={texts}
          onChange={(next) => change({ texts: next })}
        />
      )}
      {comparison !== 'exists' && comparison !== 'in' && (
        <TextInput
          label={DATES.has(comparison) ? 'Date' : 'Value'}
          placeholder={DATES.has(comparison) ? '2026-03-01' : undefined}
          dir="auto"
          style={{ flex: '1 1 140px' }}
          {...textOf(texts[0] ?? '', (text) => change({ texts: [text] }))}
        />
      )}
    </>
  );
}

function TopicField({ row: { topic }, change }: PartProps) {
  const { data } = useInfiniteQuery(topicsQuery(usePlace()));
  const topics = data?.pages.flatMap((page) => page.topics.map((one) => one.topic)) ?? [];
  return (
    <Autocomplete
      label="Topic"
      required
      style={{ flex: '1 1 160px' }}
      data={topics}
      value={topic}
      onChange={(next) => change({ topic: next })}
    />
  );
}

const Exists = ({ row: { exists }, change, words: [yes, no] }: PartProps & { words: [string, string] }) => (
  <Select
    label="Whether"
    w={130}
    allowDeselect={false}
    data={[
      { value: 'true', label: yes },
      { value: 'false', label: no },
    ]}
    value={String(exists)}
    onChange={(next) => change({ exists: next === 'true' })}
  />
);
