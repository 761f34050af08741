import { Button, Group, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { api } from '../../../api/client';
import { textOf } from '../../../parts/field';
import { Problem } from '../../../parts/problem';
import { useChange } from '../../../parts/use-change';
import { sendersQuery } from '../../senders/queries';

interface SenderStepProps {
  app: string;
  /** The address that is proposed. */
  email: string;
}

/** Returns whether an application may send e-mails as somebody. Undefined: it is not known yet. */
export function useHasSender(app: string): boolean | undefined {
  const { data } = useQuery(sendersQuery(app));
  return data?.senders.some(({ type }) => type === 'domain' || type === 'email');
}

/** Adds the address that the first mail comes from. */
export function SenderStep({ app, email }: SenderStepProps) {
  const hasSender = useHasSender(app);
  const [address, setAddress] = useState(email);
  const add = useChange({
    run: () =>
      api.post('/admin/v1/applications/{app}/senders', {
        app,
        body: { type: 'email', value: address.trim() },
      }),
    refresh: [sendersQuery(app).queryKey],
    showsError: true,
  });
  const submit = (form: FormEvent): void => {
    form.preventDefault();
    add.mutate(undefined);
  };
  if (hasSender !== false) return <Text size="sm">E-mails come from a sender that you have verified.</Text>;
  return (
    <form onSubmit={submit}>
      <Group align="flex-end" gap="sm">
        <TextInput
          label="Address that e-mails come from"
          type="email"
          required
          maxLength={320}
          autoComplete="email"
          {...textOf(address, setAddress)}
          style={{ flex: '1 1 220px', maxWidth: 360 }}
        />
        <Button type="submit" loading={add.isPending}>
          Add the sender
        </Button>
      </Group>
      {add.isError && <Problem error={add.error} />}
    </form>
  );
}
