import { Button, Divider } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { api } from '../../api/client';
import { FormProblem } from '../../parts/form-problem';
import { rememberPage } from './return-address';

/** Goes to the OpenID provider, which sends the browser back to `/dashboard/sign-in`. */
export function OidcButton({ name }: { name: string }) {
  const start = useMutation({
    mutationFn: () => api.post('/admin/v1/session/oidc/start'),
    onSuccess: ({ url }) => {
      rememberPage();
      window.location.assign(url);
    },
  });
  return (
    <>
      <FormProblem error={start.error} fields={[]} />
      <Button variant="default" loading={start.isPending || start.isSuccess} onClick={() => start.mutate()}>
        Sign in with {name}
      </Button>
      <Divider label="or" labelPosition="center" />
    </>
  );
}
