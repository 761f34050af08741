import { Select, Text, TextInput } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { usePlace } from '../../../layout/place';
import { textOf } from '../../../parts/field';
import { FormDialog } from '../../../parts/form-dialog';
import { pushFiles, refreshedByPush } from '../push';
import { STARTERS, starterFile } from './starters';

const NAME = /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/;
const NAME_RULE = 'Begin with a letter or digit. Use up to 64 letters, digits, ".", "_" or "-".';

/** A button that creates an event from a starting file, and opens it. */
export function NewEvent({ names }: { names: readonly string[] }) {
  const place = usePlace();
  const navigate = useNavigate();
  const [name, setName] = useState('');
  const [starter, setStarter] = useState('email');
  const exists = names.includes(name);
  const isWrong = name !== '' && !NAME.test(name);
  const error = exists ? `There is an event ${name}. Choose another name.` : isWrong ? NAME_RULE : undefined;
  return (
    <FormDialog
      label="New event"
      title="New event"
      button={{ variant: 'filled', leftSection: <Plus size={14} aria-hidden /> }}
      action="Create the event"
      submitter={{ disabled: error !== undefined }}
      change={{
        run: async () => {
          const content = await starterFile(name, starter);
          return pushFiles(place, [{ name: `${name}.yaml`, content }], { expected: { [name]: null } });
        },
        refresh: refreshedByPush(place),
        done: () => void navigate({ to: '/$app/$environment/events/$name', params: { ...place, name } }),
      }}
    >
      <TextInput
        label="Name"
        description="Your program writes it into the path of a send, such as order-shipped"
        required
        maxLength={64}
        autoComplete="off"
        spellCheck={false}
        {...textOf(name, setName)}
        error={error}
        data-autofocus
      />
      <Select
        label="Starting file"
        data={STARTERS.map(({ value, label }) => ({ value, label }))}
        value={starter}
        allowDeselect={false}
        onChange={(value) => setStarter(value ?? 'email')}
      />
      <Text size="sm" c="var(--dimmed-text)">
        The event is created in {place.environment}. Nothing is sent until your program sends it.
      </Text>
    </FormDialog>
  );
}
