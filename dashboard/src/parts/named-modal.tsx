import { Modal, type ModalProps } from '@mantine/core';

/** A dialog whose name is its title. Mantine's own has no name until its title is drawn, a frame later. */
export const NamedModal = (props: ModalProps & { title: string }) => (
  <Modal {...props} attributes={{ content: { 'aria-label': props.title } }} />
);
