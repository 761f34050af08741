import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { applicationsQuery } from '../../api/applications';
import { api } from '../../api/client';
import { textOf } from '../../parts/field';
import { fieldError } from '../../parts/field-error';
import { Form, type FormProps } from '../../parts/form';
import { useChange } from '../../parts/use-change';

interface ApplicationFormProps {
  /** What the name begins as. */
  name?: string;
  leave?: FormProps['leave'];
  /** Called with the name of the application that was made. */
  done: (name: string) => void;
}

/** Makes an application. */
export function ApplicationForm({ name: begin = '', leave, done }: ApplicationFormProps) {
  const [name, setName] = useState(begin);
  const create = useChange({
    run: () => api.post('/admin/v1/applications', { body: { name: name.trim() } }),
    says: ({ application }) => `The application ${application.name} is there.`,
    refresh: [applicationsQuery.queryKey],
    done: ({ application }) => done(application.name),
    showsError: true,
  });
  return (
    <Form change={create} action="Create" leave={leave} fields={['name']}>
      <TextInput
        label="Name"
        description="Letters, digits, dots, dashes and underscores. The name cannot be changed later."
        required
        maxLength={64}
        {...textOf(name, setName)}
        error={fieldError(create.error, 'name')}
        data-autofocus
      />
    </Form>
  );
}
