import { Checkbox, PasswordInput, Stack, Textarea, TextInput } from '@mantine/core';
import type { ProviderSetting } from './queries';

interface SettingFieldProps {
  setting: ProviderSetting;
  value: string;
  set: (value: string) => void;
  error: string | undefined;
  /** False: the integration is new. */
  stored: false | { removed: boolean; remove: (setting: string, isRemoved: boolean) => void };
}

/** Settings that are the text of a file. An input of one line would join its lines. */
const FILES = ['service_account', 'private_key'];

/** One setting of a provider, as the API describes it. */
export function SettingField({ setting, value, set, error, stored }: SettingFieldProps) {
  const { name, description, secret, required } = setting;
  const isKept = secret && stored !== false;
  const words = isKept
    ? `${description} It is not shown. An empty field leaves the stored value.`
    : description;
  const common = {
    label: name,
    description: words,
    required: required && !isKept,
    value,
    error,
    onChange: (event: { currentTarget: { value: string } }) => set(event.currentTarget.value),
    spellCheck: false,
  };
  return (
    <Stack gap={6}>
      {FILES.includes(name) ? (
        <Textarea {...common} autosize minRows={2} maxRows={8} autoComplete="off" />
      ) : secret ? (
        <PasswordInput {...common} autoComplete="new-password" />
      ) : (
        <TextInput {...common} autoComplete="off" />
      )}
      {isKept && !required && value === '' && (
        <Checkbox
          size="xs"
          label={`Remove the stored value of ${name}`}
          checked={stored.removed}
          onChange={(event) => stored.remove(name, event.currentTarget.checked)}
        />
      )}
    </Stack>
  );
}
