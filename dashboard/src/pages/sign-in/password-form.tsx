import { Button, PasswordInput, Stack, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { textOf } from '../../parts/field';

interface PasswordFormProps {
  pending: boolean;
  submit: (how: { email: string; password: string }) => void;
}

/** The form with e-mail address and password. */
export function PasswordForm({ pending, submit }: PasswordFormProps) {
  const [email, setEmail] = useState('');
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
          {...textOf(password, setPassword)}
        />
        <Button type="submit" loading={pending}>
          Sign in
        </Button>
      </Stack>
    </form>
  );
}
