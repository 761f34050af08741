import { Button, Group, Stack, Text } from '@mantine/core';
import type { FormEvent } from 'react';
import { api } from '../../api/client';
import { expecting } from '../../api/expecting';
import { applicationsQuery } from '../../api/applications';
import type { Application } from '../../api/types';
import { BrandFields } from '../../parts/brand-fields';
import { Problem } from '../../parts/problem';
import { useChange } from '../../parts/use-change';
import { changesIn, draftOf } from './draft';
import { Section } from '../../parts/section';
import { LimitFields, NoticeFields, SandboxFields } from './settings-fields';
import { useSettingsDraft } from './use-settings-draft';

/** The settings of an application, to change. Only what was changed is saved. */
export function SettingsForm({ application }: { application: Application }) {
  const { name } = application;
  const { read, draft, set, reset, saving } = useSettingsDraft(application, draftOf);
  const changes = changesIn(read, draft);
  const isChanged = Object.keys(changes).length > 0;
  const save = useChange({
    run: () =>
      saving(() => api.patch('/admin/v1/applications/{app}', { app: name, body: expecting(read, changes) })),
    says: 'The settings are saved.',
    refresh: [applicationsQuery.queryKey],
    showsError: true,
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (isChanged) save.mutate(undefined, { onSuccess: reset });
  };
  return (
    <form onSubmit={submit} aria-label={`Settings of ${name}`}>
      <Stack>
        <Section title="Limits">
          <LimitFields draft={draft} set={set} />
        </Section>
        <Section title="Notices">
          <NoticeFields draft={draft} set={set} />
        </Section>
        <Section title="Sandbox">
          <SandboxFields draft={draft} set={set} />
        </Section>
        <Section title="Brand">
          <BrandFields draft={draft.brand} set={(part) => set({ brand: { ...draft.brand, ...part } })} />
        </Section>
        {save.isError && <Problem error={save.error} />}
        <Group>
          <Button type="submit" loading={save.isPending} disabled={!isChanged}>
            Save the settings
          </Button>
          {isChanged && (
            <Button variant="default" onClick={reset}>
              Undo the changes
            </Button>
          )}
          <Text size="sm" c="var(--dimmed-text)" role="status">
            {isChanged ? 'There are changes that are not saved.' : 'All is saved.'}
          </Text>
        </Group>
      </Stack>
    </form>
  );
}
