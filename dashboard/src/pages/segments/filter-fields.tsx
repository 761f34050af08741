import { Button, Group, SegmentedControl, Stack, Text, Textarea } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { problemText } from '../../api/problem';
import { usePlace } from '../../layout/place';
import { textOf } from '../../parts/field';
import { sizeText } from '../topics/words';
import { ConditionRow } from './condition-row';
import { type Draft, EMPTY_ROW, filterIn, isFilled, partsOf } from './draft';
import { countQuery, type SegmentFilter } from './queries';

/** Time after the last change until the contacts are counted, milliseconds. */
const QUIET_MS = 600;
const MOST_ROWS = 20;

interface FilterFieldsProps {
  draft: Draft;
  set: (part: Partial<Draft>) => void;
}

/** The conditions of a segment, with the number of contacts that they have now. */
export function FilterFields({ draft, set }: FilterFieldsProps) {
  const { rows, match, json } = draft;
  if (json !== null)
    return (
      <Stack gap="xs">
        <Textarea
          label="Filter"
          description="As JSON: conditions with value, channel or topic, joined with all and any"
          autosize
          minRows={6}
          maxRows={20}
          ff="monospace"
          {...textOf(json, (text) => set({ json: text }))}
        />
        <Group justify="space-between">
          <Count draft={draft} />
          <Button size="xs" variant="default" disabled={!hasRows(json)} onClick={() => set(partsIn(json))}>
            Edit in fields
          </Button>
        </Group>
      </Stack>
    );
  return (
    <Stack gap="sm">
      {rows.length > 1 && (
        <SegmentedControl
          size="xs"
          aria-label="How the conditions are joined"
          value={match}
          onChange={(next) => set({ match: next })}
          data={[
            { value: 'all', label: 'All conditions hold' },
            { value: 'any', label: 'At least one holds' },
          ]}
        />
      )}
      {rows.map((row, index) => (
        <ConditionRow
          key={index}
          number={index + 1}
          row={row}
          set={(next) => set({ rows: rows.map((one, at) => (at === index ? next : one)) })}
          remove={rows.length > 1 ? () => set({ rows: rows.filter((_, at) => at !== index) }) : null}
        />
      ))}
      <Group justify="space-between">
        <Group gap="xs">
          <Button
            size="xs"
            variant="default"
            disabled={rows.length >= MOST_ROWS}
            onClick={() => set({ rows: [...rows, EMPTY_ROW] })}
          >
            Add a condition
          </Button>
          <Button
            size="xs"
            variant="default"
            onClick={() => set({ json: JSON.stringify(filterIn(draft), null, 2) })}
          >
            Edit as JSON
          </Button>
        </Group>
        <Count draft={draft} />
      </Group>
    </Stack>
  );
}

/** Returns the filter that can be counted; null: something is not filled in. */
const read = (draft: Draft): SegmentFilter | null => {
  if (draft.json !== null) return parsed(draft.json);
  return draft.rows.every(isFilled) ? filterIn(draft) : null;
};
const parsed = (json: string): SegmentFilter | null => {
  try {
    const value: unknown = JSON.parse(json);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : null;
  } catch {
    return null;
  }
};
const partsIn = (json: string): Partial<Draft> => {
  const filter = parsed(json);
  return filter ? partsOf(filter) : {};
};
const hasRows = (json: string): boolean => partsIn(json).json === null;

/** How many contacts a filter has, while it is edited. */
function Count({ draft }: { draft: Draft }) {
  const place = usePlace();
  const [text] = useDebouncedValue(JSON.stringify(read(draft)), QUIET_MS);
  const filter = JSON.parse(text) as SegmentFilter | null;
  const { data, error, isPlaceholderData } = useQuery({
    ...countQuery(place, filter ?? {}),
    enabled: filter !== null,
  });
  return (
    <Text
      size="sm"
      role="status"
      style={{ overflowWrap: 'anywhere' }}
      c={error ? 'var(--dimmed-text)' : undefined}
    >
      {filter === null && draft.json !== null && 'This is not a JSON object.'}
      {filter !== null && error && problemText(error)}
      {filter !== null &&
        !error &&
        data &&
        !isPlaceholderData &&
        sizeText(data.contacts, data.contacts_exact)}
      {filter !== null && !error && (!data || isPlaceholderData) && 'Counting…'}
    </Text>
  );
}
