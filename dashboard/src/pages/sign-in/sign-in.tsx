import { Center, Group, Loader, Paper, Stack, Text, Title } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { useSignIn } from '../../api/session';
import { Logo } from '../../parts/logo';
import { takeArrival } from './arrival';
import { SignInWays } from './sign-in-ways';

/** Signs in by a password, by the OpenID provider, or by what the address of the page signs in with. */
export default function SignIn() {
  const signIn = useSignIn();
  const asked = useRef(false);
  useEffect(() => {
    document.title = 'Sign in · Heliograph';
    // A link works once, and React calls an effect twice in development.
    if (asked.current) return;
    asked.current = true;
    const arrival = takeArrival();
    if (arrival !== null) signIn.mutate(arrival);
  }, [signIn]);

  const byForm = signIn.variables !== undefined && 'password' in signIn.variables;
  if (signIn.isPending && !byForm)
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
          <SignInWays signIn={signIn} />
          <Text size="sm" c="var(--dimmed-text)">
            No password yet, or lost it? An owner gives you a link that signs in. On your own machine, `npm
            start` prints one.
          </Text>
        </Stack>
      </Paper>
    </Center>
  );
}
