import { TextInput } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { applicationsQuery } from '../../api/applications';
import { api } from '../../api/client';
import { usePlace } from '../../layout/place';
import { textOf } from '../../parts/field';
import { FormDialog } from '../../parts/form-dialog';

/** A button that makes an application, and goes to its settings. */
export function CreateApplication() {
  const { environment } = usePlace();
  const navigate = useNavigate();
  const [name, setName] = useState('');
  return (
    <FormDialog
      label="Create an application"
      title="Create an application"
      action="Create"
      reset={() => setName('')}
      change={{
        run: () => api.post('/admin/v1/applications', { body: { name: name.trim() } }),
        says: ({ application }) => `The application ${application.name} is there. Its settings are open now.`,
        refresh: [applicationsQuery.queryKey],
        done: ({ application: { name: app } }) =>
          void navigate({ to: '/$app/$environment/usage', params: { app, environment } }),
      }}
    >
      <TextInput
        label="Name"
        description="Letters, digits, dots, dashes and underscores. The name cannot be changed later."
        required
        maxLength={64}
        {...textOf(name, setName)}
        data-autofocus
      />
    </FormDialog>
  );
}
