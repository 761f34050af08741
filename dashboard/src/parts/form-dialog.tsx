import type { ReactNode } from 'react';
import { Dialog, type DialogProps } from './dialog';
import { Form, type FormProps } from './form';
import { type Change, useChange } from './use-change';

interface FormDialogProps<Answer> extends Omit<DialogProps, 'onOpen' | 'children'> {
  /** What a submit does. The form stays open with the error if it fails. */
  change: Omit<Change<undefined, Answer>, 'showsError'>;
  action: FormProps['action'];
  submitter?: FormProps['button'];
  /** Label of the button that closes it. */
  leave?: string;
  /** Sets the fields to what they begin with. */
  reset?: () => void;
  /** Fields that show their errors themselves, with what `children` gets. */
  fields?: FormProps['fields'];
  children: ReactNode | ((error: unknown) => ReactNode);
}

/** A button that opens a form. */
export function FormDialog<Answer>(props: FormDialogProps<Answer>) {
  const { change: made, action, submitter, leave = 'Close', reset, fields, children, ...dialog } = props;
  const change = useChange({ ...made, showsError: true });
  const onOpen = (): void => {
    change.reset();
    reset?.();
  };
  return (
    <Dialog {...dialog} onOpen={onOpen}>
      {(close) => (
        <Form
          change={change}
          submit={() => void change.mutateAsync(undefined).then(close, () => undefined)}
          action={action}
          button={submitter}
          leave={{ label: leave, go: close }}
          fields={fields}
        >
          {typeof children === 'function' ? children(change.error) : children}
        </Form>
      )}
    </Dialog>
  );
}
