import { Alert, Center, Group, Loader, Paper, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { problemText } from '../../api/problem';
import { signInMethodsQuery, useSignIn } from '../../api/session';
import { Logo } from '../../parts/logo';
import { takeArrival } from './arrival';
import { OidcButton } from './oidc-button';
import { PasswordForm } from './password-form';

/** Signs in by a password, by the OpenID provider, or by what the address of the page signs in with. */
export function SignIn() {
  const signIn = useSignIn();
  const { data: methods } = useQuery(signInMethodsQuery);
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
          {methods?.needs_tls && !window.isSecureContext && (
            <Alert color="orange" variant="light" role="alert" title="This page came without TLS">
              Your browser will not keep the session. Open the dashboard over https://, at the address in
              DASHBOARD_URL.
            </Alert>
          )}
          {signIn.isError && (
            <Alert color="red" variant="light" role="alert">
              {problemText(signIn.error)}
            </Alert>
          )}
          {methods?.oidc && <OidcButton name={methods.oidc.name} />}
          <PasswordForm pending={signIn.isPending} submit={signIn.mutate} />
          <Text size="sm" c="var(--dimmed-text)">
            No password yet, or lost it? An owner gives you a link that signs in. On your own machine, `npm
            start` prints one.
          </Text>
        </Stack>
      </Paper>
    </Center>
  );
}
