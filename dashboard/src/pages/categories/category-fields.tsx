import { Checkbox, Group, NumberInput, Stack, Switch, TextInput } from '@mantine/core';
import { CHANNELS, labelOf } from '../../api/channels';
import { checkOf, textOf } from '../../parts/field';
import type { Draft } from './draft';
import { LabelFields } from './label-fields';

interface FieldsProps {
  draft: Draft;
  set: (part: Partial<Draft>) => void;
  isNew: boolean;
}

/** The fields of a category. */
export const CategoryFields = ({ draft, set, isNew }: FieldsProps) => (
  <Stack>
    {isNew && (
      <TextInput
        label="Id"
        description="Events name it. Lower-case letters, digits, dashes and underscores"
        required
        maxLength={40}
        {...textOf(draft.name, (name) => set({ name }))}
      />
    )}
    <LabelFields labels={draft.labels} set={(labels) => set({ labels })} />
    <Switch
      label="Required"
      description="Nobody can switch it off. For messages such as security notices"
      {...checkOf(draft.required, (required) => set({ required, ...(required && { bulk: false }) }))}
    />
    <Switch
      label="Bulk"
      description="Newsletters and offers, from which people must be able to unsubscribe with one click"
      disabled={draft.required}
      {...checkOf(draft.bulk, (bulk) => set({ bulk }))}
    />
    {!draft.required && (
      <Checkbox.Group
        label="On for contacts who have not chosen"
        description="Over these channels. They can switch off each of them, and switch on the others"
        value={draft.on}
        onChange={(on) => set({ on })}
      >
        <Group mt="xs">
          {CHANNELS.map((channel) => (
            <Checkbox key={channel} value={channel} label={labelOf(channel)} />
          ))}
        </Group>
      </Checkbox.Group>
    )}
    <NumberInput
      label="Position"
      description="Place in lists, the lowest first"
      w={200}
      min={0}
      max={1000}
      allowDecimal={false}
      value={draft.position}
      onChange={(position) => set({ position })}
    />
  </Stack>
);
