import { TextInput } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { textOf } from './field';
import { FormDialog } from './form-dialog';
import type { Change } from './use-change';

interface ConfirmProps<Answer> {
  /** Label of the button that asks, and of the one that does it, such as "Remove". */
  label: string;
  title: string;
  /** What will happen, and whether it can be undone. */
  children: ReactNode;
  change: Omit<Change<undefined, Answer>, 'showsError'>;
  /** What has to be typed before it can be done. Only for what cannot be undone. */
  type?: string;
}

/** A button that asks before it does something that costs something. */
export function Confirm<Answer>({ label, title, children, change, type }: ConfirmProps<Answer>) {
  const [typed, setTyped] = useState('');
  return (
    <FormDialog
      {...{ label, title, change, action: label, leave: 'Keep it' }}
      button={{ variant: 'light', color: 'red' }}
      submitter={{ color: 'red', disabled: type !== undefined && typed !== type }}
      reset={() => setTyped('')}
    >
      <div>{children}</div>
      {type !== undefined && (
        <TextInput label={`Type "${type}" to confirm`} {...textOf(typed, setTyped)} data-autofocus />
      )}
    </FormDialog>
  );
}
