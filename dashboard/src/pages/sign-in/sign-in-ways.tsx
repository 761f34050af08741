import { Alert, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { problemText } from '../../api/problem';
import { signInMethodsQuery, type useSignIn } from '../../api/session';
import { OidcButton } from './oidc-button';
import { PasswordForm } from './password-form';

interface SignInWaysProps {
  signIn: ReturnType<typeof useSignIn>;
  /** Address of the person who is asked. Absent: it is not known. */
  email?: string;
}

/** What an operator can sign in with on a page: the OpenID provider, or a password. */
export function SignInWays({ signIn, email }: SignInWaysProps) {
  const { data: methods } = useQuery(signInMethodsQuery);
  return (
    <Stack>
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
      <PasswordForm email={email} pending={signIn.isPending} submit={signIn.mutate} />
    </Stack>
  );
}
