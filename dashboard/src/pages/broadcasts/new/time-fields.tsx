import { NumberInput, SegmentedControl, SimpleGrid, Stack, TextInput } from '@mantine/core';
import { textOf } from '../../../parts/field';
import type { Draft } from './draft';
import type { FieldsProps } from './message-fields';

const WHEN: { value: Draft['when']; label: string }[] = [
  { value: 'now', label: 'Now' },
  { value: 'time', label: 'At a time' },
  { value: 'local', label: 'At a time of day for each' },
];
const MOST_PER_SECOND = 10_000;

/** When it is sent, and how fast. */
export const TimeFields = ({ draft, set }: FieldsProps) => (
  <Stack gap="sm" align="flex-start">
    <SegmentedControl
      aria-label="When"
      size="xs"
      data={WHEN}
      value={draft.when}
      onChange={(when) => set({ when })}
    />
    <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="sm" w="100%">
      {draft.when === 'time' && (
        <TextInput
          type="datetime-local"
          label="Begins"
          description="In your time zone, up to 30 days ahead"
          required
          {...textOf(draft.at, (at) => set({ at }))}
        />
      )}
      {draft.when === 'local' && (
        <TextInput
          type="time"
          label="Time of day"
          description="In the time zone of each recipient. UTC if it is unknown"
          required
          {...textOf(draft.local, (local) => set({ local }))}
        />
      )}
      <NumberInput
        label="Pace"
        description="Maximum recipients a second. Empty: as fast as providers allow"
        min={1}
        max={MOST_PER_SECOND}
        allowDecimal={false}
        value={draft.perSecond}
        onChange={(perSecond) => set({ perSecond })}
      />
    </SimpleGrid>
  </Stack>
);
