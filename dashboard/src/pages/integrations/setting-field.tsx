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
    label: nameOf(name),
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
          label={`Remove the stored value of “${nameOf(name)}”`}
          checked={stored.removed}
          onChange={(event) => stored.remove(name, event.currentTarget.checked)}
        />
      )}
    </Stack>
  );
}

/** Words that a name has in capitals. */
const CAPITALS = /\b(api|aws|dkim|id|ip|iam|pem|sid|smtp|tls|url|vapid)\b/g;

/** Returns the name of a setting as people write it: "server_token" is "Server token". */
function nameOf(setting: string): string {
  const words = setting.replaceAll('_', ' ').replace(CAPITALS, (word) => word.toUpperCase());
  return words.charAt(0).toUpperCase() + words.slice(1);
}
