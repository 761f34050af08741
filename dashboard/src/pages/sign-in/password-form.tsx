import { Button, PasswordInput, Stack, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { textOf } from '../../parts/field';

interface PasswordFormProps {
  /** What the field of the address begins with. */
  email?: string;
  pending: boolean;
  submit: (how: { email: string; password: string }) => void;
}

/** The form with e-mail address and password. */
export function PasswordForm({ email: given = '', pending, submit }: PasswordFormProps) {
  const [email, setEmail] = useState(given);
  const [password, setPassword] = useState('');
  const send = (event: FormEvent): void => {
    event.preventDefault();
    submit({ email, password });
  };
  return (
    <form onSubmit={send}>
      <Stack>
        <TextInput
          label="E-mail address"
          type="email"
          autoComplete="username"
          required
          {...textOf(email, setEmail)}
        />
        <PasswordInput
          label="Password"
          autoComplete="current-password"
          required
          data-autofocus={given !== '' || undefined}
          {...textOf(password, setPassword)}
        />
        <Button type="submit" loading={pending}>
          Sign in
        </Button>
      </Stack>
    </form>
  );
}
