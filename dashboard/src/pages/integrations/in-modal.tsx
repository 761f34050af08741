import { Button, Modal } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { ReactNode } from 'react';

interface InModalProps {
  label: string;
  title: string;
  children: (close: () => void) => ReactNode;
}

/** A button that opens a dialog. */
export function InModal({ label, title, children }: InModalProps) {
  const [opened, { open, close }] = useDisclosure();
  return (
    <>
      <Button size="xs" variant="default" aria-label={title} onClick={open}>
        {label}
      </Button>
      <Modal opened={opened} onClose={close} title={title} size="lg">
        {children(close)}
      </Modal>
    </>
  );
}
