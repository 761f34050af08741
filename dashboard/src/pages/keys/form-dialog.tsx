import { Button, Group, Modal, Stack } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { type FormEvent, type ReactNode, useState } from 'react';
import { Problem } from '../../parts/problem';

interface FormDialogProps {
  /** Label of the button that opens the form. */
  label: string;
  /** What the form is about, for screen readers. It tells equal buttons of a table apart. */
  about?: string;
  title: string;
  /** Label of the button that submits the form. */
  action: string;
  /** Submits. The form stays open with the error if it fails. */
  act: () => Promise<unknown>;
  /** Sets the fields to what they begin with. */
  reset: () => void;
  children: ReactNode;
}

/** A button that opens a form. */
export function FormDialog({ label, about, title, action, act, reset, children }: FormDialogProps) {
  const [opened, { open, close }] = useDisclosure();
  const [state, setState] = useState<{ busy: boolean; error?: unknown }>({ busy: false });
  const start = (): void => {
    setState({ busy: false });
    reset();
    open();
  };
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    setState({ busy: true });
    try {
      await act();
      close();
    } catch (error) {
      setState({ busy: false, error });
    }
  };
  return (
    <>
      <Button
        size="xs"
        variant="default"
        aria-label={about === undefined ? undefined : `${label} ${about}`}
        onClick={start}
      >
        {label}
      </Button>
      <Modal opened={opened} onClose={close} title={title}>
        <form onSubmit={(event) => void submit(event)}>
          <Stack>
            {children}
            {state.error !== undefined && <Problem error={state.error} />}
            <Group justify="flex-end">
              <Button variant="default" onClick={close}>
                Close
              </Button>
              <Button type="submit" loading={state.busy}>
                {action}
              </Button>
            </Group>
          </Stack>
        </form>
      </Modal>
    </>
  );
}
