import { Button, Group, Modal, Stack, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { type ReactNode, useState } from 'react';
import { Problem } from './problem';

interface ConfirmProps {
  /** Label of the button that asks, and title of the question, such as "Remove". */
  label: string;
  title: string;
  /** What will happen, and whether it can be undone. */
  children: ReactNode;
  /** Does it. The question stays open with the error if it fails. */
  act: () => Promise<unknown>;
  /** What has to be typed before it can be done. Only for what cannot be undone. */
  type?: string;
  disabled?: boolean;
}

/** A button that asks before it does something that costs something. */
export function Confirm({ label, title, children, act, type, disabled }: ConfirmProps) {
  const [opened, { open, close }] = useDisclosure();
  const [state, setState] = useState<{ busy: boolean; error?: unknown }>({ busy: false });
  const [typed, setTyped] = useState('');
  const start = (): void => {
    setState({ busy: false });
    setTyped('');
    open();
  };
  const go = async (): Promise<void> => {
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
      <Button size="xs" variant="light" color="red" disabled={disabled} onClick={start}>
        {label}
      </Button>
      <Modal opened={opened} onClose={close} title={title}>
        <Stack>
          <div>{children}</div>
          {type !== undefined && (
            <TextInput
              label={`Type "${type}" to confirm`}
              value={typed}
              onChange={(event) => setTyped(event.currentTarget.value)}
              data-autofocus
            />
          )}
          {state.error !== undefined && <Problem error={state.error} />}
          <Group justify="flex-end">
            <Button variant="default" onClick={close}>
              Keep it
            </Button>
            <Button
              color="red"
              loading={state.busy}
              disabled={type !== undefined && typed !== type}
              onClick={() => void go()}
            >
              {label}
            </Button>
          </Group>
        </Stack>
      </Modal>
    </>
  );
}
