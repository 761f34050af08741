import { Button, Group, Popover, SegmentedControl, Stack, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { type FormEvent, useState } from 'react';
import { RANGES } from '../../api/statistics';
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
  const [opened, { toggle, close }] = useDisclosure();
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
      <Popover opened={opened} onClose={close} position="bottom-end" trapFocus withinPortal={false}>
        <Popover.Target>
          <Button size="xs" variant={isOwn ? 'filled' : 'default'} aria-expanded={opened} onClick={toggle}>
            From – to
          </Button>
        </Popover.Target>
        <Popover.Dropdown>
          <OwnRange
            search={search}
            change={(next) => {
              close();
              change(next);
            }}
          />
        </Popover.Dropdown>
      </Popover>
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
