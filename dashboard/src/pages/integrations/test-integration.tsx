import { Alert, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { api } from '../../api/client';
import type { Integration } from '../../api/types';
import { usePlace } from '../../layout/place';
import { textOf } from '../../parts/field';
import { fieldError } from '../../parts/field-error';
import { Form } from '../../parts/form';
import { useChange } from '../../parts/use-change';

interface Result {
  ok: boolean | null;
  detail: string;
}

/** Tries the credentials of an integration, or sends a test message through it. */
export function TestIntegration({ integration: { id } }: { integration: Integration }) {
  const { app } = usePlace();
  const [to, setTo] = useState('');
  const recipient = to.trim();
  const test = useChange({
    run: () =>
      api.post('/admin/v1/applications/{app}/integrations/{id}/test', {
        app,
        id,
        body: recipient === '' ? {} : { to: recipient },
      }),
    refresh: [],
    showsError: true,
  });
  return (
    <Form
      change={test}
      action={recipient === '' ? 'Try the credentials' : 'Send a test message'}
      fields={['to']}
    >
      <Text size="sm">Without a recipient, only the credentials are tried, and nothing is sent.</Text>
      <TextInput
        label="Recipient of a test message"
        description="An address, number or id of the channel. It really gets a message."
        {...textOf(to, setTo)}
        error={fieldError(test.error, 'to')}
        data-autofocus
      />
      {test.data && !test.isPending && <Answer result={test.data} />}
    </Form>
  );
}

function Answer({ result: { ok, detail } }: { result: Result }) {
  const color = ok === null ? 'gray' : ok ? 'teal' : 'red';
  const title = ok === null ? 'It cannot be tried without sending' : ok ? 'It works' : 'It does not work';
  return (
    <Alert color={color} variant="light" title={title} role="status">
      <Text size="sm" className="pre">
        {detail}
      </Text>
    </Alert>
  );
}
