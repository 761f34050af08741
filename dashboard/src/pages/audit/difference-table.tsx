import { Table, Text } from '@mantine/core';
import { Json } from '../../parts/json';
import { changedFields } from './difference';

interface DifferenceProps {
  before: Record<string, unknown> | null;
  after: Record<string, unknown> | null;
}

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
    <Table.ScrollContainer
      minWidth={460}
      type="native"
      tabIndex={0}
      role="region"
      aria-label="Changed fields"
    >
      <Table aria-label="Changed fields" layout="fixed" withTableBorder>
        <Table.Thead>
          <Table.Tr>
            <Table.Th w={150}>Field</Table.Th>
            {!isNew && <Table.Th>{isGone ? 'Removed value' : 'Before'}</Table.Th>}
            {!isGone && <Table.Th>{isNew ? 'New value' : 'After'}</Table.Th>}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {fields.map(({ name, before: old, after: now }) => (
            <Table.Tr key={name}>
              <Table.Th scope="row" style={{ overflowWrap: 'anywhere', verticalAlign: 'top' }}>
                {name}
              </Table.Th>
              {!isNew && <Value value={old} />}
              {!isGone && <Value value={now} />}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}

function Value({ value }: { value: unknown }) {
  return (
    <Table.Td style={{ verticalAlign: 'top' }}>
      {typeof value === 'object' && value !== null ? (
        <Json value={value} />
      ) : (
        <Text size="sm" className="pre">
          {wordsOf(value)}
        </Text>
      )}
    </Table.Td>
  );
}

function wordsOf(value: unknown): string {
  if (value === undefined || value === null) return 'none';
  if (value === '') return 'empty';
  return typeof value === 'string' ? value : JSON.stringify(value);
}
