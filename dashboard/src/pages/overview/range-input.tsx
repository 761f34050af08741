import { Button, Group, SegmentedControl, Stack, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { RANGES } from '../../api/statistics';
import { Dialog } from '../../parts/dialog';
import { textOf } from '../../parts/field';
import { localOf, timeOf } from '../audit/local-time';
import { type OverviewSearch, rangeOf } from './search';

interface RangeInputProps {
  search: OverviewSearch;
  change: (search: OverviewSearch) => void;
}

/** Chooses the time that the page shows: one that ends now, or one from a begin to an end. */
export function RangeInput({ search, change }: RangeInputProps) {
  const range = rangeOf(search);
  const isOwn = typeof range === 'object';
  return (
    <Group gap="xs">
      <SegmentedControl
        size="xs"
        aria-label="Time that is shown"
        data={RANGES.map(({ value, label }) => ({ value, label }))}
        value={isOwn ? '' : range}
        onChange={(value) => change({ range: RANGES.find((one) => one.value === value)?.value })}
      />
      <Dialog label="From – to" title="Time that is shown" button={{ variant: isOwn ? 'filled' : 'default' }}>
        {(close) => (
          <OwnRange
            search={search}
            change={(next) => {
              close();
              change(next);
            }}
          />
        )}
      </Dialog>
    </Group>
  );
}

function OwnRange({ search, change }: RangeInputProps) {
  const [from, setFrom] = useState(localOf(search.from));
  const [to, setTo] = useState(localOf(search.to));
  const isBackwards = from !== '' && to !== '' && from >= to;
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (!isBackwards) change({ from: timeOf(from), to: timeOf(to) });
  };
  return (
    <form onSubmit={submit}>
      <Stack gap="xs">
        <TextInput label="From" type="datetime-local" required {...textOf(from, setFrom)} />
        <TextInput
          label="To"
          type="datetime-local"
          required
          error={isBackwards ? 'The end must be after the begin.' : undefined}
          {...textOf(to, setTo)}
        />
        <Button type="submit" size="xs">
          Show
        </Button>
      </Stack>
    </form>
  );
}
