import { Button, Combobox, useCombobox } from '@mantine/core';
import { ChevronsUpDown } from 'lucide-react';
import { lazy, Suspense, useEffect, useState } from 'react';
import { useMay } from '../api/session';
import { NamedModal } from '../parts/named-modal';
import { Outside } from '../parts/outside';

const ApplicationForm = lazy(async () => ({
  default: (await import('../pages/applications/application-form')).ApplicationForm,
}));

/** Value of the option that makes an application. No name has a space. */
const CREATE = 'create an application';

interface ApplicationChoiceProps {
  app: string;
  names: readonly string[];
  go: (app: string) => void;
}

/** Shows the application, and finds another one by any part of its name. */
export function ApplicationChoice({ app, names, go }: ApplicationChoiceProps) {
  const mayCreate = useMay('editor');
  const [search, setSearch] = useState('');
  const [toCreate, setToCreate] = useState<string | null>(null);
  const list = useCombobox({
    onDropdownClose: () => {
      list.resetSelectedOption();
      list.focusTarget();
      setSearch('');
    },
    onDropdownOpen: () => list.focusSearchInput(),
  });
  const wanted = search.trim();
  const found = names.filter((name) => name.toLowerCase().includes(wanted.toLowerCase()));
  const { selectFirstOption } = list;
  // Enter takes the first that is found.
  useEffect(() => {
    if (wanted !== '') selectFirstOption();
  }, [wanted, selectFirstOption]);
  const choose = (value: string): void => {
    list.closeDropdown();
    if (value === CREATE) setToCreate(wanted);
    else go(value);
  };
  return (
    <>
      <Combobox
        store={list}
        width={280}
        position="bottom-start"
        onOptionSubmit={choose}
        shadow="md"
        withinPortal
      >
        <Combobox.Target targetType="button">
          <Button
            aria-label={`Application ${app}`}
            size="xs"
            variant="default"
            w={{ base: 104, sm: 160 }}
            px="xs"
            justify="space-between"
            fw={500}
            rightSection={<ChevronsUpDown size={14} aria-hidden />}
            styles={{ label: { minWidth: 0 } }}
            onClick={() => list.toggleDropdown()}
          >
            <Outside cut>{app}</Outside>
          </Button>
        </Combobox.Target>
        <Combobox.Dropdown>
          <Combobox.Search
            aria-label="Find an application"
            placeholder="A part of its name"
            value={search}
            onChange={(event) => setSearch(event.currentTarget.value)}
          />
          <Combobox.Options aria-label="Applications" mah={320} style={{ overflowY: 'auto' }}>
            {found.map((name) => (
              <Combobox.Option
                key={name}
                value={name}
                active={name === app}
                fw={name === app ? 600 : undefined}
                style={{ overflowWrap: 'anywhere' }}
              >
                <Outside>{name}</Outside>
              </Combobox.Option>
            ))}
            {found.length === 0 && (
              <Combobox.Empty role="status" style={{ overflowWrap: 'anywhere' }}>
                No application has “<Outside>{wanted}</Outside>” in its name.
              </Combobox.Empty>
            )}
            {mayCreate && (
              <Combobox.Option value={CREATE} style={{ overflowWrap: 'anywhere' }}>
                {wanted === '' || found.length > 0 ? (
                  'Create an application'
                ) : (
                  <>
                    Create “<Outside>{wanted}</Outside>”
                  </>
                )}
              </Combobox.Option>
            )}
          </Combobox.Options>
        </Combobox.Dropdown>
      </Combobox>
      <NamedModal opened={toCreate !== null} onClose={() => setToCreate(null)} title="Create an application">
        <Suspense>
          <ApplicationForm
            name={toCreate ?? ''}
            leave={{ label: 'Close', go: () => setToCreate(null) }}
            done={(name) => {
              setToCreate(null);
              go(name);
            }}
          />
        </Suspense>
      </NamedModal>
    </>
  );
}
