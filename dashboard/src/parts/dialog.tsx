import { Button, type ButtonProps, type ModalProps } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { ReactNode } from 'react';
import { NamedModal } from './named-modal';

export interface DialogProps {
  /** Label of the button that opens it. */
  label: string;
  /** What it is about, for screen readers. It tells equal buttons of a table apart. */
  about?: string;
  title: string;
  size?: ModalProps['size'];
  button?: ButtonProps;
  onOpen?: () => void;
  children: (close: () => void) => ReactNode;
}

/** A button that opens a dialog. */
export function Dialog({ label, about, title, size, button, onOpen, children }: DialogProps) {
  const [opened, { open, close }] = useDisclosure(false, { onOpen });
  return (
    <>
      <Button
        size="xs"
        variant="default"
        aria-label={about && `${label} ${about}`}
        {...button}
        onClick={open}
      >
        {label}
      </Button>
      <NamedModal opened={opened} onClose={close} title={title} size={size}>
        {children(close)}
      </NamedModal>
    </>
  );
}
