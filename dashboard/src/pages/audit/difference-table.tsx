import { Text } from '@mantine/core';
import { DataTable } from '../../parts/data-table';
import { Json } from '../../parts/json';
import { changedFields } from './difference';

interface DifferenceProps {
  before: Record<string, unknown> | null;
  after: Record<string, unknown> | null;
}

const TOP = { verticalAlign: 'top' } as const;

/** What a change changed, field by field. A thing that came or went has one column. */
export function Difference({ before, after }: DifferenceProps) {
  const fields = changedFields(before, after);
  if (fields.length === 0)
    return (
      <Text size="sm" c="var(--dimmed-text)">
        The record has no changed fields.
      </Text>
    );
  const [isNew, isGone] = [before === null, after === null];
  return (
    <DataTable
      label="Changed fields"
      layout="fixed"
      withTableBorder
      stacks
      styles={{ th: TOP, td: TOP }}
      rows={fields}
      keyOf={({ name }) => name}
      columns={[
        { head: 'Field', w: 150, isName: true, breaks: true, cell: ({ name }) => <b>{name}</b> },
        !isNew && {
          head: isGone ? 'Removed value' : 'Before',
          cell: (field) => <Value value={field.before} />,
        },
        !isGone && { head: isNew ? 'New value' : 'After', cell: (field) => <Value value={field.after} /> },
      ]}
    />
  );
}

function Value({ value }: { value: unknown }) {
  if (typeof value === 'object' && value !== null) return <Json value={value} />;
  return (
    <Text size="sm" className="pre">
      {wordsOf(value)}
    </Text>
  );
}

function wordsOf(value: unknown): string {
  if (value === undefined || value === null) return 'none';
  if (value === '') return 'empty';
  return typeof value === 'string' ? value : JSON.stringify(value);
}
