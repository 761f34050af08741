import {
  Alert,
  Button,
  Center,
  Group,
  Loader,
  Paper,
  PasswordInput,
  Stack,
  Text,
  TextInput,
  Title,
} from '@mantine/core';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { problemText } from '../../api/problem';
import { useSignIn } from '../../api/session';
import { Logo } from '../../parts/logo';
import { takeLinkToken } from './link-token';

/** Signs in by a password, or by the link whose token is in the fragment of the address. */
export function SignIn() {
  const signIn = useSignIn();
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const asked = useRef(false);
  useEffect(() => {
    document.title = 'Sign in · Heliograph';
    // A link works once, and React calls an effect twice in development.
    if (asked.current) return;
    asked.current = true;
    const token = takeLinkToken();
    if (token !== null) signIn.mutate({ token });
  }, [signIn]);

  const submit = (event: FormEvent): void => {
    event.preventDefault();
    signIn.mutate({ email, password });
  };
  const byLink = signIn.variables !== undefined && 'token' in signIn.variables;
  if (signIn.isPending && byLink)
    return (
      <Center mih="60vh">
        <Loader aria-label="Signing in" />
      </Center>
    );
  return (
    <Center mih="100vh" p="md" component="main">
      <Paper withBorder p="xl" w="100%" maw={400}>
        <Stack>
          <Group gap="sm">
            <Logo />
            <Title order={1} size="h3">
              Sign in to Heliograph
            </Title>
          </Group>
          {signIn.isError && (
            <Alert color="red" variant="light" role="alert">
              {problemText(signIn.error)}
            </Alert>
          )}
          <form onSubmit={submit}>
            <Stack>
              <TextInput
                label="E-mail address"
                type="email"
                autoComplete="username"
                required
                value={email}
                onChange={(event) => setEmail(event.currentTarget.value)}
              />
              <PasswordInput
                label="Password"
                autoComplete="current-password"
                required
                value={password}
                onChange={(event) => setPassword(event.currentTarget.value)}
              />
              <Button type="submit" loading={signIn.isPending}>
                Sign in
              </Button>
            </Stack>
          </form>
          <Text size="sm" c="var(--dimmed-text)">
            No password yet, or lost it? An owner gives you a link that signs in. On your own machine, `npm
            start` prints one.
          </Text>
        </Stack>
      </Paper>
    </Center>
  );
}
