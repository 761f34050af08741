import { Fieldset, NumberInput, SimpleGrid, Stack, Switch, TextInput } from '@mantine/core';
import { applicationsQuery } from '../../../api/applications';
import { api } from '../../../api/client';
import { expecting } from '../../../api/expecting';
import type { Application } from '../../../api/types';
import { checkOf, textOf } from '../../../parts/field';
import { FormDialog } from '../../../parts/form-dialog';
import { useSettingsDraft } from '../use-settings-draft';
import { changesIn, draftOf } from './draft';

const COLUMNS = { base: 1, sm: 2 };

/** A button that opens the form of what stops SMS pumping. */
export function EditSms({ application }: { application: Application }) {
  const { read, draft, set, reset, saving } = useSettingsDraft(application, draftOf);
  const changes = changesIn(read, draft);
  const watches = draft.isGuarded || draft.address !== '' || draft.prefix !== '';
  return (
    <FormDialog
      label="Change"
      about="what stops SMS pumping"
      title="SMS pumping"
      size="lg"
      action="Save"
      submitter={{ disabled: Object.keys(changes).length === 0 }}
      reset={reset}
      change={{
        run: () =>
          saving(() =>
            api.patch('/admin/v1/applications/{app}', {
              app: application.name,
              body: expecting(read, changes),
            }),
          ),
        says: 'It counts from now on.',
        refresh: [applicationsQuery.queryKey],
      }}
    >
      <TextInput
        label="Countries that SMS may go to"
        description="Such as DE, AT. Empty: all. SMS to others are skipped"
        maxLength={1500}
        {...textOf(draft.countries, (countries) => set({ countries }))}
      />
      <TextInput
        label="Events that send codes"
        description="Names with commas. What follows is about their SMS only"
        required={watches}
        {...textOf(draft.events, (events) => set({ events }))}
      />
      <SimpleGrid cols={COLUMNS}>
        <NumberInput
          label="SMS to a number in ten minutes"
          description="Further ones are skipped. Empty: no limit"
          {...{ min: 1, max: 100, allowDecimal: false }}
          value={draft.address}
          onChange={(address) => set({ address })}
        />
        <NumberInput
          label="SMS to a prefix in ten minutes"
          description="To numbers that differ in their last four digits. Empty: no limit"
          {...{ min: 1, max: 1000, allowDecimal: false }}
          value={draft.prefix}
          onChange={(prefix) => set({ prefix })}
        />
      </SimpleGrid>
      <Fieldset legend="The guard">
        <Stack>
          <Switch
            label="Hold calling codes whose recipients use no codes"
            description="Your service has to report each code that is used (followed). Otherwise all your SMS are taken for pumping."
            {...checkOf(draft.isGuarded, (isGuarded) => set({ isGuarded }))}
          />
          {draft.isGuarded && (
            <SimpleGrid cols={{ base: 1, sm: 3 }}>
              <NumberInput
                label="Share without a follow-up"
                description="Percent. Above it, SMS are held"
                required
                {...{ min: 1, max: 99, suffix: ' %', decimalScale: 2 }}
                value={draft.share}
                onChange={(share) => set({ share })}
              />
              <NumberInput
                label="Of at least"
                description="SMS in ten minutes"
                required
                {...{ min: 1, max: 10_000, allowDecimal: false, thousandSeparator: ',' }}
                value={draft.atLeast}
                onChange={(atLeast) => set({ atLeast })}
              />
              <NumberInput
                label="Minutes of a hold"
                description="Or until it is resumed"
                required
                {...{ min: 1, max: 1440, allowDecimal: false }}
                value={draft.holdMinutes}
                onChange={(holdMinutes) => set({ holdMinutes })}
              />
            </SimpleGrid>
          )}
        </Stack>
      </Fieldset>
    </FormDialog>
  );
}
