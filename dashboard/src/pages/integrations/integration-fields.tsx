import { Checkbox, NumberInput, Stack, TextInput } from '@mantine/core';
import { checkOf, textOf } from '../../parts/field';
import { fieldError } from '../../parts/field-error';
import type { Provider } from './queries';
import { SettingField } from './setting-field';
import type { FormValues } from './values';
import { WarmUpFields } from './warm-up';

interface IntegrationFieldsProps {
  provider: Provider;
  values: FormValues;
  set: (values: FormValues) => void;
  error: unknown;
  /** Whether the integration exists, so that its secrets are stored. */
  isStored: boolean;
  /** Whether its channel has warm-ups. */
  mayWarmUp: boolean;
}

/** The fields of an integration: its name, its rate and the settings of its provider. */
export function IntegrationFields({
  provider,
  values,
  set,
  error,
  isStored,
  mayWarmUp,
}: IntegrationFieldsProps) {
  const { name, perSecond, settings, removed, check } = values;
  const setRemoved = (setting: string, isRemoved: boolean): void =>
    set({
      ...values,
      removed: isRemoved ? [...removed, setting] : removed.filter((other) => other !== setting),
    });
  return (
    <Stack>
      <TextInput
        label="Name"
        description={isStored ? undefined : `If it is empty: ${provider.name}`}
        maxLength={64}
        required={isStored}
        {...textOf(name, (typed) => set({ ...values, name: typed }))}
        error={fieldError(error, 'name')}
      />
      <NumberInput
        label="Messages per second"
        description="If it is empty, there is no limit"
        min={0}
        max={10_000}
        decimalScale={3}
        value={perSecond}
        error={fieldError(error, 'per_second')}
        onChange={(value) => set({ ...values, perSecond: value })}
      />
      {mayWarmUp && <WarmUpFields values={values} set={set} error={error} />}
      {provider.settings.map((setting) => (
        <SettingField
          key={setting.name}
          setting={setting}
          value={settings[setting.name] ?? ''}
          set={(value) => set({ ...values, settings: { ...settings, [setting.name]: value } })}
          error={fieldError(error, `settings.${setting.name}`)}
          stored={isStored && { removed: removed.includes(setting.name), remove: setRemoved }}
        />
      ))}
      <Checkbox
        label="Try the credentials before they are stored"
        description="If the provider refuses them, nothing is stored."
        {...checkOf(check, (check) => set({ ...values, check }))}
      />
    </Stack>
  );
}
