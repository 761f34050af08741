import { Alert, Button, Stack, Text, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { api } from '../../api/client';
import type { Integration } from '../../api/types';
import { usePlace } from '../../layout/place';
import { fieldError } from '../../parts/field-error';
import { FormProblem } from '../../parts/form-problem';

interface Result {
  ok: boolean | null;
  detail: string;
}

/** Tries the credentials of an integration, or sends a test message through it. */
export function TestIntegration({ integration: { id } }: { integration: Integration }) {
  const { app } = usePlace();
  const [to, setTo] = useState('');
  const recipient = to.trim();
  const test = useMutation({
    mutationFn: () =>
      api.post('/admin/v1/applications/{app}/integrations/{id}/test', {
        app,
        id,
        body: recipient === '' ? {} : { to: recipient },
      }),
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    test.mutate();
  };
  return (
    <form onSubmit={submit}>
      <Stack>
        <Text size="sm">Without a recipient, only the credentials are tried, and nothing is sent.</Text>
        <TextInput
          label="Recipient of a test message"
          description="An address, number or id of the channel. It really gets a message."
          value={to}
          error={fieldError(test.error, 'to')}
          onChange={(event) => setTo(event.currentTarget.value)}
          data-autofocus
        />
        <FormProblem error={test.error} fields={['to']} />
        {test.data && !test.isPending && <Answer result={test.data} />}
        <Button type="submit" loading={test.isPending}>
          {recipient === '' ? 'Try the credentials' : 'Send a test message'}
        </Button>
      </Stack>
    </form>
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
