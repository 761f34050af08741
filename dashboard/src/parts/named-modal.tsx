import { Alert, Button, Group, Modal, type ModalProps } from '@mantine/core';
import { useCallback, useRef, useState } from 'react';
import { Typed } from './typed';
import { useFocusBack } from './use-focus-back';

/**
 * A dialog whose name is its title. Mantine's own has no name until its title is drawn, a frame later. If something was
 * typed in it, it asks before Escape, a click outside or its cross closes it.
 */
export function NamedModal({ children, onClose, ...props }: ModalProps & { title: string }) {
  useFocusBack(props.opened);
  const typed = useRef(false);
  const [asks, setAsks] = useState(false);
  const forget = useCallback(() => {
    typed.current = false;
    setAsks(false);
  }, []);
  const leave = (): void => {
    forget();
    onClose();
  };
  const close = (): void => {
    if (asks) setAsks(false);
    else if (typed.current) setAsks(true);
    else leave();
  };
  return (
    <Modal
      {...props}
      onClose={close}
      onExitTransitionEnd={forget}
      attributes={{ content: { 'aria-label': props.title } }}
    >
      {asks && (
        <Alert color="yellow" variant="light" title="Discard what you typed?" role="alert" mb="md">
          <Group gap="xs">
            <Button size="xs" variant="default" autoFocus onClick={() => setAsks(false)}>
              Keep editing
            </Button>
            <Button size="xs" color="red" onClick={leave}>
              Discard
            </Button>
          </Group>
        </Alert>
      )}
      <Typed value={forget}>
        <div
          onInput={() => {
            typed.current = true;
          }}
        >
          {children}
        </div>
      </Typed>
    </Modal>
  );
}
