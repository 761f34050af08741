import { Button, Group, TextInput } from '@mantine/core';
import { type FormEvent, useEffect, useState } from 'react';
import { useApplications } from '../../api/applications';
import { usePlace } from '../../layout/place';
import { textOf } from '../../parts/field';
import { localOf, timeOf } from './local-time';
import type { AuditSearch } from './search';

interface AuditFiltersProps {
  search: AuditSearch;
  change: (search: AuditSearch) => void;
}

/** The filters of the audit log. They are in the address, so a list can be shared. */
export function AuditFilters({ search, change }: AuditFiltersProps) {
  const { app } = usePlace();
  const { data } = useApplications();
  const [about, setAbout] = useState('');
  const [from, setFrom] = useState('');
  const [to, setTo] = useState('');
  useEffect(() => {
    setAbout(search.about ?? '');
    setFrom(localOf(search.from));
    setTo(localOf(search.to));
  }, [search]);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    change({ about: about.trim() || undefined, from: timeOf(from), to: timeOf(to) });
  };
  // Records of a finished change have the id, also if the request named the application by it.
  const applicationId = data?.applications.find(({ name }) => name === app)?.id;
  const isFiltered = Object.values(search).some((value) => value !== undefined);
  return (
    <form onSubmit={submit} role="search" aria-label="Filters">
      <Group gap="xs" mb="md" align="flex-end">
        <TextInput
          label="About"
          description="An application, a key, an operator or another id"
          maxLength={255}
          style={{ flex: '1 1 240px' }}
          maw={420}
          {...textOf(about, setAbout)}
        />
        <TextInput label="From" type="datetime-local" {...textOf(from, setFrom)} />
        <TextInput label="To" type="datetime-local" {...textOf(to, setTo)} />
        <Button type="submit">Filter</Button>
        {applicationId !== undefined && search.about !== applicationId && (
          <Button variant="default" onClick={() => change({ ...search, about: applicationId })}>
            Only this application
          </Button>
        )}
        {isFiltered && (
          <Button variant="subtle" onClick={() => change({})}>
            Clear all
          </Button>
        )}
      </Group>
    </form>
  );
}
