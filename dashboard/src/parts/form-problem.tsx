import { VisuallyHidden } from '@mantine/core';
import { problemText } from '../api/problem';
import { Problem } from './problem';
import { fieldOf } from './field-error';

interface FormProblemProps {
  /** Null: nothing failed. */
  error: unknown;
  /** Fields of the form, which show their errors themselves. */
  fields: readonly string[];
}

/** The error of a form, unless a field shows it. Screen readers announce it in both cases. */
export function FormProblem({ error, fields }: FormProblemProps) {
  if (error === null || error === undefined) return null;
  const field = fieldOf(error);
  if (field === undefined || !fields.includes(field))
    return (
      <div tabIndex={-1} data-form-problem>
        <Problem error={error} />
      </div>
    );
  return <VisuallyHidden role="alert">{problemText(error)}</VisuallyHidden>;
}
