import { Button, type ButtonProps, Group, Stack } from '@mantine/core';
import { type ReactNode, useEffect, useRef } from 'react';
import { FormProblem } from './form-problem';
import { useForgetTyped } from './typed';

export interface FormProps {
  /** What it does, whose error it shows. */
  change: { mutate: (input: undefined) => void; error: unknown; isPending: boolean };
  /** Submits it. Absent: makes the change. */
  submit?: () => void;
  /** Label of the button that submits it. */
  action: ReactNode;
  button?: ButtonProps & { 'data-autofocus'?: boolean };
  /** The button that leaves it. Absent: it has none. */
  leave?: { label: string; go: () => void };
  /** Fields that show their errors themselves. */
  fields?: readonly string[];
  label?: string;
  children: ReactNode;
}

/** A form, with the error of its last submit and the button that submits it. */
export function Form({ change, submit, action, button, leave, fields = [], label, children }: FormProps) {
  const form = useRef<HTMLFormElement>(null);
  useForgetTyped(change);
  // What is wrong may be outside of what is seen.
  useEffect(() => {
    if (change.error === null || change.error === undefined) return;
    const wrong =
      form.current?.querySelector<HTMLElement>('[aria-invalid="true"]') ??
      form.current?.querySelector<HTMLElement>('[data-form-problem]');
    wrong?.scrollIntoView({ block: 'nearest' });
    wrong?.focus();
  }, [change.error]);
  const submitter = (
    <Button type="submit" loading={change.isPending} {...button}>
      {action}
    </Button>
  );
  return (
    <form
      ref={form}
      aria-label={label}
      onSubmit={(event) => {
        event.preventDefault();
        if (submit) submit();
        else change.mutate(undefined);
      }}
    >
      <Stack>
        {children}
        <FormProblem error={change.error} fields={fields} />
        {leave ? (
          <Group justify="flex-end">
            <Button variant="default" onClick={leave.go}>
              {leave.label}
            </Button>
            {submitter}
          </Group>
        ) : (
          submitter
        )}
      </Stack>
    </form>
  );
}
