import { Button, Group, Select, TextInput } from '@mantine/core';
import { useDebouncedCallback, useMediaQuery } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { CHANNELS } from '../../api/channels';
import { api } from '../../api/client';
import { usePlace } from '../../layout/place';
import { CODES, codeOf, reasonOf } from './codes';
import { ProviderFilter } from './provider-filter';
import { type ActivitySearch, MESSAGE_STATUSES, STATUSES } from './search';

interface FiltersProps {
  search: ActivitySearch;
  change: (search: ActivitySearch) => void;
}

const SINCE = [
  { value: '1', label: 'Last hour' },
  { value: '24', label: 'Last 24 hours' },
  { value: '168', label: 'Last 7 days' },
];

/** A width in pixels, and on a phone half a line. */
const wide = (sm: number) => ({ base: 'calc(50% - 5px)', sm });

/** The filters of the list. They are in the address, so a list can be shared and goes back with the browser. */
export function Filters({ search, change }: FiltersProps) {
  const place = usePlace();
  // Two lines of filters leave room for the first rows.
  const isNarrow = useMediaQuery('(max-width: 48em)', undefined, { getInitialValueInEffect: false });
  const { data: events } = useQuery({
    queryKey: ['event-names', place],
    queryFn: () => api.get('/admin/v1/applications/{app}/events/{environment}', place),
  });
  const names = events?.events.map(({ name }) => name) ?? [];
  const set = (part: ActivitySearch): void => change({ ...search, ...part });
  const { status: _status, event: _event, ...others } = search;
  const [showsAll, setShowsAll] = useState(Object.values(others).some((value) => value !== undefined));
  const isFiltered = Object.values(search).some((value) => value !== undefined);
  return (
    <Group gap="xs" mb="sm" role="search" aria-label="Filters">
      <Select
        aria-label="Status"
        placeholder="Any status"
        clearable
        size="xs"
        w={wide(120)}
        data={[...STATUSES]}
        value={search.status ?? null}
        onChange={(status) => set({ status: STATUSES.find((each) => each === status) })}
      />
      <Select
        aria-label="Event"
        placeholder="Any event"
        clearable
        searchable
        size="xs"
        w={wide(140)}
        data={search.event !== undefined && !names.includes(search.event) ? [search.event, ...names] : names}
        value={search.event ?? null}
        onChange={(event) => set({ event: event ?? undefined })}
      />
      {(!isNarrow || showsAll) && (
        <>
          <Select
            aria-label="Channel"
            placeholder="Any channel"
            clearable
            size="xs"
            w={wide(120)}
            data={[...CHANNELS]}
            value={search.channel ?? null}
            onChange={(channel) => set({ channel: CHANNELS.find((each) => each === channel) })}
          />
          <Select
            aria-label="Message"
            placeholder="Any message"
            clearable
            size="xs"
            w={wide(130)}
            data={MESSAGE_STATUSES.map((value) => ({ value, label: `message ${value}` }))}
            value={search.message ?? null}
            onChange={(status) => set({ message: MESSAGE_STATUSES.find((each) => each === status) })}
          />
          <TextFilter
            label="Contact"
            value={search.contact}
            set={(contact) => set({ contact })}
            width={160}
          />
          <ProviderFilter value={search.provider} set={(provider) => set({ provider })} width={wide(150)} />
          <Select
            aria-label="Failure code"
            placeholder="Any failure"
            clearable
            searchable
            size="xs"
            w={wide(150)}
            comboboxProps={{ width: 320, position: 'bottom-start' }}
            data={CODES.map((code) => ({ value: code, label: `${reasonOf(code)} (${code})` }))}
            value={codeOf(search.code) ?? null}
            onChange={(code) => set({ code: code ?? undefined })}
          />
          {search.failing !== undefined && (
            <TextFilter
              label="Waits for"
              value={search.failing}
              set={(failing) => set({ failing })}
              width={160}
            />
          )}
          {search.broadcast !== undefined && (
            <TextFilter
              label="Broadcast"
              value={search.broadcast}
              set={(broadcast) => set({ broadcast })}
              width={160}
            />
          )}
          <Select
            aria-label="Time"
            placeholder={search.from === undefined ? 'Any time' : `Since ${search.from.slice(0, 16)}`}
            clearable
            size="xs"
            w={wide(130)}
            data={SINCE}
            value={null}
            onChange={(hours) =>
              set({
                from:
                  hours === null ? undefined : new Date(Date.now() - Number(hours) * 3_600_000).toISOString(),
                to: undefined,
              })
            }
          />
        </>
      )}
      {isNarrow && (
        <Button
          size="compact-xs"
          variant="subtle"
          aria-expanded={showsAll}
          onClick={() => setShowsAll(!showsAll)}
        >
          {showsAll ? 'Fewer filters' : 'More filters'}
        </Button>
      )}
      {isFiltered && (
        <Button size="compact-xs" variant="subtle" onClick={() => change({})}>
          Clear all
        </Button>
      )}
    </Group>
  );
}

interface TextFilterProps {
  label: string;
  value: string | undefined;
  set: (value: string | undefined) => void;
  width: number;
}

/** Sets a filter when the typing pauses. */
function TextFilter({ label, value = '', set, width }: TextFilterProps) {
  const [text, setText] = useState(value);
  useEffect(() => setText(value), [value]);
  const later = useDebouncedCallback((typed: string) => set(typed.trim() || undefined), 400);
  return (
    <TextInput
      aria-label={label}
      placeholder={label}
      size="xs"
      w={wide(width)}
      value={text}
      onChange={(event) => {
        setText(event.currentTarget.value);
        later(event.currentTarget.value);
      }}
    />
  );
}
